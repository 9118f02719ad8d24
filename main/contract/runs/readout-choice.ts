/** Which readout a run takes where its request names none, and what every readout is predicted to do. */
import { z } from 'zod'
import { READOUTS } from '../model/protocols'

const ReadoutOutlook = z.object({
  readout: z.enum(READOUTS),
  /**
   * Predicted error of preparation and readout without a round: how often flag-lut misreads the kept shots, mean over the states.
   * Exact for the calibrated noise, decay twirled to Paulis, with waiting, decisions and resets. null where the readout cannot be
   * run, or no shot would be kept.
   */
  error: z.number().nullable(),
  /** Share of the shots with a prepared state that are kept: 1 in correction mode. null where it cannot be run. */
  kept: z.number().nullable(),
  /** Why it cannot be run; null where it can. */
  excluded: z.string().nullable(),
})
export type ReadoutOutlook = z.infer<typeof ReadoutOutlook>

export const ReadoutChoice = z.object({
  chosen: z.enum(READOUTS),
  /** prediction: the request named none, and this one has the smaller predicted error. */
  by: z.enum(['request', 'prediction']),
  readouts: z.array(ReadoutOutlook),
  /** The choice in a sentence or two. */
  text: z.string(),
})
export type ReadoutChoice = z.infer<typeof ReadoutChoice>
