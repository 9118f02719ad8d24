import { setImmediate } from 'node:timers/promises'
import type { Store } from './store'

/** Milliseconds after which a transaction takes no further piece, as it holds the event loop. */
const SLICE_MS = 4

interface Piece {
  readonly work: () => unknown
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}
type PieceResult = { value: unknown } | { error: unknown }

export interface GroupCommit {
  /**
   * Runs `work` in the next shared transaction and resolves with its result once that is on the disk. An error that `work`
   * throws undoes its own part only and rejects. Pieces run in the order of the calls; where one throws, all pieces of its
   * transaction are undone and run once more.
   */
  write<T>(work: () => T): Promise<T>
  /** As `write`, but less urgent: `work` joins the next transaction, or starts one after two turns of the event loop. */
  writeDeferred<T>(work: () => T): Promise<T>
  /** Resolves once everything given so far has been answered. */
  drained(): Promise<void>
}

/**
 * Commits together all writes requested within one turn of the event loop or while the disk is writing: a commit waits for
 * the disk, and one wait serves all. `work` is synchronous, changes nothing but the database, and must not keep what it
 * read for later: others wrote before it in the same transaction.
 */
export function groupCommit(store: Pick<Store, 'db' | 'deferred'>): GroupCommit {
  const commit = createCommit(store)
  let pending: Piece[] = []
  let rounds: Promise<void> | null = null

  async function round(pieces: readonly Piece[]): Promise<void> {
    let done = pieces
    try {
      const results = commit(pieces)
      done = pieces.slice(0, results.length)
      pending = [...pieces.slice(results.length), ...pending]
      await store.deferred.flushed()
      for (const [at, piece] of done.entries()) answer(piece, results[at]!)
    } catch (error) {
      for (const { reject } of done) reject(error)
    }
  }

  /** Each round begins after the event loop has read what arrived meanwhile, so that it joins the round. */
  async function untilEmpty(): Promise<void> {
    while (pending.length > 0) {
      await setImmediate()
      const pieces = pending
      pending = []
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
    writeDeferred: work => {
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

/** Commits the first pieces in one transaction, as many as a slice of time has room for; returns the results of these. */
function createCommit({ db, deferred }: Pick<Store, 'db' | 'deferred'>): (pieces: readonly Piece[]) => PieceResult[] {
  // Inside the shared transaction this is a savepoint.
  const part = db.transaction((work: () => unknown) => work())

  function attempt({ work }: Piece): PieceResult {
    try {
      return { value: part(work) }
    } catch (error) {
      // A full disk rolls back the whole transaction; nothing more may be written as if it were still open.
      if (!db.inTransaction) throw error
      return { error }
    }
  }

  /** A savepoint costs about as much as most pieces, so savepoints are used only after a piece has thrown. */
  return pieces => {
    try {
      return deferred.commit(() => withinSlice(pieces, ({ work }) => ({ value: work() })))
    } catch (error) {
      if (pieces.length === 1) throw error
      return deferred.commit(() => withinSlice(pieces, attempt))
    }
  }
}

function withinSlice(pieces: readonly Piece[], run: (piece: Piece) => PieceResult): PieceResult[] {
  const until = performance.now() + SLICE_MS
  const results: PieceResult[] = []
  for (const piece of pieces) {
    results.push(run(piece))
    if (performance.now() >= until) break
  }
  return results
}

function answer({ resolve, reject }: Piece, result: PieceResult): void {
  if ('error' in result) reject(result.error)
  else resolve(result.value)
}
