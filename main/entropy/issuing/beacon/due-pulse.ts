/** When a pulse is due. Times in milliseconds since 1970. */

type DuePulse =
  | { readonly kind: 'pulse'; readonly time: number }
  /** The clock went back too far: time goes on in a new chain. */
  | { readonly kind: 'new_chain'; readonly time: number }
  | { readonly kind: 'wait' }

/** A clock that is behind the last pulse by up to so much is waited for. */
const MAX_BEHIND_MS = 600_000

/** `last`: the time of the last pulse of the chain, null where there is none. Nothing is due before its time. */
export function duePulse(now: number, period: number, last: number | null): DuePulse {
  const time = Math.floor(now / period) * period
  if (last === null || time > last) return { kind: 'pulse', time }
  return last - now > MAX_BEHIND_MS ? { kind: 'new_chain', time } : { kind: 'wait' }
}
