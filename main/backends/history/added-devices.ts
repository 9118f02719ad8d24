/** Devices that were added while the workstation ran, with the snapshots they came with. A deleted one can be brought back. */
import { DeviceProfile } from '../../contract/calibration/device-profile'
import { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import type { Store } from '../../store/store'
import type { LoadedDevice } from '../devices/device-profile'

export interface AddedDevices {
  /** Devices that are not deleted, oldest first. */
  all(): readonly (LoadedDevice & { readonly added_at: number })[]
  /** Also finds a deleted device. */
  find(device_id: string): (LoadedDevice & { readonly deleted_at: number | null }) | null
  /** Replaces a deleted device of this id, and deletes its history. `at` in ms since 1970 UTC. */
  add(profile: DeviceProfile, snapshots: readonly CalibrationSnapshot[], at: number): LoadedDevice
  setDeleted(device_id: string, at: number | null): void
}

interface DeviceRow {
  readonly profile: string
  readonly snapshots: string
  readonly added_at: number
  readonly deleted_at: number | null
}

export function openAddedDevices({ db }: Pick<Store, 'db'>): AddedDevices {
  const select = db.prepare<[string], DeviceRow>('SELECT * FROM added_devices WHERE device_id = ?')
  const list = db.prepare<[], DeviceRow>(
    'SELECT * FROM added_devices WHERE deleted_at IS NULL ORDER BY added_at, device_id',
  )
  const insert = db.prepare(
    'INSERT OR REPLACE INTO added_devices (device_id, profile, snapshots, added_at) VALUES (?, ?, ?, ?)',
  )
  const setDeleted = db.prepare('UPDATE added_devices SET deleted_at = ? WHERE device_id = ?')
  const forget = [
    db.prepare('DELETE FROM calibrations WHERE device_id = ?'),
    db.prepare('DELETE FROM current_calibrations WHERE device_id = ?'),
  ]
  const replace = db.transaction((profile: DeviceProfile, snapshots: readonly CalibrationSnapshot[], at: number) => {
    for (const statement of forget) statement.run(profile.device_id)
    insert.run(profile.device_id, JSON.stringify(profile), JSON.stringify(snapshots), at)
  })
  return {
    all: () => list.all().map(row => ({ ...loaded(row), added_at: row.added_at })),
    find: device_id => {
      const row = select.get(device_id)
      return row === undefined ? null : { ...loaded(row), deleted_at: row.deleted_at }
    },
    add: (profile, snapshots, at) => {
      replace.immediate(profile, snapshots, at)
      return loadedOf(profile, snapshots, at)
    },
    setDeleted: (device_id, at) => void setDeleted.run(at, device_id),
  }
}

const loaded = ({ profile, snapshots, added_at }: DeviceRow): LoadedDevice =>
  loadedOf(DeviceProfile.parse(JSON.parse(profile)), CalibrationSnapshot.array().parse(JSON.parse(snapshots)), added_at)

const loadedOf = (profile: DeviceProfile, snapshots: readonly CalibrationSnapshot[], at: number): LoadedDevice => ({
  profile,
  bundled: snapshots.map(snapshot => ({ snapshot, imported_at: at, imported: false })),
})
