import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { openDatabase, type Store, storeOn } from '../../../main/store/store'

/** An empty database after all migrations, made once for a process: each store starts from a copy. */
let migrated: Buffer | null = null

function emptyDatabase(): Buffer {
  const db = openDatabase(':memory:', null)
  const bytes = db.serialize()
  db.close()
  return bytes
}

/** The database in memory, files in a folder that goes away on close. */
export function openMemoryStore(): Store {
  migrated ??= emptyDatabase()
  const db = new Database(migrated)
  db.pragma('foreign_keys = ON')
  db.pragma('trusted_schema = OFF')
  const folder = mkdtempSync(join(tmpdir(), 'pentad-store-'))
  return storeOn(db, { log: null, files: folder, release: () => rmSync(folder, { recursive: true, force: true }) })
}
