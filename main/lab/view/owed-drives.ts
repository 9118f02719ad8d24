import { z } from 'zod'
import type { OwedDrives } from '../../instruments/safety/automatic-safe-states'
import type { Store } from '../../store/store'

interface Row {
  readonly work: string
  readonly instruments: string
}

const Ids = z.array(z.string())

/**
 * In the database, so that a kill before or in the middle of a drive is made up for; whatever says afterwards that the work ended
 * brings it onto the disk with it. `onProblem`: a full disk keeps nobody from driving.
 */
export function openOwedDrives(
  { db, deferred }: Pick<Store, 'db' | 'deferred'>,
  onProblem: (message: string) => void,
): OwedDrives {
  const insert = db.prepare('INSERT OR IGNORE INTO owed_safe_drives (work, instruments) VALUES (?, ?)')
  const remove = db.prepare('DELETE FROM owed_safe_drives WHERE work = ?')
  const all = db.prepare<[], Row>('SELECT work, instruments FROM owed_safe_drives ORDER BY work')
  const attempt = (work: string, write: () => unknown) => {
    try {
      deferred.commit(write)
    } catch (error) {
      onProblem(`the safe state that ${work} owes its instruments could not be noted: ${(error as Error).message}`)
    }
  }
  return {
    add: (work, instruments) => attempt(work, () => insert.run(work, JSON.stringify(instruments))),
    clear: work => attempt(work, () => remove.run(work)),
    list: () => new Map(all.all().map(({ work, instruments }) => [work, Ids.parse(JSON.parse(instruments))])),
  }
}
