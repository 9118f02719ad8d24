import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { utc } from '../../contract/model/iso-time'
import { invalidFile } from '../files/invalid-file'

const DAY_MS = 86_400_000

/**
 * Throws `invalid_file` for a date more than a day ahead of the clock: that snapshot would stay the newest whatever is imported
 * after it. `now` in ms since 1970 UTC.
 */
export function refuseFuture(snapshot: CalibrationSnapshot, file: string, now: number): void {
  if (snapshot.calibrated_at === null || Date.parse(snapshot.calibrated_at) <= now + DAY_MS) return
  throw invalidFile(
    file,
    null,
    `it is dated ${utc(snapshot.calibrated_at)}, which is in the future. Correct the date, or the clock of this machine.`,
  )
}
