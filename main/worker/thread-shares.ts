/** Threads that one owner's work may have at once. */
const SHARE = 2

/** Whose work it is, see `WorkContext`; undefined for the service's own, which has no share to keep to. */
interface Owned {
  readonly owner: string | null | undefined
}

/** How many threads each owner's work has, on all the pools that share this. */
export interface ThreadShares {
  mayAcquire(of: Owned): boolean
  acquire(of: Owned): void
  release(of: Owned): void
  /** `next` is called whenever a thread was given back on any pool. */
  onRelease(next: () => void): void
}

export function createThreadShares(share = SHARE): ThreadShares {
  const held = new Map<string | null, number>()
  const waiting = new Set<() => void>()
  const heldBy = (owner: string | null): number => held.get(owner) ?? 0

  return {
    mayAcquire: ({ owner }) => owner === undefined || heldBy(owner) < share,
    acquire({ owner }) {
      if (owner !== undefined) held.set(owner, heldBy(owner) + 1)
    },
    release({ owner }) {
      if (owner !== undefined && heldBy(owner) > 1) held.set(owner, heldBy(owner) - 1)
      else if (owner !== undefined) held.delete(owner)
      for (const next of waiting) next()
    },
    onRelease: next => void waiting.add(next),
  }
}
