/** Every snapshot of every device: those beside its profile, and imported ones, which are stored in the database. */
import { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { AppError } from '../../contract/model/errors'
import type { Store } from '../../store/store'
import type { LoadedDevice } from '../devices/device-profile'
import { fitToDevice } from '../snapshot/fit-to-device'
import type { DatedSnapshot } from '../snapshot/summary'
import { openCurrentChoices } from './current-choices'

export interface History {
  /** Oldest first. Never empty. */
  of(device_id: string): readonly DatedSnapshot[]
  /** The snapshot that was chosen last; the newest where none was chosen. */
  current(device_id: string): DatedSnapshot
  /** Snapshot that was current before; null where none is known. */
  previous(device_id: string): DatedSnapshot | null
  /**
   * Adds an imported snapshot, which is stored when the call returns. Calibration ids are unique within a device. Times in ms
   * since 1970 UTC.
   */
  add(
    device_id: string,
    options: {
      readonly snapshot: CalibrationSnapshot
      readonly imported_at: number
      readonly as: 'current' | 'history'
    },
  ): void
  /** Makes a snapshot of the history the current one. */
  choose(device_id: string, calibration_id: string, at: number): void
  /** Makes `previous` the current one again. */
  revert(device_id: string, at: number): void
  /** Takes an imported snapshot out of the history; `restore` brings it back, and returns false where it is not there. */
  remove(device_id: string, calibration_id: string, at: number): void
  restore(device_id: string, calibration_id: string): boolean
  /** Adds a device with the history that the store has of it, or reads its history again. */
  addDevice(device: LoadedDevice): void
  removeDevice(device_id: string): void
}

interface SnapshotRow {
  readonly snapshot: string
  readonly imported_at: number
}

/**
 * Reads what is stored for these devices. Rows of devices that are gone stay untouched; a row that no longer fits its device,
 * because the profile was edited, is left out and reported to `notice`.
 */
export function openHistory(
  store: Pick<Store, 'db'>,
  devices: readonly LoadedDevice[],
  notice: (message: string) => void,
): History {
  const select = store.db.prepare<[string], SnapshotRow>(
    'SELECT snapshot, imported_at FROM calibrations WHERE device_id = ? AND deleted_at IS NULL',
  )
  // Replaces a deleted row, whose snapshot may be imported again.
  const insert = store.db.prepare(
    'INSERT OR REPLACE INTO calibrations (device_id, calibration_id, calibrated_at, imported_at, snapshot) VALUES (?, ?, ?, ?, ?)',
  )
  const setDeleted = store.db.prepare(
    'UPDATE calibrations SET deleted_at = ? WHERE device_id = ? AND calibration_id = ?',
  )
  const loaded = new Map(devices.map(device => [device.profile.device_id, device]))
  const choices = openCurrentChoices(store)
  const known = new Map(
    devices.map(device => [device.profile.device_id, merge(device, select.all(device.profile.device_id), notice)]),
  )
  /** Every submit reads the position, so it is cached until it changes. */
  const positions = new Map<string, SnapshotPosition>()
  const of = (device_id: string): readonly DatedSnapshot[] => known.get(device_id) ?? []
  const position = (device_id: string): SnapshotPosition => {
    const found = positions.get(device_id) ?? positionOf(of(device_id), choices.of(device_id))
    positions.set(device_id, found)
    return found
  }
  const changed = <Args extends unknown[]>(change: (device_id: string, ...rest: Args) => void) => {
    const atOnce = store.db.transaction(change)
    return (device_id: string, ...rest: Args): void => {
      atOnce.immediate(device_id, ...rest)
      positions.delete(device_id)
    }
  }
  const readAgain = (device_id: string): void => {
    const device = loaded.get(device_id)
    if (device !== undefined) known.set(device_id, merge(device, select.all(device_id), notice))
    positions.delete(device_id)
  }
  for (const { profile } of devices)
    noticeNewer({ device_id: profile.device_id, notice }, of(profile.device_id), position(profile.device_id))
  return {
    of,
    current: device_id => position(device_id).current,
    previous: device_id => position(device_id).previous,
    add: (device_id, { snapshot, imported_at, as }) => {
      const before = position(device_id).current.snapshot.calibration_id
      const { calibration_id } = snapshot
      const calibrated_at = snapshot.calibrated_at === null ? null : Date.parse(snapshot.calibrated_at)
      changed(() => {
        insert.run(device_id, calibration_id, calibrated_at, imported_at, JSON.stringify(snapshot))
        choices.add(device_id, { calibration_id: as === 'current' ? calibration_id : before, before, at: imported_at })
      })(device_id)
      known.set(device_id, inOrder([...of(device_id), { snapshot, imported_at, imported: true }]))
    },
    choose: changed((device_id, calibration_id: string, at: number) =>
      choices.add(device_id, { calibration_id, before: position(device_id).current.snapshot.calibration_id, at }),
    ),
    revert: changed((device_id, at: number) => {
      const { previous } = position(device_id)
      if (previous !== null) choices.undoAfter(device_id, previous.snapshot.calibration_id, at)
    }),
    remove: (device_id, calibration_id, at) => {
      setDeleted.run(at, device_id, calibration_id)
      readAgain(device_id)
    },
    restore: (device_id, calibration_id) => {
      const { changes } = setDeleted.run(null, device_id, calibration_id)
      readAgain(device_id)
      return changes > 0
    },
    addDevice: device => {
      loaded.set(device.profile.device_id, device)
      readAgain(device.profile.device_id)
    },
    removeDevice: device_id => {
      loaded.delete(device_id)
      known.delete(device_id)
      positions.delete(device_id)
    },
  }
}

interface SnapshotPosition {
  readonly current: DatedSnapshot
  readonly previous: DatedSnapshot | null
}

/** Choices of snapshots that are no longer in the history are skipped. */
function positionOf(snapshots: readonly DatedSnapshot[], chosen: readonly string[]): SnapshotPosition {
  const there = chosen.flatMap(id => snapshots.find(({ snapshot }) => snapshot.calibration_id === id) ?? [])
  const current = there.at(-1) ?? snapshots.at(-1)!
  return { current, previous: there.findLast(each => each !== current) ?? null }
}

/** Reports newer figures that come with the profile, which do not replace the choice of an older snapshot. */
function noticeNewer(
  { device_id, notice }: { readonly device_id: string; readonly notice: Notice },
  snapshots: readonly DatedSnapshot[],
  { current }: SnapshotPosition,
): void {
  const newest = snapshots.findLast(({ imported }) => !imported)
  if (newest === undefined || !isOlder(current, newest)) return
  notice(
    `${device_id} comes with ${newest.snapshot.calibration_id}, which is newer than ${current.snapshot.calibration_id}, the snapshot that was made its current one. Make it the current one on the Backends page to use it.`,
  )
}

type Notice = (message: string) => void

/** By the date of the figures; see `moment`. */
export const isOlder = (a: DatedSnapshot, b: DatedSnapshot): boolean => moment(a) < moment(b)

/** Bundled and imported snapshots, oldest first; an imported one that the profile now bundles as well counts once. */
function merge(device: LoadedDevice, rows: readonly SnapshotRow[], notice: (message: string) => void): DatedSnapshot[] {
  const bundled = new Set(device.bundled.map(({ snapshot }) => snapshot.calibration_id))
  const imported = rows
    .flatMap(row => stored(device, row, notice))
    .filter(({ snapshot }) => !bundled.has(snapshot.calibration_id))
  return inOrder([...device.bundled, ...imported])
}

/** Fits a stored snapshot again, because the profile may have changed since. A row that is no snapshot at all is a bug, not bad input. */
function stored(device: LoadedDevice, row: SnapshotRow, notice: (message: string) => void): DatedSnapshot[] {
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
