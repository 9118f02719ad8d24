/** When a pulse is due. Times in milliseconds since 1970. */

type DuePulse =
  | { readonly kind: 'pulse'; readonly time: number }
  /** The clock went back too far: time goes on in a new chain. */
  | { readonly kind: 'new_chain'; readonly time: number }
  | { readonly kind: 'wait' }

/** Longest time, in milliseconds, that the clock may be behind the last pulse before a new chain begins. */
const MAX_BEHIND_MS = 600_000

/** `last`: the time of the last pulse of the chain, null where there is none. Nothing is due before its time. */
export function duePulse(now: number, period: number, last: number | null): DuePulse {
  const time = Math.floor(now / period) * period
  if (last === null || time > last) return { kind: 'pulse', time }
  return last - now > MAX_BEHIND_MS ? { kind: 'new_chain', time } : { kind: 'wait' }
}
