/** Which snapshot of a device is the current one: how that changes, what the change does, and how it is taken back. */
import { z } from 'zod'
import { CalibrationSummary } from '../calibration/snapshot'
import { Name } from '../model/primitives'
import { DriftChange } from './drift'

export const CurrentChange = z.object({
  /** The current snapshot afterwards; in a dry run, what would be it. */
  current: CalibrationSummary,
  /** The one whose place it takes; null where the current one stays. */
  previous: CalibrationSummary.nullable(),
  /** In plain words: what becomes current and from when its figures are, or why nothing changes. */
  text: z.string(),
  /**
   * In a dry run, the chiplets whose layout would move or whose module would come or go. Otherwise null: `moved` events name
   * of them as they are worked out.
   */
  moves: z.array(z.object({ logical_id: Name, change: DriftChange })).nullable(),
})
export type CurrentChange = z.infer<typeof CurrentChange>

/** Only say what it would do. */
export const ChangeCurrent = z.strictObject({ dry_run: z.boolean().default(false) })
export type ChangeCurrent = z.infer<typeof ChangeCurrent>

export const CalibrationList = z.object({
  items: z.array(CalibrationSummary),
  /** What reverting would make the current one again; null where no change of it is known. */
  revert_to: Name.nullable(),
})
