/** What is stored and published of a job. */
import type { EstimateKind } from '../../contract/jobs/circuit-job'
import type { JobEvent } from '../../contract/jobs/events'
import type { SavedVersionRef } from '../../contract/jobs/saved-circuit'
import type { JobStatus, StatusReason } from '../../contract/jobs/status'
import type { NoiseKind, Precision } from '../../contract/jobs/submit'
import type { EventLog } from '../../events/event-log'
import type { Store } from '../../store/store'
import { type Json, jsonText } from '../../worker/json'
import type { JobFeatures } from './job-features'

export interface JobRow {
  /** Grows with every submit. */
  sequence: number
  job_uuid: string
  /** The submitting key, null for the account holder. */
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
  /** Kind of its estimates besides or instead of counts. */
  estimates: EstimateKind | null
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
  batch_id: string | null
  /** Rows of a sweep, each of so many shots; null for a job of one circuit. */
  rows: number | null
}

/** Shots of all its rows. */
export const allShotsOf = ({ shots, rows }: Pick<JobRow, 'shots' | 'rows'>): number => shots * (rows ?? 1)

/** Source of a circuit as named in a submit: a saved circuit and its version. */
export interface NamedSource extends SavedVersionRef {
  /** JSON pointer to where it says so. */
  readonly at: string
}

/** The version of a saved circuit that a job was submitted from, with the name that it had then. */
export interface JobOrigin {
  readonly circuit_id: string
  readonly version: number
  readonly name: string
}

/** Columns of a row that a submit provides, and the circuit as `JsonBlobs` stores it. */
export type NewJob = Omit<
  JobRow,
  'sequence' | 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged' | 'status' | 'fresh'
> & {
  readonly circuit: string
  /** JSON of the classical registers; null where the circuit declares none. */
  readonly registers: string | null
  /** JSON of the EstimateRequest; null for counts alone. */
  readonly estimate_request: string | null
  /** JSON of the DevicePlacement; null where the calibration chooses. */
  readonly placement: string | null
  /** null where no simulator runs it. */
  readonly features: JobFeatures | null
  /** null where the submit names no saved circuit. */
  readonly origin: JobOrigin | null
  /** For a sweep: JSON of its Parameters, likewise. */
  readonly parameters: string | null
  /** JSON of their names. */
  readonly parameter_names: string | null
}

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

/** Whom and which job an event is about. */
export interface JobAbout {
  readonly owner: string | null
  readonly job_uuid: string
  /** Left out: of no batch. */
  readonly batch_id?: string | null
}

type EventSubject = Pick<JobRow, 'job_uuid' | 'backend' | 'owner'> & Partial<Pick<JobRow, 'batch_id'>>

/** The fields of every event of a job. */
export const subjectOf = ({ job_uuid, backend, batch_id = null }: EventSubject) => ({
  ...{ job_uuid, backend },
  ...(batch_id !== null && { batch_id }),
})
export const aboutOf = ({ owner, job_uuid, batch_id = null }: EventSubject): JobAbout => ({ owner, job_uuid, batch_id })

/** The last events of all jobs. */
export type JobEvents = EventLog<Extract<JobEvent, { job_uuid: string }>, JobAbout>

/** Longer JSON lies in a content-addressed file: writing it into the database would hold the event loop. */
const MAX_INLINE = 65_536
/** No JSON begins with it. */
const FILE_PREFIX = 'file:'

export const isBlob = (json: Json): boolean => json.length > MAX_INLINE

/** JSON in a column: itself, or where it is large the name of the file that holds it. */
export interface JsonBlobs {
  /** What to write into the column; a file is safe on the disk by then. */
  write(json: Json): Promise<string>
  /** Reads the JSON that the column refers to. */
  read(column: string): Promise<Json>
}

export const jsonBlobs = (store: Pick<Store, 'writeFile' | 'readFile'>): JsonBlobs => ({
  async write(json) {
    if (!isBlob(json)) return jsonText(json)
    return FILE_PREFIX + (await store.writeFile(typeof json === 'string' ? Buffer.from(json) : json))
  },
  read: async column => (column.startsWith(FILE_PREFIX) ? store.readFile(column.slice(FILE_PREFIX.length)) : column),
})
