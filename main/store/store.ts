import { chmodSync, closeSync, openSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../contract/model/errors'
import type { StateMachine } from '../contract/model/state-machine'
import { makeFolders, removeTemporaryFiles } from '../files/folders'
import { readHashed, removeHashed, writeHashed } from './blobs'
import { type DeferredCommit, openDeferredCommit } from './deferred-commit'
import { createSpace, type Space } from './disk-space'
import { takeLock } from './folder-lock'
import { removeUnreferencedFiles } from './garbage-collection'
import { MIGRATIONS, migrate } from './migrate'

/**
 * The open database. Services prepare their own statements and wrap changes that belong together in `db.transaction`.
 */
export interface Store {
  readonly db: Database.Database
  /** Retries writes on a full disk. On one, `deferred.commit` throws and `writeFile` rejects with `storage_full`, while `db` throws SQLITE_FULL. */
  readonly space: Space
  /** For frequent commits: waits for the disk without blocking the event loop, as plain transactions of `db` do. */
  readonly deferred: Pick<DeferredCommit, 'commit' | 'flushed'>
  /** Folder for content-addressed bulk files. */
  readonly files: string
  /** Stores the bytes and resolves with their SHA-256 (hex) once they are on disk; only then may a row name it. */
  writeFile(bytes: Uint8Array): Promise<string>
  /**
   * Bytes stored by `writeFile`. Rejects with `not_found` for an unknown hash, `conflict` when the bytes no longer
   * match it.
   */
  readFile(sha256: string): Promise<Uint8Array>
  /**
   * Removes a file at once. Only for a file that surely no row names; the next start removes all other unnamed files.
   */
  removeFile(sha256: string): Promise<void>
  close(): void
}

/** SQL for whether the status of a row is one that may change. */
export const isOpen = ({ open }: Pick<StateMachine<string>, 'open'>): string =>
  `status IN (${open.map(status => `'${status}'`).join(', ')})`

interface StoreOptions {
  /** Created when missing, readable by its owner only. */
  readonly dataDir: string
  /** Native binding of better-sqlite3, null for the one Node finds. */
  readonly binding?: string | null
  /** Called with a line about each slow step. */
  readonly notice?: (line: string) => void
}

/**
 * Opens the data folder for this process alone, brings its schema up to date and removes files that no row names.
 * Throws `conflict` when another process holds the folder or a newer version wrote it, `invalid_file` when it is damaged.
 */
export function openStore({ dataDir, binding = null, notice }: StoreOptions): Store {
  makeFolder(dataDir)
  const lock = takeLock(dataDir, binding)
  try {
    const path = join(dataDir, 'pentad.sqlite')
    ownerOnly(path)
    const files = makeFolder(join(dataDir, 'files'))
    removeTemporaryFiles(dataDir)
    removeTemporaryFiles(files)
    return opened(openDatabase(path, binding, notice), { log: `${path}-wal`, files, release: lock.release })
  } catch (error) {
    lock.release()
    throw error
  }
}

/** Opens the store on a database and closes that again when an error occurs. */
function opened(db: Database.Database, store: OpenedStore): Store {
  try {
    removeUnreferencedFiles(db, store.files)
    return storeOn(db, store)
  } catch (error) {
    db.close()
    throw error
  }
}

interface OpenedStore {
  /** Path of the write-ahead log, null for a database in memory. */
  readonly log: string | null
  readonly files: string
  /** Called last by `close`. */
  readonly release: () => void
}

/** The store on an open database. */
export function storeOn(db: Database.Database, { log, files, release }: OpenedStore): Store {
  const deferred = openDeferredCommit(db, log)
  const space = createSpace(files)
  return {
    db,
    space,
    deferred: {
      commit: work => explaining(space, () => deferred.commit(work)),
      flushed: deferred.flushed,
    },
    files,
    writeFile: async bytes => {
      try {
        return await writeHashed(files, bytes)
      } catch (error) {
        throw space.explain(error)
      }
    },
    readFile: sha256 => readHashed(files, sha256),
    removeFile: sha256 => removeHashed(files, sha256),
    close: () => {
      deferred.close()
      db.close()
      release()
    },
  }
}

function explaining<T>(space: Space, work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw space.explain(error)
  }
}

/** Opens and migrates the database. Throws `invalid_file` where it is damaged. */
export function openDatabase(path: string, binding: string | null, notice?: (line: string) => void): Database.Database {
  const db = new Database(path, binding ? { nativeBinding: binding } : {})
  try {
    db.pragma('journal_mode = WAL')
    // Accounts and run records must outlive a power cut, so every commit reaches the disk before it is acknowledged.
    db.pragma('synchronous = FULL')
    db.pragma('foreign_keys = ON')
    db.pragma('trusted_schema = OFF')
    migrate(db, MIGRATIONS, notice)
    return db
  } catch (error) {
    db.close()
    throw damaged(path, error)
  }
}

/** SQLite's NOTADB and CORRUPT as an error the operator can act on. */
function damaged(path: string, error: unknown): unknown {
  const code = error instanceof Database.SqliteError ? error.code : ''
  if (!/^SQLITE_(NOTADB|CORRUPT)/.test(code)) return error
  return new AppError(
    'invalid_file',
    `${path} is not a readable database (${(error as Error).message}). Restore it from a backup, or choose another folder with --data.`,
    { details: { path } },
  )
}

function makeFolder(path: string): string {
  try {
    makeFolders(path)
    return path
  } catch (error) {
    throw new AppError(
      'conflict',
      `The data folder ${path} cannot be created: ${(error as Error).message}. Choose another with --data.`,
      { details: { path } },
    )
  }
}

/** Creates the database file for its owner only; SQLite gives its -wal and -shm files the same mode. */
function ownerOnly(path: string): void {
  closeSync(openSync(path, 'a', 0o600))
  chmodSync(path, 0o600)
}
