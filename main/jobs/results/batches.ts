/** Queries of batches, and their abort. */
import { wholeOf } from '../../account/ledger'
import type {
  BatchJobResult,
  BatchListQuery,
  BatchQuery,
  BatchResultsQuery,
  JobBatch,
} from '../../contract/jobs/batches'
import { type JobStatus, jobStates } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import { JsonText, jsonList, jsonWith } from '../../contract/model/json-text'
import { type Page, pageOf, positionBefore } from '../../contract/model/page'
import { sum } from '../../contract/numbers/arithmetic'
import type { Caller } from '../../contract/service/account'
import { type JobRow, reasonOf } from '../model/job'
import type { JobPositions } from '../queue/job-positions'
import type { JobTable } from '../storage/job-table'
import type { SubmitBatchRow, SubmitBatchTable } from '../storage/submit-batches'
import type { JobRead, JobWaits, WaitOptions } from './waiting'

type BatchWait = Partial<BatchQuery>
type BatchResultsPage = Omit<BatchResultsQuery, 'wait'>

/** A key sees its own batches, a session all. Throws `not_found`. */
export interface Batches {
  /** Waits, if asked to, until all its jobs are over: as `JobWaits.until`. */
  get(id: string, caller: Caller, asked?: Partial<JobRead<BatchWait>>): Promise<JobBatch>
  list(query: BatchListQuery, caller: Caller): Page<JobBatch>
  /** JSON of a page of jobs, each with its result once COMPLETED; a page ends early where results are large. Waits as `get`. */
  results(id: string, asked: JobRead<BatchResultsPage & BatchWait> & { readonly caller: Caller }): Promise<JsonText>
  /** Throws `conflict` where no job of it is open. */
  abort(id: string, caller: Caller): Promise<JobBatch>
}

interface BatchesOptions {
  readonly table: Pick<JobTable, 'find' | 'ofBatch'>
  readonly batches: SubmitBatchTable
  readonly positions: Pick<JobPositions, 'live'>
  readonly waits: Pick<JobWaits, 'until'>
  /** Result of a COMPLETED job that is not a sweep. */
  readonly result: (id: string, caller: Caller, signal?: AbortSignal) => Promise<unknown>
  /** Throws `conflict` for a job that has ended. */
  readonly abortJob: (id: string, caller: Caller) => Promise<unknown>
}

/** Characters of results after which a page ends. */
const MAX_CHARACTERS = 2 ** 23
/** Jobs of one batch that are aborted at a time, in one shared transaction. */
const ABORTED_AT_ONCE = 64
/** More than any batch has. */
const ALL = 2 ** 31

export function createBatches(options: BatchesOptions): Batches {
  const { table, batches, waits } = options

  function owned(id: string, caller: Caller): SubmitBatchRow {
    const row = batches.find(id.toLowerCase())
    if (row && (caller.kind === 'session' || row.owner === caller.key_id)) return row
    throw new AppError('not_found', `No batch ${id}`, { details: { batch_id: id } })
  }

  const shown = (row: SubmitBatchRow): JobBatch => batchOf(row, options)

  const over = ({ batch_id }: SubmitBatchRow, until: WaitOptions): Promise<void> =>
    until.seconds > 0 ? waits.until(batch_id, isOver(batch_id, options), until) : Promise.resolve()

  return {
    async get(id, caller, { query: { wait = 0 } = {}, signal } = {}) {
      const row = owned(id, caller)
      await over(row, { seconds: wait, owner: caller.key_id, signal })
      return shown(wait > 0 ? owned(id, caller) : row)
    },
    list({ limit, cursor }, caller) {
      const owner = caller.kind === 'key' ? caller.key_id : undefined
      const rows = batches.list(owner, positionBefore(cursor), limit + 1)
      return pageOf(rows, { limit, positionOf: row => row.sequence, show: shown })
    },
    async results(id, { query: { limit, cursor, wait = 0 }, caller, signal }) {
      const row = owned(id, caller)
      const { batch_id } = row
      await over(row, { seconds: wait, owner: caller.key_id, signal })
      const rows = table.ofBatch(batch_id, cursor === undefined ? 0 : positionBefore(cursor), limit + 1)
      const jobs = await jobsWithResults(rows.slice(0, limit), row => options.result(row.job_uuid, caller, signal))
      const next = rows.length > jobs.length ? String(rows[jobs.length - 1]!.sequence) : null
      return jsonWith({ next_cursor: next }, { items: jsonList(jobs) })
    },
    async abort(id, caller) {
      const row = owned(id, caller)
      const open = table.ofBatch(row.batch_id, 0, ALL).filter(({ status }) => !jobStates.isTerminal(status))
      if (open.length === 0)
        throw new AppError('conflict', `No job of batch ${id} is open`, { details: { batch_id: row.batch_id } })
      // Aborts the newest first, so that none of them starts because an earlier one ended.
      const order = open.map(({ job_uuid }) => job_uuid).reverse()
      for (let at = 0; at < order.length; at += ABORTED_AT_ONCE)
        await Promise.all(order.slice(at, at + ABORTED_AT_ONCE).map(job => unlessEnded(options.abortJob(job, caller))))
      return shown(row)
    },
  }
}

