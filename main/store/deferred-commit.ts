import { closeSync, fdatasync, fdatasyncSync, openSync } from 'node:fs'
import type Database from 'better-sqlite3'

/** Handing a wait to another thread and back takes as long: for a disk that is quicker it is not worth it. */
const MAX_WAIT_HERE_MS = 0.25
/** A slow disk is given the chance to be quick once in so many waits. */
const RETRY_EVERY = 64

/**
 * Commits that do not wait for the disk, and the wait apart from them: SQLite's own, a synchronous call, would hold the
 * event loop. A transaction is whole in the write-ahead log or not there, so a power cut between the two loses what was
 * not acknowledged and nothing else.
 */
export interface DeferredCommit {
  /**
   * Runs `work` in one immediate transaction and returns its result. Acknowledge nothing of it before `flushed`
   * resolves; this process reads it at once.
   */
  commit<T>(work: () => T): T
  /** Resolves once everything committed so far is on the disk. Rejects where the disk did not say so, and from then on always. */
  flushed(): Promise<void>
  close(): void
}

/**
 * `log` is the path of the write-ahead log, null for a database in memory. It is the same file for as long as `db` is
 * open, and SQLite itself flushes it (and the database) before it begins to write it from its start again.
 */
export function openDeferredCommit(db: Database.Database, log: string | null): DeferredCommit {
  const file = log === null ? null : openSync(log, 'r+')
  const transaction = db.transaction((work: () => unknown) => work())
  let failure: Error | null = null
  /** Waits that are left to another thread before the disk is tried here again. */
  let elsewhere = 0

  function commit<T>(work: () => T): T {
    if (failure) throw failure
    // Without `db.pragma`, which makes a statement of it each time.
    db.exec('PRAGMA synchronous = NORMAL')
    try {
      return transaction.immediate(work) as T
    } finally {
      db.exec('PRAGMA synchronous = FULL')
    }
  }

  /** The system may forget what it failed to write and report it once: trying again would prove nothing. */
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
 * Runs `work` in one transaction and resolves with its answer once that is on the disk: no earlier may it be sent to
 * a client. The transaction itself is over when this returns; the wait leaves the event loop free.
 */
export async function commitDurably<T>(
  { deferred }: { readonly deferred: Pick<DeferredCommit, 'commit' | 'flushed'> },
  work: () => T,
): Promise<T> {
  const answer = deferred.commit(work)
  await deferred.flushed()
  return answer
}
