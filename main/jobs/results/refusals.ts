/** Refusals of a result that a job does not have. */
import type { ResultQuery } from '../../contract/jobs/result'
import { AppError } from '../../contract/model/errors'
import { type JobRow, reasonOf } from '../model/job'
import { refuseQuery } from './count-views'

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
