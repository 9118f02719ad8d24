/** A stage of a fridge that relaxes to where it rests, or is held above that by the heaters that are bound to its sensor. */
import type { TwinClock } from '../model/byte-twin'

const RELAXATION_MS = 60_000

export interface HeatedStage {
  /** Kelvin now. */
  kelvin(): number
  /** Kelvin at which its heater would hold it; null: off. A heater does not cool. */
  heatTo(kelvin: number | null): void
}

/** Kelvin at the beginning, and without a heater. */
interface StageOptions {
  readonly start: number
  readonly rest: number
}

export function createHeatedStage(clock: TwinClock, { start, rest }: StageOptions): HeatedStage {
  let [goal, from, since] = [rest, start, clock.now()]
  const kelvin = () => goal + (from - goal) * Math.exp(-(clock.now() - since) / RELAXATION_MS)
  return {
    kelvin,
    heatTo(heated) {
      from = kelvin()
      since = clock.now()
      goal = Math.max(rest, heated ?? rest)
    },
  }
}
