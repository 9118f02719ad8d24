/** Counts of a run in progress: enough to draw a survival plot that fills in. */
import { z } from 'zod'
import { MAX_ROUNDS } from '../model/protocols'

/** 50 numbers of rounds and 0, for the encoded qubit and for the physical ones. */
const MAX_POINTS = 2 * 51

export const PartialCount = z.object({
  /** The encoded qubit under the run's own decoder, or all physical qubits of the baseline together. */
  of: z.enum(['encoded', 'physical']),
  rounds: z.int().min(0).max(MAX_ROUNDS),
  /** Over all prepared states; `accepted` are those that were not discarded, `failures` those of them that were read wrongly. */
  shots: z.int(),
  accepted: z.int(),
  failures: z.int(),
})
export type PartialCount = z.infer<typeof PartialCount>

/** Progress, about once a second; its counts are of a part of the shots, so that no verdict may be drawn from them. */
export const CountedProgress = z.object({
  fraction: z.number(),
  stage: z.string(),
  /** Left out before the first circuit is counted; events leave them out where they are as in the event before. */
  counts: z.array(PartialCount).max(MAX_POINTS).optional(),
})
export type CountedProgress = z.infer<typeof CountedProgress>
