import { setImmediate } from 'node:timers/promises'
import type { Store } from '../../store/store'

/** Pieces in one transaction: a thousand would hold the event loop for longer than 20 ms. */
const MOST = 128

interface Piece {
  readonly work: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
type Outcome = { value: unknown } | { error: unknown }

export interface GroupCommit {
  /**
   * Runs `work` in the next shared transaction and resolves with its answer after that has reached the disk, never
   * before. What `work` throws undoes its own part alone and rejects. Pieces run in the order in which they were given; one
   * runs once more, after all it did was undone, where another of its transaction throws.
   */
  write<T>(work: () => T): Promise<T>
  /** As `write`, but in no haste: `work` joins the next transaction, or begins one in two turns of the event loop. */
  join<T>(work: () => T): Promise<T>
  /** Resolves once everything given so far has been answered. */
  drained(): Promise<void>
}

/**
 * Commits together what is asked for within one turn of the event loop or while the disk is writing: a commit waits for
 * the disk, and one wait serves all. `work` is synchronous, changes nothing but the database, and must not keep what it read
 * for later: others wrote before it in the same transaction.
 */
export function groupCommit({ db, deferred }: Pick<Store, 'db' | 'deferred'>): GroupCommit {
  let pending: Piece[] = []
  let rounds: Promise<void> | null = null
  // Inside the shared transaction this is a savepoint.
  const part = db.transaction((work: () => unknown) => work())

  function attempt({ work }: Piece): Outcome {
    try {
      return { value: part(work) }
    } catch (error) {
      // A full disk rolls back the whole transaction; nothing more may be written as if it were still open.
      if (!db.inTransaction) throw error
      return { error }
    }
  }

  /** Savepoints cost about as much as what most parts do: they are taken only after one was found to throw. */
  function commit(pieces: readonly Piece[]): Outcome[] {
    try {
      return deferred.commit(() => pieces.map(({ work }) => ({ value: work() })))
    } catch (error) {
      if (pieces.length === 1) throw error
      return deferred.commit(() => pieces.map(attempt))
    }
  }

  async function round(pieces: readonly Piece[]): Promise<void> {
    try {
      const outcomes = commit(pieces)
      await deferred.flushed()
      for (const [at, piece] of pieces.entries()) answer(piece, outcomes[at]!)
    } catch (error) {
      for (const { reject } of pieces) reject(error)
    }
  }

  /** Each begins after what has arrived meanwhile was read, so that it joins. */
  async function untilEmpty(): Promise<void> {
    while (pending.length > 0) {
      await setImmediate()
      const pieces = pending.slice(0, MOST)
      pending = pending.slice(MOST)
      await round(pieces)
    }
    rounds = null
  }

  const begin = (): void => {
    if (pending.length > 0) rounds ??= untilEmpty()
  }
  const add = <T>(work: () => T): Promise<T> =>
    new Promise((resolve, reject) => {
      pending.push({ work, resolve: resolve as (value: unknown) => void, reject })
    })

  return {
    write: work => {
      const done = add(work)
      begin()
      return done
    },
    join: work => {
      const done = add(work)
      if (!rounds) setImmediate().then(() => setImmediate().then(begin))
      return done
    },
    drained: async () => {
      begin()
      await rounds
    },
  }
}

function answer({ resolve, reject }: Piece, outcome: Outcome): void {
  if ('error' in outcome) reject(outcome.error)
  else resolve(outcome.value)
}