/**
 * Called repeatedly: checks only the last open job, which ends last if jobs are executed in order, and looks for another
 * once it is over.
 */
function isOver(batch_id: string, { table, batches }: Pick<BatchesOptions, 'table' | 'batches'>): () => boolean {
  let open: string | null = null
  return () => {
    const status = open === null ? undefined : table.find(open)?.status
    if (status !== undefined && !jobStates.isTerminal(status)) return false
    open = batches.lastOpen(batch_id)
    return open === null
  }
}

/** A job that ended meanwhile, or was deleted, needs no abort. */
async function unlessEnded(aborting: Promise<unknown>): Promise<void> {
  try {
    await aborting
  } catch (error) {
    if (!(error instanceof AppError) || (error.code !== 'conflict' && error.code !== 'not_found')) throw error
  }
}

function batchOf(row: SubmitBatchRow, { table, batches, positions }: BatchesOptions): JobBatch {
  const { batch_id, name, backend, mode } = row
  const tally = batches.tally(batch_id)
  const jobs = sum(tally.map(each => each.jobs))
  const ended = sum(tally.map(({ status, jobs }) => (jobStates.isTerminal(status) ? jobs : 0)))
  const completed_at = Math.max(...tally.map(each => each.completed_at ?? 0))
  const running = ended === jobs ? [] : table.ofBatch(batch_id, 0, ALL).filter(({ status }) => status === 'PROCESSING')
  const under_way = sum(running.map(job => positions.live(job).progress))
  return {
    batch_id,
    name,
    backend,
    mode,
    jobs,
    created_at: isoTime(row.created_at),
    completed_at: ended === jobs ? isoTime(completed_at) : null,
    by_status: Object.fromEntries(
      Object.keys(NONE).map(status => [status, tally.find(each => each.status === status)?.jobs ?? 0]),
    ) as JobBatch['by_status'],
    progress: jobs === 0 ? 1 : (ended + under_way) / jobs,
    shots: sum(tally.map(({ shots }) => shots)),
    tokens: {
      reserved: wholeOf(sum(tally.map(({ reserved }) => reserved))),
      charged: wholeOf(sum(tally.map(({ charged }) => charged))),
    },
  }
}

const NONE: Readonly<Record<JobStatus, 0>> = {
  PENDING: 0,
  WAITING: 0,
  PROCESSING: 0,
  COMPLETED: 0,
  FAILED: 0,
  ABORTED: 0,
}

/** JSON of each of the first jobs, of about MAX_CHARACTERS together. */
async function jobsWithResults(rows: readonly JobRow[], resultOf: (row: JobRow) => Promise<unknown>) {
  const jobs: JsonText[] = []
  let characters = 0
  for (const row of rows) {
    if (characters > MAX_CHARACTERS) break
    const isRead = row.status === 'COMPLETED' && row.rows === null
    const result = isRead ? await resultOf(row) : null
    const job = jsonWith(entryOf(row), { result: result instanceof JsonText ? result : JSON.stringify(result) })
    jobs.push(job)
    characters += sum(job.parts.map(piece => piece.length))
  }
  return jobs
}

const entryOf = (row: JobRow): Omit<BatchJobResult, 'result'> => ({
  job_uuid: row.job_uuid,
  name: row.name,
  status: row.status,
  status_reason: reasonOf(row),
  rows: row.rows,
})
