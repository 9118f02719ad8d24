/** The result of a circuit job. */
import { z } from 'zod'
import { Name } from '../model/primitives'
import { UsedSequencer } from '../runs/machine'
import { NoiseKind } from './submit'

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
   * Of memory and b8. executed: as the shots came, stored with the result of a device; Clifford circuits are run again from their seed for it. drawn: the
   * engine counted only; independent shots in an order drawn from the seed. Of counts alone, as it is without running again.
   */
  shot_order: z.enum(['executed', 'drawn']),
  seed: z.int(),
  engine: z.string(),
  noise: NoiseKind,
  calibration_id: Name.nullable(),
  simulated: z.boolean(),
  /** Measured, left out and not charged: bins without an outcome, and decisions that the shot's own bits contradict. */
  lost_shots: z.int(),
  /** What measured it, as it says itself; none for an engine. */
  sequencers: z.array(UsedSequencer),
})
export type JobResult = z.infer<typeof JobResult>

/**
 * counts and memory: JSON. b8 is answered with the bytes of `…/result/b8` for scripts that ask this way; the document names
 * the two that are JSON.
 */
export const ResultQuery = z.object({
  format: z
    .enum(['counts', 'memory', 'b8'])
    .meta({ enum: ['counts', 'memory'], description: 'Each shot as bytes: …/result/b8' })
    .default('counts'),
})
export type ResultQuery = z.output<typeof ResultQuery>
