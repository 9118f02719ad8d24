import { z } from 'zod'
import type { PendingDrives } from '../../instruments/safety/automatic-safe-states'
import type { Store } from '../../store/store'

interface PendingDriveRow {
  readonly work: string
  readonly instruments: string
}

const Ids = z.array(z.string())

/**
 * Drives still to be made, in the database, so that a restart makes them after a kill; a later write about the end of the work
 * brings the entry onto the disk with it. `onProblem` is called where an entry cannot be written: a full disk does not prevent
 * drives.
 */
export function pendingDriveTable(
  { db, deferred }: Pick<Store, 'db' | 'deferred'>,
  onProblem: (message: string) => void,
): PendingDrives {
  const insert = db.prepare('INSERT OR IGNORE INTO owed_safe_drives (work, instruments) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM owed_safe_drives WHERE work = ?')
  const all = db.prepare<[], PendingDriveRow>('SELECT work, instruments FROM owed_safe_drives ORDER BY work')
  const attempt = (work: string, write: () => unknown) => {
    try {
      deferred.commit(write)
    } catch (error) {
      onProblem(
        `it could not be stored whether the instruments of ${work} must still be driven to their safe state: ${(error as Error).message}`,
      )
    }
  }
  return {
    add: (work, instruments) => attempt(work, () => insert.run(work, JSON.stringify(instruments))),
    clear: work => attempt(work, () => remove.run(work)),
    list: () => new Map(all.all().map(({ work, instruments }) => [work, Ids.parse(JSON.parse(instruments))])),
  }
}
