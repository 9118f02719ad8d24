/** Maximum threads of one owner at once. */
const SHARE = 2

/** Owner of work, see `WorkContext`; undefined for the service itself, which has no limit. */
interface Owned {
  readonly owner: string | null | undefined
}

/** Counts each owner's threads over all pools that share this. */
export interface ThreadShares {
  mayAcquire(of: Owned): boolean
  acquire(of: Owned): void
  release(of: Owned): void
  /** `next` is called whenever any pool releases a thread. */
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
