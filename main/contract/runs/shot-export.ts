/** The measured bits of one file of a run, in the forms in which they are served. */
import { z } from 'zod'
import { CardinalState } from '../model/protocols'

const CHOSEN = 'Needed only where the same bytes were measured of several circuits.'

export const RunShotsQuery = z.strictObject({
  format: z
    .enum(['planes', 'b8', 'mask'])
    .default('planes')
    .describe(
      'planes: as they are stored, one bit plane after another, relative to the noiseless outcomes. ' +
        'b8 and mask, of runs on a device: each shot as bytes, as Stim writes them, bit s % 8 of byte s / 8 for slot s. ' +
        'b8: outcomes as they were read; mask: 1 where the slot was executed, elsewhere the bit of b8 is 0 and says nothing',
    ),
  state: CardinalState.optional().describe(CHOSEN),
  rounds: z.coerce.number().int().min(0).optional().describe(CHOSEN),
})
export type RunShotsQuery = z.output<typeof RunShotsQuery>

export const RunSlotsQuery = RunShotsQuery.omit({ format: true })
export type RunSlotsQuery = z.output<typeof RunSlotsQuery>

/** Meaning of each bit of a file's shots, with the hashes of the served bytes. */
export const ShotSlots = z.object({
  state: CardinalState,
  rounds: z.int(),
  shots: z.int(),
  bytes_per_shot: z.int(),
  slots: z.array(
    z.object({
      /** E.g. `round3.a0`. */
      name: z.string(),
      /** The outcome without noise where every random outcome is 0; stored planes are relative to it. */
      reference: z.union([z.literal(0), z.literal(1)]),
    }),
  ),
  /** SHA-256 of the bytes of format=b8. */
  b8_sha256: z.string(),
  /** SHA-256 of the bytes of format=mask. */
  mask_sha256: z.string(),
})
export type ShotSlots = z.infer<typeof ShotSlots>
