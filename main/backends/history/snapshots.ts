/** Every snapshot of every device: those beside its profile and those imported here. Imported ones are kept in the store. */
import { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { AppError } from '../../contract/model/errors'
import type { Store } from '../../store/store'
import type { LoadedDevice } from '../devices/device-profile'
import { fitToDevice } from '../snapshot/fit-to-device'
import type { DatedSnapshot } from '../snapshot/summary'

export interface History {
  /** Oldest first; the last is the current one. Never empty. */
  of(device_id: string): readonly DatedSnapshot[]
  /** Stored for good when it returns. Calibration ids are unique within a device. */
  add(device_id: string, snapshot: CalibrationSnapshot, imported_at: number): void
}

interface Row {
  readonly snapshot: string
  readonly imported_at: number
}

/**
 * Reads what is stored for these devices. Rows of devices that are gone stay untouched; a row that no longer fits its
 * device, because the profile was edited, is left out and said to `notice`.
 */
export function openHistory(
  store: Pick<Store, 'db'>,
  devices: readonly LoadedDevice[],
  notice: (message: string) => void,
): History {
  const select = store.db.prepare<[string], Row>('SELECT snapshot, imported_at FROM calibrations WHERE device_id = ?')
  const insert = store.db.prepare(
    'INSERT INTO calibrations (device_id, calibration_id, calibrated_at, imported_at, snapshot) VALUES (?, ?, ?, ?, ?)',
  )
  const known = new Map(
    devices.map(device => [device.profile.device_id, merge(device, select.all(device.profile.device_id), notice)]),
  )
  return {
    of: device_id => known.get(device_id) ?? [],
    add: (device_id, snapshot, imported_at) => {
      const calibrated_at = snapshot.calibrated_at === null ? null : Date.parse(snapshot.calibrated_at)
      insert.run(device_id, snapshot.calibration_id, calibrated_at, imported_at, JSON.stringify(snapshot))
      known.set(device_id, inOrder([...(known.get(device_id) ?? []), { snapshot, imported_at, imported: true }]))
    },
  }
}

/** A profile may come to bundle what was imported before: the same figures count once. */
function merge(device: LoadedDevice, rows: readonly Row[], notice: (message: string) => void): DatedSnapshot[] {
  const bundled = new Set(device.bundled.map(({ snapshot }) => snapshot.calibration_id))
  const imported = rows
    .flatMap(row => stored(device, row, notice))
    .filter(({ snapshot }) => !bundled.has(snapshot.calibration_id))
  return inOrder([...device.bundled, ...imported])
}

/** Fitted again, because the profile may have changed since. A row that is no snapshot at all is a bug, not bad input. */
function stored(device: LoadedDevice, row: Row, notice: (message: string) => void): DatedSnapshot[] {
  const snapshot = CalibrationSnapshot.parse(JSON.parse(row.snapshot))
  const name = `imported calibration ${snapshot.calibration_id}`
  try {
    return [{ snapshot: fitToDevice(device.profile, snapshot, name), imported_at: row.imported_at, imported: true }]
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    notice(`${error.message} It is left out of the history of ${device.profile.device_id}.`)
    return []
  }
}

/** By date. An undated import counts from its import; an undated bundled one comes before everything dated. Stable. */
function inOrder(snapshots: readonly DatedSnapshot[]): DatedSnapshot[] {
  return snapshots.toSorted((a, b) => moment(a) - moment(b))
}

function moment({ snapshot, imported, imported_at }: DatedSnapshot): number {
  if (snapshot.calibrated_at !== null) return Date.parse(snapshot.calibrated_at)
  return imported ? imported_at : 0
}
