import type { Store } from '../store/store'

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
   * before. What `work` throws undoes its own part alone and rejects. Pieces run in the order in which they were given.
   */
  write<T>(work: () => T): Promise<T>
  /** Commits everything given so far, now. */
  flush(): void
}

/**
 * Commits what is asked for within one turn of the event loop together: a commit waits for the disk, and one wait serves
 * all. `work` is synchronous and must not keep what it read for later: others wrote before it in the same transaction.
 */
export function groupCommit({ db }: Pick<Store, 'db'>): GroupCommit {
  let pending: Piece[] = []
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

  const together = db.transaction((pieces: readonly Piece[]): Outcome[] => pieces.map(attempt))

  function commit(pieces: readonly Piece[]): void {
    let outcomes: Outcome[]
    try {
      outcomes = together.immediate(pieces)
    } catch (error) {
      for (const { reject } of pieces) reject(error)
      return
    }
    pieces.forEach(({ resolve, reject }, at) => {
      const outcome = outcomes[at]!
      if ('error' in outcome) reject(outcome.error)
      else resolve(outcome.value)
    })
  }

  function turn(): void {
    const pieces = pending.slice(0, MOST)
    pending = pending.slice(MOST)
    if (pending.length > 0) setImmediate(turn)
    if (pieces.length > 0) commit(pieces)
  }

  return {
    write: <T>(work: () => T) =>
      new Promise<T>((resolve, reject) => {
        pending.push({ work, resolve: resolve as (value: unknown) => void, reject })
        if (pending.length === 1) setImmediate(turn)
      }),
    flush: () => {
      while (pending.length > 0) turn()
    },
  }
}
