import type { Job, JobDetail, JobListQuery, JobQuery, JobSummary } from '../../contract/jobs/circuit-job'
import type { JobResult, ResultQuery } from '../../contract/jobs/result'
import type { QueuePlace } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import type { JsonText } from '../../contract/model/json-text'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import type { Caller } from '../../contract/service/account'
import type { Runner } from '../../worker/runner'
import type { JobRow } from '../model/job-row'
import type { JsonBlobs } from '../model/json-blobs'
import type { JobTable } from '../storage/job-table'
import type { ResultTable } from '../storage/result-table'
import type { JobTasks } from '../tasks/registry'
import { type ReadOptions, readResult } from './formats'
import { detailsOf, jobOf, type LiveState, summaryOf } from './job-view'

export interface JobQueries {
  /** The caller's job: a key's own, any for a session. Throws `not_found`. */
  owned(id: string, caller: Caller): JobRow
  detail(row: JobRow): Promise<Job | JsonText>
  /** `circuit: false` leaves its circuits out. */
  get(id: string, caller: Caller, query?: JobQuery): Promise<JobDetail | JsonText>
  list(query: JobListQuery, caller: Caller): Page<JobSummary>
  result(
    id: string,
    caller: Caller,
    query?: ResultQuery,
    signal?: AbortSignal,
  ): Promise<JobResult | JsonText | Uint8Array>
  /** The packed shots, as `format=b8` has them. */
  shots(id: string, caller: Caller, signal?: AbortSignal): Promise<Uint8Array>
}

interface JobQueriesOptions {
  readonly table: JobTable
  readonly results: ResultTable
  readonly circuits: JsonBlobs
  /** What only memory knows of a job. */
  readonly live: (row: JobRow) => LiveState
  readonly queuePlace: (row: JobRow) => QueuePlace | null
  /** For what a caller waits for. */
  readonly interactive: Runner<JobTasks>
  readonly rerunShots: ReadOptions['rerunShots']
}

export function createJobQueries(options: JobQueriesOptions): JobQueries {
  const { table, results, circuits, live, queuePlace, interactive, rerunShots } = options

  /** Digits of an id may be of either case (RFC 9562, section 4); they are stored in the lower one. */
  function owned(id: string, caller: Caller): JobRow {
    const row = table.find(id.toLowerCase())
    if (!row || (caller.kind === 'key' && row.owner !== caller.key_id))
      throw new AppError('not_found', `No job ${id}`, { job_uuid: id })
    return row
  }

  const factsOf = (row: JobRow) => ({
    timeline: table.timeline(row),
    result: row.status === 'COMPLETED' ? results.find(row.sequence) : null,
    queue: queuePlace(row),
  })

  async function detail(row: JobRow): Promise<Job | JsonText> {
    const facts = factsOf(row)
    const [circuit, transpiled] = [await circuits.read(table.circuit(row)), await results.transpiled(facts.result)]
    return jobOf(row, live(row), { ...facts, circuit, transpiled })
  }

  const result: JobQueries['result'] = async (id, caller, query = { format: 'counts' }, signal) => {
    const reading = { runner: interactive, rerunShots, owner: caller.key_id, signal }
    return readResult(owned(id, caller), results, reading, query)
  }

  return {
    owned,
    detail,
    async get(id, caller, { circuit } = { circuit: true }) {
      const row = owned(id, caller)
      return circuit ? detail(row) : detailsOf(row, live(row), factsOf(row))
    },
    list(query, caller) {
      const owner = caller.kind === 'key' ? caller.key_id : undefined
      return pageOf(table.list(query, owner, positionBefore(query.cursor)), {
        limit: query.limit,
        positionOf: row => row.sequence,
        show: row => summaryOf(row, live(row)),
      })
    },
    result,
    shots: async (id, caller, signal) => (await result(id, caller, { format: 'b8' }, signal)) as Uint8Array,
  }
}
