/** Summary of a change of the current snapshot, in figures and in words. */
import type { CurrentChange } from '../../contract/backends/current-calibration'
import { utc } from '../../contract/model/iso-time'
import { type DatedSnapshot, summarize } from '../snapshot/summary'

/** Summary of the change from `before` to `after`, with `moves` null. `stays`: reason in the text where nothing changes. */
export function currentChangeOf(before: DatedSnapshot, after: DatedSnapshot, stays: string): CurrentChange {
  const changes = before.snapshot.calibration_id !== after.snapshot.calibration_id
  return {
    current: summarize(after, true),
    previous: changes ? summarize(before, false) : null,
    text: changes
      ? `${named(after)} becomes the current snapshot in the place of ${named(before)}.`
      : `${named(before)} stays the current snapshot: ${stays}.`,
    moves: null,
  }
}

const named = (dated: DatedSnapshot): string => `${dated.snapshot.calibration_id} (${takenOn(dated)})`

/** `figures of 2026-11-20 08:00 UTC` */
export const takenOn = ({ snapshot }: DatedSnapshot): string =>
  snapshot.calibrated_at === null ? 'undated figures' : `figures of ${utc(snapshot.calibrated_at)}`
