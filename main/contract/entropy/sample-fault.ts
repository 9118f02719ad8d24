/** Faults of the twin of a detector, from sample `from` on, counted from when the fault is set. */
import { z } from 'zod'

const From = z.int().min(0).max(1e12).default(0)
const Chance = z.number().min(0).max(1)

export const SampleFault = z.discriminatedUnion('kind', [
  /** The output no longer changes. */
  z.strictObject({ kind: z.literal('stuck'), from: From }),
  /** One value replaces a sample with a probability that grows by `per_million` in 10^6 samples. */
  z.strictObject({ kind: z.literal('bias_ramp'), from: From, per_million: z.number().positive().max(1e6) }),
  /** A pattern of `period` values shows through with this chance. */
  z.strictObject({ kind: z.literal('periodic'), from: From, period: z.int().min(1).max(4095), chance: Chance }),
  /** The sample `lag` earlier comes again with this chance. */
  z.strictObject({ kind: z.literal('lag'), from: From, lag: z.int().min(1).max(4095), chance: Chance }),
  /** The signal is `gain` times as strong as the detector is made for. */
  z.strictObject({ kind: z.literal('saturation'), from: From, gain: z.number().positive().max(1e6) }),
])
export type SampleFault = z.infer<typeof SampleFault>
