import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '../contract/model/errors'

interface FolderLock {
  release(): void
}

/**
 * Locks the data folder by an exclusive transaction in a database of its own that stays open. The operating system
 * releases the lock however the process ends; a pid file would stay behind after a kill -9. Throws `conflict` where the
 * folder is locked or unusable.
 */
export function takeLock(dataDir: string, binding: string | null): FolderLock {
  const path = join(dataDir, 'lock.sqlite')
  try {
    closeSync(openSync(path, 'a', 0o600))
    const db = new Database(path, { timeout: 0, ...(binding ? { nativeBinding: binding } : {}) })
    try {
      db.exec('BEGIN EXCLUSIVE')
    } catch (error) {
      db.close()
      throw error
    }
    return { release: () => db.close() }
  } catch (error) {
    throw explain(dataDir, error)
  }
}

function explain(dataDir: string, error: unknown): unknown {
  if (error instanceof Database.SqliteError && error.code.startsWith('SQLITE_BUSY'))
    return new AppError(
      'conflict',
      `The data folder ${dataDir} is in use by another Pentad process${holder(dataDir)}. Stop that one, or choose another folder with --data.`,
      { details: { reason: 'data_folder_locked', path: dataDir } },
    )
  const code = (error as NodeJS.ErrnoException).code ?? ''
  if (/^(EACCES|EPERM|EROFS|ENOTDIR|ENOSPC)$|^SQLITE_(CANTOPEN|READONLY|NOTADB)/.test(code))
    return new AppError(
      'conflict',
      `The data folder ${dataDir} cannot be locked: ${(error as Error).message}. Choose another with --data.`,
      { details: { reason: 'data_folder_unusable', path: dataDir } },
    )
  return error
}

/** Process id and address of the lock's holder, from its endpoint file; empty where that cannot be read. */
function holder(dataDir: string): string {
  try {
    const { pid, url } = JSON.parse(readFileSync(join(dataDir, 'endpoint.json'), 'utf8')) as Record<string, unknown>
    return ` (process ${pid}, ${url})`
  } catch {
    return ''
  }
}
