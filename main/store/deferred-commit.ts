import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'

/** Flushes quicker than this run on this thread: handing one to another thread and back takes as long. */
const MAX_WAIT_HERE_MS = 0.25
/** After a slow flush, this many run on another thread before one is tried here again. */
const RETRY_EVERY = 64

/**
 * Commits without waiting for the disk; `flushed` waits for it separately, as SQLite's own flush is synchronous and
 * would block the event loop. A transaction is in the write-ahead log either completely or not at all, so a power cut
 * between commit and flush loses unacknowledged transactions only.
 */
export interface DeferredCommit {
  /**
   * Runs `work` in one immediate transaction and returns its result. This process reads the changes at once;
   * acknowledge nothing of them before `flushed` resolves.
   */
  commit<T>(work: () => T): T
  /**
   * Resolves once everything committed so far is on disk. After one failed flush it and `commit` fail until a restart.
   */
  flushed(): Promise<void>
  close(): void
}

/**
 * `log` is the path of the write-ahead log, null for a database in memory. It stays the same file while `db` is open,
 * and SQLite itself flushes it and the database before it overwrites the log from its start.
 */
export function openDeferredCommit(db: Database.Database, log: string | null): DeferredCommit {
  const file = log === null ? null : openSync(log, 'r+')
  const transaction = db.transaction((work: () => unknown) => work())
  let failure: Error | null = null
  /** Flushes left to run on another thread before one is tried here again. */
  let elsewhere = 0

  function commit<T>(work: () => T): T {
    if (failure) throw failure
    // Not `db.pragma`, which prepares a statement each time.
    db.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction.immediate(work) as T
    } finally {
      db.exec('PRAGMA synchronous = FULL')
    }
  }

  /** The system may report a failed write once and then forget it, so a successful retry would prove nothing. */
  function fail(cause: unknown): Error {
    failure ??= new Error('The disk did not confirm a write; nothing more is taken before a restart', { cause })
    return failure
  }

  function waitHere(log: number): void {
    const start = performance.now()
    fdatasyncSync(log)
    elsewhere = performance.now() - start < MAX_WAIT_HERE_MS ? 0 : RETRY_EVERY
  }

  const waitElsewhere = (log: number): Promise<void> =>
    new Promise((resolve, reject) => fdatasync(log, error => (error ? reject(error) : resolve())))

  async function flushed(): Promise<void> {
    if (failure) throw failure
    if (file === null) return
    try {
      if (elsewhere === 0) return waitHere(file)
      elsewhere -= 1
      await waitElsewhere(file)
    } catch (cause) {
      throw fail(cause)
    }
  }

  return { commit, flushed, close: () => void (file !== null && closeSync(file)) }
}

/**
 * Runs `work` in one transaction and resolves with its result once that is on disk; only then may it be sent to a
 * client. The transaction is over when the call returns, and the wait does not block the event loop.
 */
export async function commitDurably<T>(
  { deferred }: { readonly deferred: Pick<DeferredCommit, 'commit' | 'flushed'> },
  work: () => T,
): Promise<T> {
  const answer = deferred.commit(work)
  await deferred.flushed()
  return answer
}
