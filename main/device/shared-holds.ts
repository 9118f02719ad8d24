/** Instruments shared by several devices of a lab: their settings cannot be changed while any work goes on. */
import type { LeaseHolder } from '../instruments/registry/leases'
import type { Registry } from '../instruments/registry/registry'
import type { Holder } from './order-of-arrival'

/** Id of the holder in the registry, for all devices together. */
export const SHARED_HOLDER = 'devices'

export interface SharedHolds {
  /** Resolves once no one else may set any of these, with a function that ends the hold. */
  join(
    ids: readonly string[],
    holder: Holder,
    options: { signal: AbortSignal; onRevoked: (id: string) => void },
  ): Promise<() => void>
}

export function sharedHolds({ leases }: Pick<Registry, 'leases'>): SharedHolds {
  type Users = Map<Holder, (id: string) => void>
  interface Hold {
    readonly users: Users
    readonly lease: Promise<{ release(): void }>
    /** Once it is granted. */
    granted: { release(): void } | null
    /** Takes it out of the queue. */
    readonly waiting: AbortController
  }
  const holds = new Map<string, Hold>()
  const leave = (id: string, user: Holder) => {
    const hold = holds.get(id)
    if (!hold?.users.delete(user)) return
    if (hold.users.size > 0) return leases.worksChanged(id)
    holds.delete(id)
    if (hold.granted) hold.granted.release()
    else {
      hold.waiting.abort(new Error('nobody waits for it any more'))
      // It may be granted already, and not announced yet.
      void hold.lease.then(
        lease => lease.release(),
        () => undefined,
      )
    }
  }
  const enter = (id: string, user: Holder, onRevoked: (id: string) => void): Promise<unknown> => {
    let hold = holds.get(id)
    if (!hold) {
      const users: Users = new Map([[user, onRevoked]])
      const lost = () => {
        if (holds.get(id)?.users === users) holds.delete(id)
        for (const granted of users.values()) granted(id)
      }
      const waiting = new AbortController()
      const lease = leases.acquire([id], together(users, user), { signal: waiting.signal, onRevoked: lost })
      const own: Hold = { users, lease, granted: null, waiting }
      hold = own
      lease.then(
        granted => {
          own.granted = granted
        },
        () => undefined,
      )
      holds.set(id, hold)
    } else {
      hold.users.set(user, onRevoked)
      leases.worksChanged(id)
    }
    return hold.lease
  }
  return {
    async join(ids, holder, { signal, onRevoked }) {
      // The same work may join again before it has left: each time counts.
      const user = { ...holder }
      const leaveAll = () => {
        for (const id of ids) leave(id, user)
      }
      try {
        const entered = Promise.all(ids.map(id => enter(id, user, onRevoked)))
        await unlessAborted(entered, signal)
      } catch (error) {
        leaveAll()
        throw error
      }
      return leaveAll
    },
  }
}

/**
 * The holder for all users of an instrument. Its label is that of the user that has held longest, or of the first user where all
 * have left before their turn.
 */
const together = (users: ReadonlyMap<Holder, unknown>, first: Holder): LeaseHolder => {
  const works = () => (users.size > 0 ? [...users.keys()] : [first])
  return {
    id: SHARED_HOLDER,
    get label() {
      return works()[0]!.label
    },
    get works() {
      return works()
    },
  }
}

/** Rejects at once when the signal aborts. */
function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason)
    if (signal.aborted) stop()
    signal.addEventListener('abort', stop, { once: true })
    work.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop))
  })
}
