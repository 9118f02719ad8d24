import type { KeyRecord } from '../../../contract/entropy/key-record'
import { isoTime } from '../../../contract/model/iso-time'
import type { Store } from '../../../store/store'

/** The records of the public keys of a data folder, in its store. */
export interface KeyRecords {
  /** Oldest first. */
  all(): KeyRecord[]
  active(): KeyRecord | null
  /** The key that is valid at this time, milliseconds since 1970; null where there is none. */
  validAt(time: number): KeyRecord | null
  /** Adds a record and stores the one before as retired, in one transaction. */
  succeed(retired: KeyRecord | null, added: KeyRecord): void
}

export function keyRecords({ db }: Pick<Store, 'db'>): KeyRecords {
  const read = db.prepare<[], string>('SELECT record FROM entropy_keys ORDER BY position').pluck()
  const add = db.prepare('INSERT INTO entropy_keys (kid, record) VALUES (?, ?)')
  const change = db.prepare('UPDATE entropy_keys SET record = ? WHERE kid = ?')
  const all = () => read.all().map(text => JSON.parse(text) as KeyRecord)
  const write = db.transaction((retired: KeyRecord | null, added: KeyRecord) => {
    if (retired) change.run(JSON.stringify(retired), retired.kid)
    add.run(added.kid, JSON.stringify(added))
  })
  return {
    all,
    active: () => all().find(({ status }) => status === 'active') ?? null,
    validAt(time) {
      const at = isoTime(time)
      const isValid = ({ status, not_before, not_after }: KeyRecord) =>
        status !== 'revoked' && not_before <= at && (not_after === null || at < not_after)
      return all().find(isValid) ?? null
    },
    succeed: (retired, added) => write.immediate(retired, added),
  }
}
