/** Imports a calibration: reads it, fits it to the device, checks it against what is stored, and only then stores it. */
import type { ImportReply } from '../../contract/backends/catalogue'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import type { ImportCalibration } from '../../contract/calibration/import'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { AppError } from '../../contract/model/errors'
import { importSnapshot } from '../importers/import-snapshot'
import { fitToDevice } from '../snapshot/fit-to-device'
import { refuseFuture } from '../snapshot/future-date'
import { type DatedSnapshot, summarize } from '../snapshot/summary'
import { currentChangeOf, takenOn } from './change-summary'
import { type History, isOlder } from './snapshots'

/** A calibration read from files and fitted to the device, before it is stored. */
export interface ReadCalibration extends Pick<ImportCalibration, 'dry_run' | 'make_current'> {
  readonly fitted: CalibrationSnapshot
}

/**
 * The slow part of an import, without side effects; files of entered figures complete `base`, the current snapshot. Throws
 * `invalid_file`. `now` in ms since 1970 UTC.
 */
export function readCalibration(
  profile: DeviceProfile,
  {
    base,
    request,
    now,
  }: { readonly base: CalibrationSnapshot; readonly request: ImportCalibration; readonly now: number },
): ReadCalibration {
  const { files, format, source, dry_run, make_current } = request
  const names = files.map(file => file.name).join(', ')
  const { snapshot } = importSnapshot(files, { format, source, base })
  refuseFuture(snapshot, names, now)
  return { fitted: fitToDevice(profile, snapshot, names), dry_run, make_current }
}

/** The result of an import. `before` and `after` are the current snapshots; in a dry run, `after` is the one that would be current. */
export interface ImportedCalibration {
  readonly reply: ImportReply
  readonly before: CalibrationSnapshot
  readonly after: CalibrationSnapshot
}

/** Throws `conflict` naming the stored id when these figures are there already. `now` in ms since 1970 UTC. */
export function storeCalibration(
  profile: DeviceProfile,
  {
    history,
    calibration: { fitted, dry_run, make_current },
    now,
  }: { readonly history: History; readonly calibration: ReadCalibration; readonly now: number },
): ImportedCalibration {
  const { device_id } = profile
  const notes = [...fitted.notes, ...remarks(history.of(device_id), fitted)]
  const stored = history.of(device_id).find(dated => dated.snapshot.calibration_id === fitted.calibration_id)
  if (stored !== undefined && !dry_run)
    throw new AppError(
      'conflict',
      `${device_id} already has these figures, as ${fitted.calibration_id}; where that is not the current one, it can be chosen in the history.`,
      { details: { calibration_id: fitted.calibration_id } },
    )
  if (stored !== undefined) notes.unshift(`these figures are already stored as ${fitted.calibration_id}`)
  const before = history.current(device_id)
  const taken = stored ?? { snapshot: fitted, imported_at: now, imported: true }
  const older = isOlder(taken, before)
  const becomesCurrent = make_current === 'always' || (make_current === 'if_newer' && !older)
  const after = becomesCurrent && stored === undefined ? taken : before
  if (stored === undefined && !dry_run)
    history.add(device_id, { snapshot: fitted, imported_at: now, as: becomesCurrent ? 'current' : 'history' })
  const now_current = history.current(device_id).snapshot.calibration_id === fitted.calibration_id
  const change = currentChangeOf(
    before,
    after,
    stored === undefined ? whyNotCurrent(before, older) : 'nothing is stored again',
  )
  return {
    reply: { stored: !dry_run, calibration: summarize(taken, now_current), notes, change },
    before: before.snapshot,
    after: after.snapshot,
  }
}

const whyNotCurrent = (before: DatedSnapshot, older: boolean): string =>
  older ? `the import is older than its ${takenOn(before)}` : 'the import is for the history only'

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
