/** Taking a calibration in: read, fitted, checked against what is there, and only then stored. */
import type { z } from 'zod'
import type { ImportReply } from '../contract/backends/catalogue'
import type { CalibrationSnapshot, DeviceProfile, ImportCalibration } from '../contract/calibration/snapshot'
import { AppError } from '../contract/model/errors'
import { invalidFile } from './files/invalid-file'
import { fitToDevice } from './snapshot/fit-to-device'
import type { History } from './history/snapshots'
import { importSnapshot } from './importers/import-snapshot'
import { type DatedSnapshot, newest, summarize } from './snapshot/summary'

const DAY_MS = 86_400_000

/** Throws `invalid_file`, or `conflict` naming the stored id when these figures are there already. `now` in ms since 1970 UTC. */
export function takeIn(
  profile: DeviceProfile,
  history: History,
  request: ImportCalibration,
  now: number,
): z.infer<typeof ImportReply> {
  const names = request.files.map(file => file.name).join(', ')
  const { snapshot } = importSnapshot(request.files, { format: request.format, source: request.source })
  refuseFuture(snapshot, names, now)
  const fitted = fitToDevice(profile, snapshot, names)
  const { device_id } = profile
  const notes = [...fitted.notes, ...remarks(history.of(device_id), fitted)]
  const stored = history.of(device_id).find(dated => dated.snapshot.calibration_id === fitted.calibration_id)
  if (stored !== undefined && !request.dry_run)
    throw new AppError('conflict', `${device_id} already has these figures, as ${fitted.calibration_id}.`, {
      calibration_id: fitted.calibration_id,
    })
  if (stored !== undefined) notes.unshift(`these figures are already stored as ${fitted.calibration_id}`)
  else if (!request.dry_run) history.add(device_id, fitted, now)
  const current = newest(history.of(device_id)).snapshot.calibration_id === fitted.calibration_id
  return {
    stored: !request.dry_run,
    calibration: summarize(stored ?? { snapshot: fitted, imported_at: now, imported: true }, current),
    notes,
  }
}

/** A date ahead of the clock would stay the current calibration whatever is imported after it. */
function refuseFuture(snapshot: CalibrationSnapshot, file: string, now: number): void {
  if (snapshot.calibrated_at === null || Date.parse(snapshot.calibrated_at) <= now + DAY_MS) return
  throw invalidFile(
    file,
    null,
    `it is dated ${snapshot.calibrated_at}, which is in the future. Correct the date, or the clock of this machine.`,
  )
}

function remarks(earlier: readonly DatedSnapshot[], snapshot: CalibrationSnapshot): string[] {
  const others = [...new Set(earlier.map(dated => dated.snapshot.source_device))].filter(
    name => name !== snapshot.source_device,
  )
  const dead = snapshot.qubits.filter(qubit => qubit.out_of_service !== null)
  return [
    ...(others.length > 0
      ? [`published for ${snapshot.source_device}; earlier figures here are of ${others.join(', ')}`]
      : []),
    ...(dead.length > 0
      ? [
          `out of service: ${dead
            .slice(0, 20)
            .map(qubit => qubit.label)
            .join(', ')}${dead.length > 20 ? ' and more' : ''}`,
        ]
      : []),
  ]
}
