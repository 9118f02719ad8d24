/** The fitted decay P(R) = ½[1 + A(1−2ε)^R] as a line with its band. */
import type { Estimate } from '../../../main/contract/primitives'
import type { DecayFit } from '../../../main/contract/runs'

/** Survival probability after `rounds` rounds. `spam` is A; error per round is ε. */
export const survivalAfter = (rounds: number, errorPerRound: number, spam: number) =>
  0.5 * (1 + spam * (1 - 2 * errorPerRound) ** rounds)

export interface Curve {
  readonly rounds: number[]
  readonly survival: number[]
  /** From the upper end of ε's interval (lower survival) and its lower end; A is held at its estimate. */
  readonly low: number[]
  readonly high: number[]
}

const STEPS = 60

/** Points of the fit from 0 to `until` rounds; null where ε could not be estimated. */
export function decayCurve(errorPerRound: Estimate, spam: number, until: number): Curve | null {
  const { value, low, high } = errorPerRound
  if (value === null) return null
  const rounds = Array.from({ length: STEPS + 1 }, (_, i) => (until * i) / STEPS)
  const along = (error: number) => rounds.map(each => survivalAfter(each, error, spam))
  return { rounds, survival: along(value), low: along(high ?? value), high: along(low ?? value) }
}

/** A of a fit; 1 where only ε was fitted. */
export const spamOf = (fit: DecayFit | null) => fit?.spam?.value ?? 1
