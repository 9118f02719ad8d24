import type { TwinClock } from './byte-twin'

/** A voltage or current that goes to its target at a finite rate, in units a second. */
export interface SlewingOutput {
  set(target: number): void
  setRate(rate: number): void
  /** The programmed value. */
  readonly target: number
  readonly rate: number
  /** Where the output is now. */
  now(): number
}

export function createSlewingOutput(
  clock: TwinClock,
  { value = 0, rate = Number.POSITIVE_INFINITY } = {},
): SlewingOutput {
  let from = value
  let target = value
  let since = clock.now()
  let perSecond = rate
  const now = () => {
    const distance = target - from
    // Infinity × 0 ms is no number.
    if (perSecond === Number.POSITIVE_INFINITY) return target
    const travelled = (perSecond * (clock.now() - since)) / 1_000
    return Math.abs(distance) <= travelled ? target : from + Math.sign(distance) * travelled
  }
  const restart = () => {
    from = now()
    since = clock.now()
  }
  return {
    set(next) {
      restart()
      target = next
    },
    setRate(next) {
      restart()
      perSecond = next
    },
    get target() {
      return target
    },
    get rate() {
      return perSecond
    },
    now,
  }
}
