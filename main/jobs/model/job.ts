/** A job as submitted, as stored and as executed, and the fields of its events. */
import type { EstimateKind } from '../../contract/jobs/circuit-job'
import type { JobEvent } from '../../contract/jobs/events'
import type { SavedVersionRef } from '../../contract/jobs/saved-circuit'
import type { JobStatus, StatusReason } from '../../contract/jobs/status'
import type { NoiseKind, Precision, SubmitJob } from '../../contract/jobs/submit'
import type { Fault } from '../../contract/model/errors'
import type { EventLog } from '../../events/event-log'
import type { CircuitFacts } from '../../simulation/circuit-facts'
import type { Json } from '../../worker/json'
import type { EstimatePlan } from './estimate-request'

/** A submit without the circuits themselves. */
export interface Submission {
  readonly request: Omit<SubmitJob, 'circuit' | 'text' | 'circuits' | 'parameters' | 'saved_circuit'>
  readonly is_batch: boolean
  readonly circuits: readonly SubmittedCircuit[]
  /** SHA-256 (hex) of the parsed body: parsing has put its fields in the schema's order, however they were written. */
  readonly fingerprint: string
}

/** One circuit of a submit: its JSON, and what is asked of it before it runs. */
export interface SubmittedCircuit {
  /** JSON pointer to it in the body. */
  readonly at: string
  /** Whether that points to OpenQASM, within which pointers lead nowhere. */
  readonly is_text: boolean
  /** The OpenQASM text, in UTF-8 where it is large, for faults that are found later; null for a circuit in JSON. */
  readonly text: Json | null
  /**
   * JSON of the circuit, with expressions for a sweep: bytes where it is large, else text, as many small texts cross to
   * another thread faster.
   */
  readonly json: Json
  /** Facts of the circuit; for a sweep such that they hold for all rows. */
  readonly facts: CircuitFacts
  /** Empty when it is sound; pointers are those of the body. */
  readonly faults: readonly Fault[]
  /** Shots; in a sweep those of each row. */
  readonly shots: number
  readonly name: string | null
  /** The saved circuit and version that the submit names as its source; `at` is the JSON pointer to the field. */
  readonly saved: (SavedVersionRef & { readonly at: string }) | null
  readonly sweep: SubmittedSweep | null
  /** What is asked of it beyond counts, null for counts alone or where it has faults. */
  readonly estimate: EstimatePlan | null
}

interface SubmittedSweep {
  /** JSON pointer to the parameters. */
  readonly at: string
  readonly names: readonly string[]
  readonly rows: number
  /** JSON of the SweepParameters. */
  readonly table: Json
  /** JSON of the circuit of the row that needs the most: see `hardestRow`. */
  readonly sample: Json
}

/** A job as it is stored. */
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

/** The version of a saved circuit that a job was submitted from, with the name that it had then. */
export interface JobOrigin extends SavedVersionRef {
  readonly name: string
}

/** Features of a circuit that determine the time of its simulation: a few numbers, however long the circuit is. */
export interface JobFeatures extends Pick<CircuitFacts, 'instructions' | 'used_qubits' | 'written_clbits'> {
  readonly is_clifford: boolean
  /** Whether measurements decide what follows: loops and conditions. */
  readonly has_decisions: boolean
}

type FeatureFacts = Pick<
  CircuitFacts,
  'instructions' | 'used_qubits' | 'written_clbits' | 'first_non_clifford' | 'first_condition' | 'has_loops'
>

export const featuresOf = (facts: FeatureFacts): JobFeatures => ({
  instructions: facts.instructions,
  used_qubits: facts.used_qubits,
  written_clbits: facts.written_clbits,
  is_clifford: facts.first_non_clifford === null,
  has_decisions: facts.has_loops || facts.first_condition !== null,
})

/** A job before it is stored: the columns of its row that a submit provides, and its circuit as `JsonBlobs` stores it. */
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
  /** For a sweep: JSON of its Parameters as `JsonBlobs` stores it. */
  readonly parameters: string | null
  /** JSON of the names of the parameters. */
  readonly parameter_names: string | null
}

/** Columns that a move may set beside the status. */
export type JobChange = Partial<
  Pick<JobRow, 'reason_code' | 'reason_message' | 'started_at' | 'completed_at' | 'charged'>
>

export interface JobState {
  readonly status: JobStatus
  readonly at: number
}

/** `started_at` of a staged job: one of a batch that is not wholly written. No other job has a time before 1970. */
export const STAGED = -1
/** SQL condition for jobs that are not staged, the only ones that lists and restarts read. */
export const IS_WHOLE = `(jobs.started_at IS NULL OR jobs.started_at <> ${STAGED})`

export const reasonOf = ({
  reason_code,
  reason_message,
}: Pick<JobRow, 'reason_code' | 'reason_message'>): StatusReason | null =>
  reason_code === null ? null : { code: reason_code, message: reason_message ?? '' }

/** The job that an event is about, with its owner. */
export interface JobAbout {
  readonly owner: string | null
  readonly job_uuid: string
  /** Left out: the job is of no batch. */
  readonly batch_id?: string | null
}

type EventSubject = Pick<JobRow, 'job_uuid' | 'backend' | 'owner'> & Partial<Pick<JobRow, 'batch_id'>>

/** The fields of every event of a job. */
export const subjectOf = ({ job_uuid, backend, batch_id = null }: EventSubject) => ({
  job_uuid,
  backend,
  ...(batch_id !== null && { batch_id }),
})
export const aboutOf = ({ owner, job_uuid, batch_id = null }: EventSubject): JobAbout => ({ owner, job_uuid, batch_id })

/** The last events of all jobs. */
export type JobEvents = EventLog<Extract<JobEvent, { job_uuid: string }>, JobAbout>
