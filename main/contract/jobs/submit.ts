/** What is submitted, and what is answered. */
import { z } from 'zod'
import { Name } from '../model/primitives'
import { Circuit } from './circuit'
import { QueuePlace } from './status'

export const MAX_SHOTS = 1_000_000

/** Circuits of one submit. */
export const MAX_BATCH = 1_000

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
export const SubmitReply = JobId.extend({
  job_uuids: z.array(z.uuid()).optional(),
  /** On a repeated Idempotency-Key: those of the batch that were deleted since. */
  deleted_job_uuids: z.array(z.uuid()).optional(),
})
export type SubmitReply = z.infer<typeof SubmitReply>

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
  /**
   * Most seconds of the device for all jobs: upload, shots with their resets one after the other, and the bins over the link.
   * null on a mock.
   */
  device_time_s: z.number().nullable(),
})
export type JobEstimate = z.infer<typeof JobEstimate>
