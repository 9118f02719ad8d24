/** Which snapshot of a device is the current one: how that changes, what the change does, and how it is taken back. */
import { z } from 'zod'
import { CalibrationSummary } from '../calibration/snapshot'
import { Name } from '../model/primitives'
import { DriftChange } from './drift'

export const CurrentChange = z.object({
  /** The current snapshot after the change; in a dry run, the one that would be current. */
  current: CalibrationSummary,
  /** The snapshot that it replaces; null where the current one stays. */
  previous: CalibrationSummary.nullable(),
  /** In plain words: what becomes current and from when its figures are, or why nothing changes. */
  text: z.string(),
  /**
   * In a dry run, the chiplets whose layout would move or whose module would come or go. Null for a real change: `moved` events
   * announce the chiplets as their layouts are resolved.
   */
  moves: z.array(z.object({ logical_id: Name, change: DriftChange })).nullable(),
})
export type CurrentChange = z.infer<typeof CurrentChange>

/** `dry_run`: only say what the change would do. */
export const ChangeCurrent = z.strictObject({ dry_run: z.boolean().default(false) })
export type ChangeCurrent = z.infer<typeof ChangeCurrent>

export const CalibrationList = z.object({
  items: z.array(CalibrationSummary),
  /** The snapshot that reverting would make current again; null where no change is recorded. */
  revert_to: Name.nullable(),
})
