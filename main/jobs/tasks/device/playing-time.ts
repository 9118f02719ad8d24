/** How long the circuits of one job occupy a device together. */
import { sum } from '../../../contract/numbers/arithmetic'
import type { DeviceTime } from '../../../sequencer/profile/estimate'

/** Device time of a number of shots of one circuit, upload and fetch included. */
export type TimeOf = (shots: number) => DeviceTime

/** Total time of circuits, each with its own number of shots. */
export const timeOfAll = (circuits: readonly TimeOf[], shots: readonly number[]): number =>
  sum(circuits.map((timeOf, at) => timeOf(shots[at]!).total_s))

/** Maximum seconds of circuits that share `shots` in any way: all uploads, and every shot on the circuit that takes longest. */
export function mostTimeShared(circuits: readonly TimeOf[], shots: number): number {
  const times = circuits.map(timeOf => timeOf(shots))
  // A last batch of another size is another upload.
  const uploads = circuits.map((timeOf, at) => Math.max(times[at]!.upload_s, timeOf(Math.max(1, shots - 1)).upload_s))
  const unmarked = times.map(({ measuring_s, fetch_s, marks_s }) => measuring_s + fetch_s - marks_s)
  return sum(uploads) + sum(times.map(({ marks_s }) => marks_s)) + Math.max(...unmarked)
}
