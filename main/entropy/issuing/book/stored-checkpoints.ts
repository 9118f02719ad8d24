import type { Store } from '../../../store/store'

export interface StoredCheckpoint {
  readonly size: number
  readonly note: string
}

/** The signed checkpoints of logs. */
export interface StoredCheckpoints {
  /** The newest checkpoint of a log with at least `least` entries; null where there is none. */
  checkpoint(origin: string, least: number): StoredCheckpoint | null
  checkpointOf(origin: string, size: number): StoredCheckpoint | null
  add(origin: string, checkpoint: StoredCheckpoint): void
}

export function storedCheckpoints({ db }: Pick<Store, 'db'>): StoredCheckpoints {
  const insert = db.prepare('INSERT INTO entropy_checkpoints (origin, size, note) VALUES (?, ?, ?)')
  const newest = db.prepare<[string, number], StoredCheckpoint>(
    'SELECT size, note FROM entropy_checkpoints WHERE origin = ? AND size >= ? ORDER BY size DESC, position DESC LIMIT 1',
  )
  const ofSize = db.prepare<[string, number], StoredCheckpoint>(
    'SELECT size, note FROM entropy_checkpoints WHERE origin = ? AND size = ? ORDER BY position DESC LIMIT 1',
  )
  return {
    checkpoint: (origin, least) => newest.get(origin, least) ?? null,
    checkpointOf: (origin, size) => ofSize.get(origin, size) ?? null,
    add: (origin, { size, note }) => void insert.run(origin, size, note),
  }
}
