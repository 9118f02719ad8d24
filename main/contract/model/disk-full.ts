/** Failures of storage that every part of the service must distinguish. */
import { AppError } from './errors'

/** Codes of the system: no space, quota used up. Codes of SQLite: a full database, or a log or index file that could not grow. */
const FULL = new Set(['ENOSPC', 'EDQUOT', 'SQLITE_FULL', 'SQLITE_IOERR_SHMSIZE'])

/** Whether something failed because the disk is full. */
export function isDiskFull(error: unknown): boolean {
  if (error instanceof AppError) return error.code === 'storage_full'
  if (!(error instanceof Error)) return false
  const { code } = error as Error & { code?: unknown }
  return typeof code === 'string' && FULL.has(code)
}
