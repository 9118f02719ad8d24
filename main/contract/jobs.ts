/** Circuit jobs: the spec's submit body, the job, its result. */
import { z } from 'zod'
import { BackendMode } from './backends'
import { Name, PageQuery, Timestamp } from './primitives'

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

export const SubmitJob = z.strictObject({
  backend: Name,
  shots: z.int().min(1).max(MAX_SHOTS),
  circuit: Circuit,
  /** 0 .. 2^53 - 1; chosen and recorded by the service when left out. */
  seed: z.int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
})
export type SubmitJob = z.infer<typeof SubmitJob>

export const JobId = z.object({ job_uuid: z.uuid() })

export const JobStatus = z.enum(['PENDING', 'WAITING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED'])
export type JobStatus = z.infer<typeof JobStatus>
export const TERMINAL: readonly JobStatus[] = ['COMPLETED', 'FAILED', 'ABORTED']

export const JobSummary = z.object({
  job_uuid: z.uuid(),
  status: JobStatus,
  status_reason: z.object({ code: z.string(), message: z.string() }).nullable(),
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
})
export type JobSummary = z.infer<typeof JobSummary>

export const Job = JobSummary.extend({
  circuit: Circuit,
  seed: z.int(),
  engine: z.string().nullable(),
  timeline: z.array(z.object({ status: JobStatus, at: Timestamp })),
})
export type Job = z.infer<typeof Job>

export const JobResult = z.object({
  job_uuid: z.uuid(),
  shots: z.int(),
  /** Bitstring to count; the left-most character is the highest classical bit. */
  counts: z.record(z.string(), z.int()),
  num_clbits: z.int(),
  bit_order: z.literal('left-most character = highest classical bit'),
  seed: z.int(),
  engine: z.string(),
  simulated: z.boolean(),
})
export type JobResult = z.infer<typeof JobResult>

export const JobListQuery = z.object({ ...PageQuery, status: JobStatus.optional(), backend: Name.optional() })
