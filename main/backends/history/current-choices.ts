/** Which snapshot was made the current one of its device, when, and what was taken back. */
import type { Store } from '../../store/store'

export interface CurrentChoices {
  /** Calibration ids in the order in which they were made current, without those taken back. */
  of(device_id: string): readonly string[]
  /** `before`: the snapshot that is current until now, which the first choice also stores, so that it can be brought back. */
  add(
    device_id: string,
    options: { readonly calibration_id: string; readonly before: string; readonly at: number },
  ): void
  /** Takes back every choice after the last one of this snapshot. */
  undoAfter(device_id: string, calibration_id: string, at: number): void
}

interface ChoiceRow {
  readonly change_id: number
  readonly calibration_id: string
}

export function openCurrentChoices({ db }: Pick<Store, 'db'>): CurrentChoices {
  const select = db.prepare<[string], ChoiceRow>(
    'SELECT change_id, calibration_id FROM current_calibrations WHERE device_id = ? AND undone_at IS NULL ORDER BY change_id',
  )
  const insert = db.prepare(
    'INSERT INTO current_calibrations (device_id, calibration_id, made_current_at) VALUES (?, ?, ?)',
  )
  const undo = db.prepare(
    'UPDATE current_calibrations SET undone_at = ? WHERE device_id = ? AND change_id > ? AND undone_at IS NULL',
  )
  return {
    of: device_id => select.all(device_id).map(({ calibration_id }) => calibration_id),
    add(device_id, { calibration_id, before, at }) {
      if (select.all(device_id).length === 0) insert.run(device_id, before, at)
      if (calibration_id !== before) insert.run(device_id, calibration_id, at)
    },
    undoAfter(device_id, calibration_id, at) {
      const last = select.all(device_id).findLast(row => row.calibration_id === calibration_id)
      if (last !== undefined) undo.run(at, device_id, last.change_id)
    },
  }
}
