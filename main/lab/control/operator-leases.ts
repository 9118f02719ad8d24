/** Operators hold instruments for some minutes; runs and jobs hold them for as long as they last. */
import type { LeaseReply, LeaseState } from '../../contract/instruments/lease'
import { AppError } from '../../contract/model/errors'
import { isoTime } from '../../contract/model/iso-time'
import type { Caller } from '../../contract/service/account'
import { type LeaseHolder as Holder, type Leases, worksOf } from '../../instruments/registry/leases'
import { actorOf, holderIdOf } from '../view/actor'

export interface OperatorLeases {
  /** Who holds it, and who waits. */
  state(instrument: string): LeaseState
  of(instrument: string, caller: Caller): LeaseReply
  take(instrument: string, minutes: number, caller: Caller): LeaseReply
  /** Throws `instrument_held` where somebody else holds it whom the caller may not end. */
  release(instrument: string, caller: Caller): LeaseReply
  /** An instrument got or lost its holder. */
  changed(instrument: string): void
  close(): void
}

interface Own {
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
  const own = new Map<string, Own>()
  /** By instrument, then by the id of who holds it: milliseconds since 1970. */
  const since = new Map<string, ReadonlyMap<string, number>>()
  const keyOf = (instrument: string, holder: string) => `${instrument} ${holder}`

  const end = (key: string) => {
    const entry = own.get(key)
    own.delete(key)
    if (entry?.timer) clearTimeout(entry.timer)
    entry?.release?.()
    entry?.abort.abort(new Error('the place was given back'))
  }
  const countDown = (key: string, entry: Own) => {
    if (entry.timer) clearTimeout(entry.timer)
    entry.expires_at = now() + 60_000 * entry.minutes
    entry.timer = setTimeout(() => end(key), 60_000 * entry.minutes)
    entry.timer.unref()
  }
  const state = (instrument: string): LeaseState => {
    const holder = leases.holderOf(instrument)
    const entry = holder && own.get(keyOf(instrument, holder.id))
    const [first = null, ...others] = holder ? worksOf(holder) : []
    return {
      holder: first && shown(first),
      held_with: others.map(shown),
      since: isoTime((first && since.get(instrument)?.get(first.id)) ?? null),
      expires_at: isoTime(entry?.expires_at ?? null),
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
      const holder = { id: holderIdOf(caller), label: actorOf(caller), kind: 'operator' as const }
      const key = keyOf(instrument, holder.id)
      const known = own.get(key)
      if (known) {
        known.minutes = minutes
        if (known.release) countDown(key, known)
        onChange(instrument)
        return of(instrument, caller)
      }
      const entry: Own = { abort: new AbortController(), minutes, release: null, expires_at: null, timer: null }
      own.set(key, entry)
      leases.acquire([instrument], holder, { signal: entry.abort.signal, onRevoked: () => end(key) }).then(
        lease => {
          entry.release = lease.release
          if (own.get(key) !== entry) return lease.release()
          if (entry.timer === null) countDown(key, entry)
          onChange(instrument)
        },
        () => own.get(key) === entry && own.delete(key),
      )
      if (leases.holderOf(instrument)?.id === holder.id) countDown(key, entry)
      return of(instrument, caller)
    },
    release(instrument, caller) {
      const id = holderIdOf(caller)
      const holder = leases.holderOf(instrument)
      if (own.has(keyOf(instrument, id))) end(keyOf(instrument, id))
      else if (caller.kind === 'session' && holder?.kind === 'operator') end(keyOf(instrument, holder.id))
      else if (holder)
        throw new AppError('instrument_held', `${instrument}: ${holder.label} holds it; you hold no lease of it`, {
          details: { holder: holder.label },
        })
      return of(instrument, caller)
    },
    changed(instrument) {
      const holder = leases.holderOf(instrument)
      if (!holder) return void since.delete(instrument)
      const known = since.get(instrument)
      since.set(instrument, new Map(worksOf(holder).map(({ id }) => [id, known?.get(id) ?? now()])))
    },
    close() {
      for (const key of [...own.keys()]) end(key)
    },
  }
}

const shown = ({ id, label, kind = 'run' }: Holder) => ({ holder_id: id, kind, label })
