/** Jobs as callers see them: one with its details, and lists. */
import type { Job, JobDetail, JobListQuery, JobQuery, JobSummary } from '../../contract/jobs/circuit-job'
import type { JsonText } from '../../contract/model/json-text'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import type { Caller } from '../../contract/service/account'
import type { EstimateRequest } from '../model/estimate-request'
import type { JobRow } from '../model/job'
import type { JobPositions } from '../queue/job-positions'
import type { JobTable, JsonBlobs } from '../storage/job-table'
import type { ResultTable } from '../storage/result-table'
import { detailsOf, jobOf, summaryOf } from './job-view'
import type { OwnedJobs } from './owned-jobs'
import type { JobRead } from './waiting'

export interface JobQueries {
  detail(row: JobRow): Promise<Job | JsonText>
  /** `circuit: false` leaves its circuits out. Throws `not_found`. */
  get(id: string, caller: Caller, asked?: Partial<JobRead<Partial<JobQuery>>>): Promise<JobDetail | JsonText>
  list(query: JobListQuery, caller: Caller): Page<JobSummary>
}

interface JobQueriesOptions {
  readonly owned: OwnedJobs
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: JsonBlobs
  readonly positions: Pick<JobPositions, 'live' | 'of'>
}

const askedOf = (json: string | null): EstimateRequest | null => (json === null ? null : JSON.parse(json))

export function createJobQueries({ owned, table, results, circuits, positions }: JobQueriesOptions): JobQueries {
  const factsOf = (row: JobRow) => ({
    parameter_names: table.parameterNames(row),
    timeline: table.timeline(row),
    result: row.status === 'COMPLETED' ? results.find(row.sequence) : null,
    queue: positions.of(row),
    asked: askedOf(table.estimateRequest(row)),
    placement: table.placement(row),
    saved_circuit: table.origins.of(row),
  })

  async function detail(row: JobRow): Promise<Job | JsonText> {
    const facts = factsOf(row)
    const [circuit, transpiled] = [await circuits.read(table.circuit(row)), await results.transpiled(facts.result)]
    return jobOf(row, positions.live(row), { ...facts, circuit, transpiled })
  }

  return {
    detail,
    async get(id, caller, { query: { circuit = true, wait: seconds = 0 } = {}, signal } = {}) {
      const row = await owned.after(id, caller, { seconds, signal })
      return circuit ? detail(row) : detailsOf(row, positions.live(row), factsOf(row))
    },
    list(query, caller) {
      const owner = caller.kind === 'key' ? caller.key_id : undefined
      return pageOf(table.list(query, owner, positionBefore(query.cursor)), {
        limit: query.limit,
        positionOf: row => row.sequence,
        show: row => summaryOf(row, positions.live(row)),
      })
    },
  }
}
