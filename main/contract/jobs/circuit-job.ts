/** Circuit jobs as they are listed and shown. */
import { z } from 'zod'
import { BackendMode } from '../backends/catalogue'
import { Name, PageQuery, QubitIndex, Timestamp } from '../model/primitives'
import { Circuit, ParametricCircuit } from './circuit'
import { Grouping, Mitigation, Observable } from './observables'
import { SavedVersionRef } from './saved-circuit'
import { JobStatus, QueuePlace, StatusReason } from './status'
import { NoiseKind, Precision, RoutingChoice, Tag } from './submit'

/** Expectation values from shots, calculated ones, or counts with quasi-probabilities beside them. */
export const EstimateKind = z.enum(['sampled', 'exact', 'mitigated_counts'])
export type EstimateKind = z.infer<typeof EstimateKind>

export const JobSummary = z.object({
  job_uuid: z.uuid(),
  name: z.string().nullable(),
  tags: z.array(z.string()),
  status: JobStatus,
  status_reason: StatusReason.nullable(),
  backend: Name,
  mode: BackendMode,
  simulated: z.boolean(),
  /** Kind of estimates in its result besides or instead of counts; null for counts alone. */
  estimates: EstimateKind.nullable(),
  /** Shots as submitted; per row for a sweep; the maximum where a target error is set; 0 for exact values. */
  shots: z.int(),
  /** Number of rows of a sweep's parameters; null for a job of one circuit. */
  rows: z.int().nullable(),
  /** The batch it was submitted in, if any. */
  batch_id: z.uuid().nullable(),
  num_qubits: z.int(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  /** Wall clock from start to completion in milliseconds, once completed. */
  runtime_ms: z.number().nullable(),
  /** null unless the job waits. */
  queue_position: z.int().min(1).nullable(),
  /** 0..1 while PROCESSING, 1 once COMPLETED, else null. */
  progress: z.number().nullable(),
})
export type JobSummary = z.infer<typeof JobSummary>

/** Circuit that the device executed for the submitted one. */
export const TranspiledCircuit = z.object({
  /**
   * Loops are written out. `store` sets classical bit `clbits[0]` to `params[0]` at once: bits after the circuit's own say which
   * iterations of loops happen, the first of them whether a loop was left at its `max_iterations`. A barrier with a condition ends an
   * iteration.
   */
  circuit: Circuit,
  /** Device qubit of each qubit of the submitted circuit before the first and after the last instruction; null for unused. */
  initial_layout: z.array(QubitIndex.nullable()),
  final_layout: z.array(QubitIndex.nullable()),
  /** SWAPs that routing inserted. */
  swaps: z.int(),
  cz_count: z.int(),
  /** Where the device makes a CZ from other native gates: how many of them the CZs take, and which. */
  native_two_qubit_count: z.int().optional(),
  native_two_qubit_gates: z.array(z.string()).optional(),
  depth: z.int(),
  duration_ns: z.number(),
  /** Predicted from the calibration, not measured. */
  expected_success: z.number(),
  /** True where no T2 is published: idle times use its limit 2·T1, and `expected_success` is an upper bound. */
  success_is_bound: z.boolean().optional(),
})
export type TranspiledCircuit = z.infer<typeof TranspiledCircuit>

/** `name`: its present name, or the last one where it is deleted. */
const JobSavedCircuit = SavedVersionRef.extend({
  name: z.string(),
  deleted: z.boolean(),
  /** The key that owns the saved circuit and submitted the job; null for the account holder. No other key can open it. */
  key_id: z.string().nullable(),
})
export type JobSavedCircuit = z.infer<typeof JobSavedCircuit>

export const Job = JobSummary.extend({
  circuit: ParametricCircuit,
  /** null until executed, and for a circuit that runs as submitted. */
  transpiled: TranspiledCircuit.nullable(),
  options: z.object({
    noise: NoiseKind,
    precision: Precision,
    grouping: Grouping.optional(),
    mitigation: Mitigation.optional(),
    initial_layout: z.array(z.int()).optional(),
    routing: RoutingChoice.optional(),
  }),
  /** Observables of a job of expectation values. */
  observables: z.array(Observable).optional(),
  target_error: z.number().optional(),
  /** Saved circuit that the job was submitted from. */
  saved_circuit: JobSavedCircuit.optional(),
  /** Parameters of a sweep, in the order of the values of its rows. */
  parameter_names: z.array(z.string()).nullable(),
  seed: z.int(),
  engine: z.string().nullable(),
  calibration_id: Name.nullable(),
  /** Compute tokens: held while the job is open; charged for the shots executed, null until it ends. */
  tokens: z.object({ price_per_shot: z.number(), reserved: z.number(), charged: z.number().nullable() }),
  queue: QueuePlace.nullable(),
  timeline: z.array(z.object({ status: JobStatus, at: Timestamp })),
})
export type Job = z.infer<typeof Job>

/** Reply of GET; with `circuit=false` without the two circuits, for clients that poll. */
export const JobDetail = Job.partial({ circuit: true, transpiled: true })
export type JobDetail = z.infer<typeof JobDetail>

/** Most seconds that a request may wait. */
export const MAX_WAIT_S = 60

export const Wait = z.coerce
  .number()
  .min(0)
  .max(MAX_WAIT_S)
  .default(0)
  .describe(
    'Seconds within which the answer waits for the end: it comes at once where all is over, else when they have passed',
  )

export const JobQuery = z.object({
  wait: Wait,
  circuit: z
    .enum(['true', 'false'])
    .default('true')
    .transform(text => text === 'true')
    .describe('false leaves the submitted and the transpiled circuit out'),
})
export type JobQuery = z.output<typeof JobQuery>

/** Also accepts the capitalized modes that the jobs page writes. */
const ModeFilter = z.enum(['mock', 'live', 'Mock', 'Live']).transform(mode => BackendMode.parse(mode.toLowerCase()))

export const JobListQuery = z.object({
  ...PageQuery,
  status: JobStatus.optional(),
  backend: Name.optional(),
  mode: ModeFilter.optional(),
  name: z.string().min(1).max(200).describe('Part of the name, upper and lower case alike').optional(),
  tag: Tag.describe('One whole tag').optional(),
  batch: z.uuid().describe('Those of one batch').optional(),
  saved_circuit: z.uuid().describe('Those submitted from any version of one').optional(),
  created_after: Timestamp.describe('At or after').optional(),
  created_before: Timestamp.describe('Before, exclusive').optional(),
})
export type JobListQuery = z.output<typeof JobListQuery>
