/** The row of a job, and what may be set in it. */
import type { JobStatus, StatusReason } from '../../contract/jobs/status'
import type { NoiseKind, Precision } from '../../contract/jobs/submit'

export interface JobRow {
  sequence: number
  job_uuid: string
  owner: string | null
  backend: string
  mode: 'mock' | 'live'
  simulated: number
  shots: number
  seed: number
  num_qubits: number
  num_clbits: number
  name: string | null
  tags: string
  noise: NoiseKind
  precision: Precision
  /** Millionths of a token for one shot. */
  price: number
  /** Millionths of a token, null until the job ends. */
  charged: number | null
  status: JobStatus
  reason_code: StatusReason['code'] | null
  reason_message: string | null
  created_at: number
  started_at: number | null
  completed_at: number | null
  /** 1 until the indices of lists hold it. */
  fresh: 1 | null
}

export type NewJob = Omit<
  JobRow,
  'sequence' | 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged' | 'status' | 'fresh'
> & { readonly circuit: string }

/** What a move may set beside the status. */
export type JobChange = Partial<
  Pick<JobRow, 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged'>
>

export interface JobState {
  readonly status: JobStatus
  readonly at: number
}

/** `started_at` of a staged job: one of a batch of which not all is written. No other job has a time before 1970. */
export const STAGED = -1
/** SQL: what lists and restarts look at. */
export const IS_WHOLE = `(jobs.started_at IS NULL OR jobs.started_at <> ${STAGED})`

export const reasonOf = ({
  reason_code,
  reason_message,
}: Pick<JobRow, 'reason_code' | 'reason_message'>): StatusReason | null =>
  reason_code === null ? null : { code: reason_code, message: reason_message ?? '' }
