import Database from 'better-sqlite3'
import { AppError } from '../../contract/model/errors'

interface SnapshotOptions {
  readonly from: string
  readonly to: string
  readonly onFraction: (fraction: number) => void
  readonly signal?: AbortSignal | undefined
}

const PAGES_AT_ONCE = 2_000

/**
 * Copies a consistent state of the database into one file while a service writes to it. The copy has no stored replies
 * to draws and no browser sessions, not even in the free pages of deleted rows.
 */
export async function snapshotDatabase({ from, to, onFraction, signal }: SnapshotOptions): Promise<void> {
  const source = new Database(from, { readonly: true, fileMustExist: true })
  try {
    // The read transaction fixes the state: without it, SQLite restarts the copy at each write of a running service.
    source.exec('BEGIN')
    source.prepare('SELECT count(*) FROM sqlite_schema').get()
    await source.backup(to, {
      progress({ totalPages, remainingPages }) {
        signal?.throwIfAborted()
        onFraction(totalPages === 0 ? 0 : 1 - remainingPages / totalPages)
        return PAGES_AT_ONCE
      },
    })
  } finally {
    source.close()
  }
  withDatabase(to, { readonly: false }, removeSecrets)
}

function removeSecrets(db: Database.Database): void {
  db.pragma('journal_mode = DELETE')
  const tables = new Set(db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table'").pluck().all())
  if (tables.has('entropy_replies')) db.exec('UPDATE entropy_replies SET sealed = NULL')
  if (tables.has('sessions')) db.exec('DELETE FROM sessions')
  db.exec('VACUUM')
}

/** Opens the database of a backup for `use`, and closes it. Throws `invalid_file` where SQLite cannot read it. */
export function withDatabase<T>(path: string, options: { readonly: boolean }, use: (db: Database.Database) => T): T {
  let db: Database.Database | null = null
  try {
    db = new Database(path, { ...options, fileMustExist: true })
    return use(db)
  } catch (error) {
    throw unreadable(path, error)
  } finally {
    db?.close()
  }
}

function unreadable(path: string, error: unknown): unknown {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return error
  return new AppError(
    'invalid_file',
    `${path} is not a readable database (${(error as Error).message}). Use another backup.`,
    { details: { path } },
  )
}

/** Id of the newest migration; 0 for a database without any. */
export function schemaOf(db: Database.Database): number {
  const known = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()
  return known ? (db.prepare<[], number | null>('SELECT max(id) FROM migrations').pluck().get() ?? 0) : 0
}

/** Faults that SQLite's integrity check finds; empty where there are none. */
export const integrityFaults = (db: Database.Database): string[] =>
  db
    .prepare<[], string>('PRAGMA integrity_check(10)')
    .pluck()
    .all()
    .filter(line => line !== 'ok')
