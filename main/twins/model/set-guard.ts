/** What an instrument may do to the next value that it is set to, without an error. */
type SetMisbehaviour = 'ignore_set' | 'clamp_set'

export interface SetGuard {
  misbehave(kind: SetMisbehaviour): void
  /** The value that takes effect: the wanted one, or after `misbehave` once the old one or one half-way to zero. */
  taken(wanted: number, old: number): number
}

export function createSetGuard(): SetGuard {
  let next: SetMisbehaviour | null = null
  return {
    misbehave: kind => {
      next = kind
    },
    taken(wanted, old) {
      const kind = next
      next = null
      if (kind === 'ignore_set') return old
      return kind === 'clamp_set' ? Math.trunc(wanted / 2) + (Math.abs(wanted) < 2 ? wanted / 4 : 0) : wanted
    },
  }
}

/** A twin whose settings can be made to fail silently. */
export interface MisbehavingTwin {
  misbehave(kind: SetMisbehaviour): void
}
