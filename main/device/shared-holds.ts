/** Instruments that several devices of a lab hang on: nobody sets them while any work goes on. */
import type { Registry } from '../instruments/registry/registry'
import type { Holder } from './order-of-arrival'

/** Who holds them at the registry, for all devices together. */
export const SHARED_HOLDER = 'devices'

export interface SharedHolds {
  /** Resolves, with what ends it, once nobody else may set any of these. */
  join(
    ids: readonly string[],
    holder: Holder,
    options: { signal: AbortSignal; onRevoked: (id: string) => void },
  ): Promise<() => void>
}

export function sharedHolds({ leases }: Pick<Registry, 'leases'>): SharedHolds {
  interface Hold {
    readonly users: Map<object, (id: string) => void>
    readonly lease: Promise<{ release(): void }>
    /** Once it is granted. */
    granted: { release(): void } | null
  }
  const holds = new Map<string, Hold>()
  const leave = (id: string, user: object) => {
    const hold = holds.get(id)
    if (!hold?.users.delete(user) || hold.users.size > 0) return
    holds.delete(id)
    if (hold.granted) hold.granted.release()
    else void hold.lease.then(lease => lease.release())
  }
  const enter = (id: string, user: object, onRevoked: (id: string) => void, label: string): Promise<unknown> => {
    let hold = holds.get(id)
    if (!hold) {
      const users = new Map<object, (id: string) => void>()
      const lost = () => {
        if (holds.get(id)?.users === users) holds.delete(id)
        for (const tell of users.values()) tell(id)
      }
      hold = { users, lease: leases.acquire([id], { id: SHARED_HOLDER, label }, { onRevoked: lost }), granted: null }
      const own = hold
      void own.lease.then(lease => {
        own.granted = lease
      })
      holds.set(id, hold)
    }
    hold.users.set(user, onRevoked)
    return hold.lease
  }
  return {
    async join(ids, holder, { signal, onRevoked }) {
      const user = {}
      const leaveAll = () => {
        for (const id of ids) leave(id, user)
      }
      try {
        const entered = Promise.all(ids.map(id => enter(id, user, onRevoked, holder.label)))
        await unlessAborted(entered, signal)
      } catch (error) {
        leaveAll()
        throw error
      }
      return leaveAll
    },
  }
}

/** Whoever is cancelled waits for nothing any more. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
