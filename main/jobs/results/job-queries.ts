/** What callers read of jobs: lists, details, results. */
import type { Job, JobDetail, JobListQuery, JobQuery, JobSummary } from '../../contract/jobs/circuit-job'
import type { JobResult, ResultQuery } from '../../contract/jobs/result'
import { AppError } from '../../contract/model/errors'
import { type JsonText, jsonWith } from '../../contract/model/json-text'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import type { Caller } from '../../contract/service/account'
import type { PackedShots } from '../../simulation/model/stabilizer'
import { type Json, jsonText, parsed } from '../../worker/json'
import type { CallOwner, Runner } from '../../worker/runner'
import { isBlob, type JobRow, type JsonBlobs, reasonOf } from '../model/job'
import type { JobPlaces } from '../queue/job-places'
import type { JobTable } from '../storage/job-table'
import type { ResultRow, ResultTable } from '../storage/result-table'
import { missingLeadingBits } from '../tasks/outcome-table'
import type { JobTasks } from '../tasks/registry'
import { detailsOf, jobOf, summaryOf } from './job-view'

export interface JobQueries {
  /** The caller's job: a key's own, any for a session. Throws `not_found`. */
  owned(id: string, caller: Caller): JobRow
  detail(row: JobRow): Promise<Job | JsonText>
  /** `circuit: false` leaves its circuits out. */
  get(id: string, caller: Caller, query?: JobQuery): Promise<JobDetail | JsonText>
  list(query: JobListQuery, caller: Caller): Page<JobSummary>
  /** Bytes for b8, text where it is large. Throws why there is none. */
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
  readonly places: Pick<JobPlaces, 'live' | 'of'>
  /** For what a caller waits for. */
  readonly interactive: Runner<JobTasks>
  /** The single shots of a result that only counts, run again; null where that cannot be. */
  readonly rerunShots: (row: JobRow, result: ResultRow) => Promise<PackedShots | null>
}

export function createJobQueries(options: JobQueriesOptions): JobQueries {
  const { table, results, circuits, places } = options

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
    queue: places.of(row),
  })

  async function detail(row: JobRow): Promise<Job | JsonText> {
    const facts = factsOf(row)
    const [circuit, transpiled] = [await circuits.read(table.circuit(row)), await results.transpiled(facts.result)]
    return jobOf(row, places.live(row), { ...facts, circuit, transpiled })
  }

  const result: JobQueries['result'] = async (id, caller, { format } = { format: 'counts' }, signal) =>
    readResult(owned(id, caller), format, { ...options, owner: caller.key_id, signal })

  return {
    owned,
    detail,
    async get(id, caller, { circuit } = { circuit: true }) {
      const row = owned(id, caller)
      return circuit ? detail(row) : detailsOf(row, places.live(row), factsOf(row))
    },
    list(query, caller) {
      const owner = caller.kind === 'key' ? caller.key_id : undefined
      return pageOf(table.list(query, owner, positionBefore(query.cursor)), {
        limit: query.limit,
        positionOf: row => row.sequence,
        show: row => summaryOf(row, places.live(row)),
      })
    },
    result,
    shots: async (id, caller, signal) => (await result(id, caller, { format: 'b8' }, signal)) as Uint8Array,
  }
}

/** Characters of the bitstrings of all shots; more are not made into one JSON text. */
const MAX_MEMORY_CHARACTERS = 2 ** 26

type ReadOptions = Pick<JobQueriesOptions, 'results' | 'interactive' | 'rerunShots'> & CallOwner

async function readResult(
  row: JobRow,
  format: ResultQuery['format'],
  { results, interactive, rerunShots, owner, signal }: ReadOptions,
): Promise<JobResult | JsonText | Uint8Array> {
  refuseUnfinished(row)
  const clbits = row.num_clbits
  const result = results.find(row.sequence)!
  if (format === 'memory' && result.shots * clbits > MAX_MEMORY_CHARACTERS)
    throw new AppError('result_too_large', `${result.shots} shots of ${clbits} bits are too many for JSON`, {
      most_characters: MAX_MEMORY_CHARACTERS,
    })
  const counts = await wholeCounts(await results.counts(result), clbits, interactive)
  if (format === 'counts') return reply(headOf(row, result, false), { counts }, format)
  const planes = await results.planes(result, clbits)
  const task = { size: counts.length + result.shots * Math.max(8, clbits), owner, signal }
  const repeated = planes ? null : await rerunShots(row, result)
  const packed = repeated && (await interactive.run('agreeing', { repeated, counts, clbits }, task))
  const input = { planes, packed, counts, clbits, shots: result.shots, seed: row.seed }
  if (format === 'b8') return packed ?? interactive.run('shots', input, task)
  const memory = await interactive.run('memory', input, task)
  return reply(headOf(row, result, packed !== null), { counts, memory }, format)
}

function refuseUnfinished(row: JobRow): void {
  const { job_uuid, status } = row
  const status_reason = reasonOf(row)
  if (status === 'FAILED') throw new AppError('job_failed', `Job ${job_uuid} failed`, { status_reason })
  if (status === 'ABORTED') throw new AppError('job_aborted', `Job ${job_uuid} was aborted`, { status_reason })
  if (status !== 'COMPLETED') throw new AppError('result_not_ready', `Job ${job_uuid} is ${status}`, { status })
}

/** Counts whose bitstrings have all the bits of the circuit, whatever version wrote them. */
async function wholeCounts(counts: Json, clbits: number, runner: Runner<JobTasks>): Promise<Json> {
  const missing = missingLeadingBits(counts, clbits)
  if (missing === 0) return counts
  const whole = await runner.run('widen', { counts, missing }, { size: counts.length })
  return isBlob(whole) ? whole : jsonText(whole)
}

const headOf = (row: JobRow, result: ResultRow, is_repeated: boolean): Omit<JobResult, 'counts'> => ({
  job_uuid: row.job_uuid,
  shots: result.shots,
  num_clbits: row.num_clbits,
  bit_order: 'left-most character = highest classical bit',
  shot_order: result.planes_file === null && !is_repeated ? 'drawn' : 'executed',
  seed: row.seed,
  engine: result.engine,
  noise: result.noise,
  calibration_id: result.calibration_id,
  simulated: row.simulated === 1,
  ...measuredBy(result),
})

const BY_AN_ENGINE = { lost_shots: 0, sequencers: [] }

const measuredBy = ({ machine }: ResultRow): Pick<JobResult, 'lost_shots' | 'sequencers'> =>
  machine === null ? BY_AN_ENGINE : JSON.parse(machine)

/** Bulk that is small is read, so that few callers meet a text. */
function reply(
  head: Omit<JobResult, 'counts'>,
  bulk: Readonly<Record<string, Json>>,
  format: string,
): JobResult | JsonText {
  // A stored result never changes.
  if (Object.values(bulk).some(isBlob)) return jsonWith(head, bulk, `"${head.job_uuid}-${format}"`)
  const read = Object.entries(bulk).map(([name, json]) => [name, parsed(json)])
  return { ...head, ...Object.fromEntries(read) }
}
