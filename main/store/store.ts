import type Database from 'better-sqlite3'

/** The open database. Services prepare their own statements and wrap what must hold together in `db.transaction`. */
export interface Store {
  readonly db: Database.Database
  /** Folder for content-addressed bulk files. */
  readonly files: string
  close(): void
}
