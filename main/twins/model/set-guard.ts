/** Misbehaviour of an instrument at the next set, without an error. */
type SetMisbehaviour = 'ignore_set' | 'clamp_set'

export interface SetGuard extends MisbehavingTwin {
  /** The value that takes effect: the wanted one, or after `misbehave` once the old one or one half-way to zero. */
  taken(wanted: number, old: number): number
}

export function createSetGuard(): SetGuard {
  const waiting: { readonly kind: SetMisbehaviour; readonly played: () => void }[] = []
  return {
    misbehave(kind, played = () => undefined) {
      if (kind === null) waiting.length = 0
      else waiting.push({ kind, played })
    },
    taken(wanted, old) {
      const { kind, played } = waiting.shift() ?? {}
      played?.()
      if (kind === 'ignore_set') return old
      return kind === 'clamp_set' ? Math.trunc(wanted / 2) + (Math.abs(wanted) < 2 ? wanted / 4 : 0) : wanted
    },
  }
}

/** A twin whose settings can be made to fail silently. */
export interface MisbehavingTwin {
  /**
   * Makes the next set misbehave, one set for each call, in turn; `played` is called once it has. Null takes back those that have
   * not.
   */
  misbehave(kind: SetMisbehaviour | null, played?: () => void): void
}
