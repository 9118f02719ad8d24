/** Leases of operators, for a number of minutes; runs and jobs hold their instruments until they end. */
import type { LeaseReply, LeaseState } from '../../contract/instruments/lease'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import type { Caller } from '../../contract/service/account'
import { type LeaseHolder, type Leases, worksOf } from '../../instruments/registry/leases'
import { actorOf, holderIdOf } from '../model/actor'

export interface OperatorLeases {
  /** The holder of the instrument, and its queue. */
  state(instrument: string): LeaseState
  of(instrument: string, caller: Caller): LeaseReply
  take(instrument: string, minutes: number, caller: Caller): LeaseReply
  /** Throws `instrument_held` where somebody else holds it and the caller may not end that lease. */
  release(instrument: string, caller: Caller): LeaseReply
  /** To be called when an instrument got or lost its holder. */
  changed(instrument: string): void
  close(): void
}

interface TimedLease {
  readonly abort: AbortController
  minutes: number
  release: (() => void) | null
  expires_at: number | null
  timer: NodeJS.Timeout | null
}

export function createOperatorLeases(
  leases: Leases,
  now: () => number,
  onChange: (instrument: string) => void,
): OperatorLeases {
  const times = createHoldingTimes(leases, now)
  const own = createTimedLeases(leases, now, onChange)
  const state = (instrument: string): LeaseState => {
    const holder = leases.holderOf(instrument)
    const expires_at = holder && own.expiresAt(instrument, holder.id)
    const [first = null, ...others] = holder ? worksOf(holder) : []
    return {
      holder: first && shown(first),
      held_with: others.map(shown),
      since: isoTime(first && times.since(instrument, first)),
      expires_at: isoTime(expires_at),
      queue: leases.waiting(instrument).flatMap(worksOf).map(shown),
    }
  }
  const of = (instrument: string, caller: Caller): LeaseReply => {
    const id = holderIdOf(caller)
    const position = leases.waiting(instrument).findIndex(waiting => waiting.id === id)
    const yours = leases.holderOf(instrument)?.id === id ? 'held' : position >= 0 ? 'waiting' : 'none'
    return { instrument_id: instrument, ...state(instrument), yours, place: position >= 0 ? position + 1 : null }
  }

  return {
    state,
    of,
    take(instrument, minutes, caller) {
      own.take(instrument, { id: holderIdOf(caller), label: actorOf(caller), kind: 'operator' }, minutes)
      return of(instrument, caller)
    },
    release(instrument, caller) {
      const id = holderIdOf(caller)
      const holder = leases.holderOf(instrument)
      if (own.has(instrument, id)) own.end(instrument, id)
      else if (caller.kind === 'session' && holder?.kind === 'operator') own.end(instrument, holder.id)
      else if (holder)
        throw new AppError('instrument_held', `${instrument}: ${holder.label} holds it; you hold no lease of it`, {
          details: { holder: holder.label },
        })
      return of(instrument, caller)
    },
    changed: times.changed,
    close: own.endAll,
  }
}

/** Leases of operators, each with the minutes that it lasts from when it is granted. */
interface TimedLeases {
  has(instrument: string, holder_id: string): boolean
  /** Milliseconds since 1970; null for a holder that waits, or has none of these leases. */
  expiresAt(instrument: string, holder_id: string): number | null
  /** Takes a lease, or a position in the queue; a holder that has one already keeps it for so many minutes from now. */
  take(instrument: string, holder: LeaseHolder, minutes: number): void
  /** Gives the lease back, or the position in its queue. */
  end(instrument: string, holder_id: string): void
  endAll(): void
}

function createTimedLeases(leases: Leases, now: () => number, onChange: (instrument: string) => void): TimedLeases {
  const own = new Map<string, TimedLease>()
  const keyOf = (instrument: string, holder_id: string) => `${instrument} ${holder_id}`
  const end = (key: string) => {
    const entry = own.get(key)
    own.delete(key)
    if (entry?.timer) clearTimeout(entry.timer)
    entry?.release?.()
    entry?.abort.abort(new Error('the place was given back'))
  }
  const countDown = (key: string, entry: TimedLease) => {
    if (entry.timer) clearTimeout(entry.timer)
    entry.expires_at = now() + 60_000 * entry.minutes
    entry.timer = setTimeout(() => end(key), 60_000 * entry.minutes)
    entry.timer.unref()
  }
  const acquire = (instrument: string, holder: LeaseHolder, entry: TimedLease) => {
    const key = keyOf(instrument, holder.id)
    leases.acquire([instrument], holder, { signal: entry.abort.signal, onRevoked: () => end(key) }).then(
      lease => {
        entry.release = lease.release
        if (own.get(key) !== entry) return lease.release()
        if (entry.timer === null) countDown(key, entry)
        onChange(instrument)
      },
      () => own.get(key) === entry && own.delete(key),
    )
  }
  return {
    has: (instrument, holder_id) => own.has(keyOf(instrument, holder_id)),
    expiresAt: (instrument, holder_id) => own.get(keyOf(instrument, holder_id))?.expires_at ?? null,
    take(instrument, holder, minutes) {
      const key = keyOf(instrument, holder.id)
      const known = own.get(key)
      if (known) {
        known.minutes = minutes
        if (known.release) countDown(key, known)
        onChange(instrument)
        return
      }
      const entry: TimedLease = { abort: new AbortController(), minutes, release: null, expires_at: null, timer: null }
      own.set(key, entry)
      acquire(instrument, holder, entry)
      if (leases.holderOf(instrument)?.id === holder.id) countDown(key, entry)
    },
    end: (instrument, holder_id) => end(keyOf(instrument, holder_id)),
    endAll() {
      for (const key of [...own.keys()]) end(key)
    },
  }
}

interface HoldingTimes {
  /** Milliseconds since 1970; null where it is not known. */
  since(instrument: string, holder: LeaseHolder): number | null
  /** To be called when an instrument got or lost its holder, or other works share it. */
  changed(instrument: string): void
}

function createHoldingTimes(leases: Leases, now: () => number): HoldingTimes {
  /** By instrument, then by the id of who holds it. */
  const since = new Map<string, ReadonlyMap<string, number>>()
  return {
    since: (instrument, { id }) => since.get(instrument)?.get(id) ?? null,
    changed(instrument) {
      const holder = leases.holderOf(instrument)
      if (!holder) return void since.delete(instrument)
      const known = since.get(instrument)
      since.set(instrument, new Map(worksOf(holder).map(({ id }) => [id, known?.get(id) ?? now()])))
    },
  }
}

const shown = ({ id, label, kind = 'run' }: LeaseHolder) => ({ holder_id: id, kind, label })
