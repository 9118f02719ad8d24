/** Circuit jobs: the spec's submit body, the job, its result. */
import { z } from 'zod'
import { BackendMode } from './backends/catalogue'
import { Name, PageQuery, QubitIndex, Timestamp } from './model/primitives'

/** Run only if a classical bit holds `value` at that moment; bits never written hold 0. */
export const BitCondition = z.strictObject({ clbit: z.int().min(0), value: z.union([z.literal(0), z.literal(1)]) })
/** Run only if every bit agrees: bit i of `value` is what `clbits[i]` must hold (OpenQASM's `if (c == n)`). */
export const RegisterCondition = z.strictObject({
  clbits: z.array(z.int().min(0)).min(2).max(10_000),
  value: z.int().min(0).max(Number.MAX_SAFE_INTEGER),
})
export const Condition = z.union([BitCondition, RegisterCondition])
export type Condition = z.infer<typeof Condition>

export const Instruction = z.strictObject({
  name: z.string().min(1).max(32),
  /** Controls first, target last; a barrier takes any number. */
  qubits: z.array(z.int().min(0)).max(10_000),
  clbits: z.array(z.int().min(0)).max(64).optional(),
  /** Angles in radians, in the order of the gate table. */
  params: z.array(z.number()).max(8).optional(),
  condition: Condition.optional(),
})
export type Instruction = z.infer<typeof Instruction>

export const MAX_INSTRUCTIONS = 1_000_000
export const MAX_SHOTS = 1_000_000
/** Circuits of one submit. */
export const MAX_BATCH = 1_000

/** A named stretch of the circuit's qubits or classical bits; registers of a kind follow each other from index 0. */
export const Register = z.strictObject({
  name: z.string().min(1).max(256),
  kind: z.enum(['qubit', 'bit']),
  size: z.int().min(1).max(10_000),
})
export type Register = z.infer<typeof Register>

export const Circuit = z.strictObject({
  num_qubits: z.int().min(1).max(10_000),
  /** Width of the result; without it, one more than the highest classical bit in use. */
  num_clbits: z.int().min(0).max(10_000).optional(),
  /** Names for export and display alone; without them, `q` and `c`. */
  registers: z.array(Register).max(20_000).optional(),
  instructions: z.array(Instruction).max(MAX_INSTRUCTIONS),
})
export type Circuit = z.infer<typeof Circuit>

export const NoiseKind = z.enum(['none', 'calibrated'])
export type NoiseKind = z.infer<typeof NoiseKind>
export const Precision = z.enum(['float64', 'float32'])
export type Precision = z.infer<typeof Precision>

/** For simulators. A live backend has the noise that it has: there `noise` may only be calibrated, `precision` only left out. */
export const JobOptions = z.strictObject({
  /**
   * Left out: none on a -mock backend, the device's own on a live one. Calibrated noise takes any circuit: where all of it
   * is Clifford, decay is averaged over the Paulis, else it is exact; the result's engine says which.
   */
  noise: NoiseKind.optional(),
  /** Of the state vector's amplitudes; left out: float64. */
  precision: Precision.optional(),
})
export type JobOptions = z.infer<typeof JobOptions>

export const JobName = z.string().trim().min(1).max(200)
export const Tag = z.string().trim().min(1).max(64)

const oneCircuit = (body: { circuit?: unknown; circuits?: unknown }): boolean =>
  (body.circuit === undefined) !== (body.circuits === undefined)

/** One job, or with `circuits` a batch: one job each, accepted together or not at all. */
export const SubmitJob = z
  .strictObject({
    backend: Name,
    shots: z.int().min(1).max(MAX_SHOTS),
    circuit: Circuit.optional(),
    circuits: z.array(Circuit).min(1).max(MAX_BATCH).optional(),
    /** 0 .. 2^53 - 1; chosen and recorded by the service when left out. Job k of a batch takes seed + k. */
    seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
    name: JobName.optional(),
    tags: z.array(Tag).max(20).optional(),
    options: JobOptions.optional(),
  })
  .refine(oneCircuit, {
    path: ['circuit'],
    error: 'give either circuit or circuits',
    when: ({ value }) => typeof value === 'object' && value !== null,
  })
  .meta({ oneOf: [{ required: ['circuit'] }, { required: ['circuits'] }] })
export type SubmitJob = z.infer<typeof SubmitJob>

export const JobId = z.object({ job_uuid: z.uuid() })

/** `job_uuids` for a batch, in the order of its circuits; `job_uuid` is then the first of them. */
export const SubmitReply = JobId.extend({ job_uuids: z.array(z.uuid()).optional() })
export type SubmitReply = z.infer<typeof SubmitReply>

export const JobStatus = z.enum(['PENDING', 'WAITING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED'])
export type JobStatus = z.infer<typeof JobStatus>
export const TERMINAL: readonly JobStatus[] = ['COMPLETED', 'FAILED', 'ABORTED']

/**
 * The legal moves. PENDING: accepted, tokens reserved. WAITING: behind others, may be skipped. PROCESSING: executing.
 * PROCESSING → PENDING is the restart of a mock job after a crash; it runs again from its seed.
 */
export const JOB_MOVES: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  PENDING: ['WAITING', 'PROCESSING', 'FAILED', 'ABORTED'],
  WAITING: ['PROCESSING', 'FAILED', 'ABORTED'],
  PROCESSING: ['COMPLETED', 'FAILED', 'ABORTED', 'PENDING'],
  COMPLETED: [],
  FAILED: [],
  ABORTED: [],
}

