/**
 * Jobs that a caller may see: those of its key, all of them for a session; now, or once they are over; and refusals of
 * results that they do not have.
 */
import type { ResultQuery } from '../../contract/jobs/result'
import { jobStates } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import type { Caller } from '../../contract/service/account'
import { type JobRow, reasonOf } from '../model/job'
import type { JobPositions } from '../queue/job-positions'
import type { JobTable } from '../storage/job-table'
import type { JobWaits } from './waiting'

/** How long a caller waits for a job to end. */
interface JobWait {
  /** 0: not at all. */
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
}

/** All throw `not_found`. */
export interface OwnedJobs {
  find(id: string, caller: Caller): JobRow
  /** The job once it is over or the time is up. */
  after(id: string, caller: Caller, wait: JobWait): Promise<JobRow>
  /** As `after`; throws `result_not_ready` where the job is not over by then. */
  ended(id: string, caller: Caller, wait: JobWait): Promise<JobRow>
}

interface OwnedJobsOptions {
  readonly table: Pick<JobTable, 'find'>
  readonly positions: Pick<JobPositions, 'live' | 'of'>
  readonly waits: Pick<JobWaits, 'until'>
}

const isOver = ({ status }: JobRow): boolean => jobStates.isTerminal(status)

export function createOwnedJobs({ table, positions, waits }: OwnedJobsOptions): OwnedJobs {
  /** Digits of an id may be of either case (RFC 9562, section 4); they are stored in the lower one. */
  function find(id: string, caller: Caller): JobRow {
    const row = table.find(id.toLowerCase())
    if (!row || (caller.kind === 'key' && row.owner !== caller.key_id))
      throw new AppError('not_found', `No job ${id}`, { details: { job_uuid: id } })
    return row
  }

  async function after(id: string, caller: Caller, { seconds, signal }: JobWait): Promise<JobRow> {
    const row = find(id, caller)
    if (seconds === 0 || isOver(row)) return row
    const { key_id: owner } = caller
    await waits.until(row.job_uuid, () => isOver(find(id, caller)), { seconds, owner, signal })
    return find(id, caller)
  }

  return {
    find,
    after,
    async ended(id, caller, wait) {
      const row = await after(id, caller, wait)
      if (!isOver(row)) throw notReady(row, askAgainIn(row, positions))
      return row
    },
  }
}

/** Seconds after which to ask again: a guess between 1 and 60 of how long the job still takes. */
function askAgainIn(row: JobRow, positions: OwnedJobsOptions['positions']): number {
  const { progress, elapsed_ms } = positions.live(row)
  const left_ms = progress > 0 ? elapsed_ms * (1 / progress - 1) : (positions.of(row)?.estimated_wait_ms ?? 0)
  return Math.min(60, Math.max(1, Math.ceil(left_ms / 1_000)))
}

export function refuseQuery(field: string, message: string): never {
  throw new AppError('invalid_request', `#query/${field}: ${message}`, {
    faults: [{ pointer: `#query/${field}`, message }],
  })
}

/** Refuses single shots of expectation values, which several circuits measure. */
export function refuseShots({ estimates }: JobRow, format: NonNullable<ResultQuery['format']>): void {
  if (format === 'counts' || format === 'csv' || estimates === null || estimates === 'mitigated_counts') return
  const message = 'a job of expectation values has no single shots and no counts of its own: its groups hold them'
  throw new AppError('invalid_request', message, { faults: [{ pointer: '/format', message }] })
}

/** Throws unless a sweep is asked for one of its rows, and a job of one circuit for none. */
export function refuseOtherShape({ job_uuid, rows, status }: JobRow, row: number | undefined): void {
  if (rows !== null && row === undefined) {
    const all = status === 'COMPLETED' ? ', or …/result/rows' : ''
    const message = `Job ${job_uuid} is a sweep of ${rows} rows: ask for ?row=0 to ?row=${rows - 1}${all}`
    throw new AppError('conflict', message, { details: { job_uuid, rows } })
  }
  if (rows !== null && row! >= rows) refuseQuery('row', `the sweep has ${rows} rows: the last one is ${rows - 1}`)
  if (rows !== null || row === undefined) return
  refuseQuery('row', 'the job is one circuit and has no rows')
}

/** Refuses a job that is over and did not complete. */
export function refuseUnfinished(row: JobRow): void {
  refuseUntrusted(row)
  const { job_uuid, status } = row
  if (status === 'ABORTED')
    throw new AppError('job_aborted', `Job ${job_uuid} was aborted${keptText(row)}`, {
      details: { status_reason: reasonOf(row) },
    })
}

/** Text on where the batches are that a device measured before the abort. */
function keptText({ mode, rows }: JobRow): string {
  if (mode !== 'live') return ''
  const each = rows === null ? '' : `?row=0 to ?row=${rows - 1}`
  return `; what the device had measured until then is at …/result/partial${each}`
}

/** Refuses results measured before a failure, which cannot be trusted. */
export function refuseUntrusted(row: JobRow): void {
  const { job_uuid, status } = row
  if (status !== 'FAILED') return
  const status_reason = reasonOf(row)
  const why = status_reason?.message ? `: ${status_reason.message}` : ''
  throw new AppError('job_failed', `Job ${job_uuid} failed${why}`, { details: { status_reason } })
}

export const notReady = ({ job_uuid, status }: JobRow, retry_after_s: number): AppError =>
  new AppError('result_not_ready', `Job ${job_uuid} is ${status}; ask again, or wait for it by wait=60`, {
    details: { status, retry_after_s },
  })
