/** Adds, deletes and restores devices and snapshots while the workstation runs; none is deleted on which runs, studies or jobs depend. */
import type { AddDevice, AddedDevice } from '../../contract/calibration/add-device'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import type { LoadedDevice } from '../devices/device-profile'
import { type NewDevice, readNewDevice } from '../devices/new-device'
import { summarize } from '../snapshot/summary'
import type { AddedDevices } from './added-devices'
import type { DependentsOf } from './dependents'
import type { History } from './snapshots'

/** Every call throws `not_found` for an unknown id, and `conflict` with the reason where the change is not allowed. */
export interface DeviceChanges {
  /** Throws `invalid_file`, or `conflict` where the id is taken. */
  add(given: AddDevice | NewDevice): AddedDevice
  delete(device_id: string): { device_id: string; deleted_at: string | null }
  restore(device_id: string): { device_id: string; deleted_at: string | null }
  deleteCalibration(device_id: string, calibration_id: string): { calibration_id: string; deleted_at: string | null }
  restoreCalibration(device_id: string, calibration_id: string): { calibration_id: string; deleted_at: string | null }
}

interface DeviceChangeParts {
  readonly added: AddedDevices
  readonly history: History
  /** Current profiles of the devices of the lab and of added devices. */
  readonly devices: Map<string, DeviceProfile>
  readonly dependentsOf: DependentsOf
  readonly now: () => number
}

export function createDeviceChanges(parts: DeviceChangeParts): DeviceChanges {
  const { added, history, devices, now } = parts
  const join = (device: LoadedDevice): void => {
    history.addDevice(device)
    devices.set(device.profile.device_id, device.profile)
  }
  return {
    add(given) {
      const made = 'profile' in given ? given : readNewDevice(given, now())
      const { profile, snapshots, dry_run } = made
      refuseTaken(profile.device_id, devices)
      if (!dry_run) join(added.add(profile, snapshots, now()))
      return replyOf(made, now())
    },
    delete(device_id) {
      const found = added.find(device_id)
      if (!devices.has(device_id))
        throw new AppError('not_found', `There is no device ${device_id}.`, { details: { device_id } })
      if (found === null)
        throw new AppError(
          'conflict',
          `${device_id} belongs to the lab, not to what was added here. Take it out of the lab profile or of --device, and start again.`,
          { details: { device_id } },
        )
      refuseInUse(device_id, parts.dependentsOf(device_id))
      const at = now()
      added.setDeleted(device_id, at)
      history.removeDevice(device_id)
      devices.delete(device_id)
      return { device_id, deleted_at: isoTime(at) }
    },
    restore(device_id) {
      const found = added.find(device_id)
      if (found === null)
        throw new AppError('not_found', `No device ${device_id} was deleted.`, { details: { device_id } })
      if (found.deleted_at === null) return { device_id, deleted_at: null }
      refuseTaken(device_id, devices)
      added.setDeleted(device_id, null)
      join(found)
      return { device_id, deleted_at: null }
    },
    deleteCalibration(device_id, calibration_id) {
      const dated = history.of(device_id).find(({ snapshot }) => snapshot.calibration_id === calibration_id)
      if (dated === undefined) throw noCalibration(device_id, calibration_id)
      if (!dated.imported)
        throw new AppError(
          'conflict',
          `${calibration_id} came with the device ${device_id} and stays as long as the device does.`,
          {
            details: { calibration_id },
          },
        )
      if (history.current(device_id) === dated)
        throw new AppError(
          'conflict',
          `${calibration_id} is the current snapshot of ${device_id}. Make another one current first.`,
          { details: { calibration_id } },
        )
      refuseInUse(calibration_id, parts.dependentsOf(device_id, calibration_id))
      const at = now()
      history.remove(device_id, calibration_id, at)
      return { calibration_id, deleted_at: isoTime(at) }
    },
    restoreCalibration(device_id, calibration_id) {
      if (!history.restore(device_id, calibration_id)) throw noCalibration(device_id, calibration_id)
      return { calibration_id, deleted_at: null }
    },
  }
}

function refuseTaken(device_id: string, devices: ReadonlyMap<string, unknown>): void {
  if (devices.has(device_id))
    throw new AppError(
      'conflict',
      `There is a device ${device_id} already. Choose another id, or import its figures there.`,
      {
        details: { device_id },
      },
    )
}

const noCalibration = (device_id: string, calibration_id: string): AppError =>
  new AppError('not_found', `${device_id} has no calibration ${calibration_id}.`, {
    details: { device_id, calibration_id },
  })

/** Most names in a message; the details have more. */
const NAMED = 5

function refuseInUse(name: string, dependents: readonly string[]): void {
  if (dependents.length === 0) return
  const rest = dependents.length - NAMED
  const named = `${dependents.slice(0, NAMED).join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
  throw new AppError(
    'conflict',
    `${name} cannot be deleted: ${named} ${dependents.length === 1 ? 'was made with it, and its record refers' : 'were made with it, and their records refer'} to it.`,
    { details: { dependents: dependents.slice(0, 100) } },
  )
}

function replyOf({ profile, snapshots, report, dry_run }: NewDevice, at: number): AddedDevice {
  const dated = snapshots.map(snapshot => ({ snapshot, imported_at: at, imported: false }))
  const newest = snapshots.at(-1)!
  return {
    stored: !dry_run,
    profile,
    calibrations: dated.map(each => summarize(each, each.snapshot === newest)).reverse(),
    snapshot: newest,
    report,
    notes: newest.notes,
  }
}