/** Why a job ended otherwise than COMPLETED. */
export const REASONS = ['user_cancelled', 'max_runtime', 'service_restart', 'instrument_lost', 'engine_error'] as const
export const StatusReason = z.object({ code: z.enum(REASONS), message: z.string() })
export type StatusReason = z.infer<typeof StatusReason>

/** Where a job stands that has not started. */
export const QueuePlace = z.object({
  /** 1 starts next. Keys take turns, so another key's later job may start before. */
  position: z.int().min(1),
  /** Until it starts; null where nothing is known to reckon from. */
  estimated_wait_ms: z.number().nullable(),
  /** What the estimate is relative to. */
  basis: z.string(),
})
export type QueuePlace = z.infer<typeof QueuePlace>

export const JobSummary = z.object({
  job_uuid: z.uuid(),
  name: z.string().nullable(),
  tags: z.array(z.string()),
  status: JobStatus,
  status_reason: StatusReason.nullable(),
  backend: Name,
  mode: BackendMode,
  simulated: z.boolean(),
  shots: z.int(),
  num_qubits: z.int(),
  created_at: Timestamp,
  started_at: Timestamp.nullable(),
  completed_at: Timestamp.nullable(),
  /** Wall clock from start to completion in milliseconds, once completed. */
  runtime_ms: z.number().nullable(),
  /** null unless it waits. */
  queue_position: z.int().min(1).nullable(),
  /** 0..1 while PROCESSING, 1 once COMPLETED, else null. */
  progress: z.number().nullable(),
})
export type JobSummary = z.infer<typeof JobSummary>

/** What ran on the device in place of the submitted circuit. */
export const TranspiledCircuit = z.object({
  circuit: Circuit,
  /** Device qubit of each qubit of the submitted circuit before the first and after the last instruction; null for unused. */
  initial_layout: z.array(QubitIndex.nullable()),
  final_layout: z.array(QubitIndex.nullable()),
  /** SWAPs that routing inserted. */
  swaps: z.int(),
  cz_count: z.int(),
  depth: z.int(),
  duration_ns: z.number(),
  /** Predicted from the calibration, not measured. */
  expected_success: z.number(),
})
export type TranspiledCircuit = z.infer<typeof TranspiledCircuit>

export const Job = JobSummary.extend({
  circuit: Circuit,
  /** null until executed, and for what runs as submitted. */
  transpiled: TranspiledCircuit.nullable(),
  options: z.object({ noise: NoiseKind, precision: Precision }),
  seed: z.int(),
  engine: z.string().nullable(),
  calibration_id: Name.nullable(),
  /** Compute tokens: held while the job is open; charged for the shots executed, null until it ends. */
  tokens: z.object({ price_per_shot: z.number(), reserved: z.number(), charged: z.number().nullable() }),
  queue: QueuePlace.nullable(),
  timeline: z.array(z.object({ status: JobStatus, at: Timestamp })),
})
export type Job = z.infer<typeof Job>

export const JobResult = z.object({
  job_uuid: z.uuid(),
  /** Executed shots. */
  shots: z.int(),
  /** Bitstring to count; the left-most character is the highest classical bit. */
  counts: z.record(z.string(), z.int()),
  /** With format=memory: the bitstring of each shot. */
  memory: z.array(z.string()).optional(),
  num_clbits: z.int(),
  bit_order: z.literal('left-most character = highest classical bit'),
  /**
   * Of memory and b8. executed: as the shots came; Clifford circuits are run again from their seed for it. drawn: the
   * engine counted only; independent shots in an order drawn from the seed. Of counts alone, as it is without running again.
   */
  shot_order: z.enum(['executed', 'drawn']),
  seed: z.int(),
  engine: z.string(),
  noise: NoiseKind,
  calibration_id: Name.nullable(),
  simulated: z.boolean(),
})
export type JobResult = z.infer<typeof JobResult>

/**
 * counts and memory: JSON. b8: bytes, one shot after another, each ceil(num_clbits / 8) bytes; classical bit c is bit
 * c % 8 (least significant first) of byte c / 8.
 */
export const ResultQuery = z.object({ format: z.enum(['counts', 'memory', 'b8']).default('counts') })
export type ResultQuery = z.output<typeof ResultQuery>

export const JobListQuery = z.object({
  ...PageQuery,
  status: JobStatus.optional(),
  backend: Name.optional(),
  mode: BackendMode.optional(),
  /** Part of the name, upper and lower case alike. */
  name: z.string().min(1).max(200).optional(),
  /** One whole tag. */
  tag: Tag.optional(),
  /** At or after. */
  created_after: Timestamp.optional(),
  /** Before, exclusive. */
  created_before: Timestamp.optional(),
})
export type JobListQuery = z.output<typeof JobListQuery>

/** What a submit of this body would cost and how long it would take, as far as is known now. Nothing is reserved. */
export const JobEstimate = z.object({
  jobs: z.int(),
  tokens: z.object({
    price_per_shot: z.number(),
    required: z.number(),
    available: z.number(),
    sufficient: z.boolean(),
  }),
  queue: QueuePlace,
  runtime_ms: z.number().nullable(),
  /** What runtime_ms is relative to. */
  basis: z.string(),
})
export type JobEstimate = z.infer<typeof JobEstimate>
