/** How the bits of the fault-tolerant logical measurement become outcomes. */
import { type MeasurementSetup, referenceFlips, referenceMasks } from '../spam/measurement-ops'
import { isTriggered, visibleBits } from '../spam/measurement-table'
import type { ReadShot } from './flag-lut'

/**
 * Reads a shot by the table of single faults. In detection mode the check fails where the outcomes disagree or a flag
 * is raised; in correction mode it never does. `Decoding.flip_on_failed_check` must be false with it.
 */
export function measuredReading(measured: MeasurementSetup): ReadShot {
  const flips = referenceFlips(referenceMasks(measured))
  const { measurement, mode, planes } = measured
  const at = Array.from({ length: planes.measurement_bits }, (_, i) => planes.measurement! + i)
  return (bit, syndrome) => {
    const pattern = at.reduce((bits, plane, i) => bits | (bit(plane) << i), 0) ^ flips[syndrome]!
    const outcome = measurement.table[visibleBits(pattern)]!
    return mode === 'detection' && isTriggered(pattern) ? outcome | 2 : outcome
  }
}
