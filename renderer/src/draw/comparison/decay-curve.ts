/** The fitted decay P(R) = ½[1 + A(1−2ε)^R] as a line with its band; over several bases, the mean of their decays. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { DecayFit } from '../../../../main/contract/runs/comparison'

/** Survival probability after `rounds` rounds. `spam` is A; error per round is ε. */
export const survivalAfter = (rounds: number, errorPerRound: number, spam: number) =>
  0.5 * (1 + spam * (1 - 2 * errorPerRound) ** rounds)

export interface Curve {
  readonly rounds: readonly number[]
  readonly survival: number[]
  /** From the upper end of ε's interval (lower survival) and its lower end; A of each basis is held at its estimate. */
  readonly low: number[]
  readonly high: number[]
}

const STEPS = 60
/** Errors above ½ are no decay. */
const SATURATED = 0.5

/** The fit from `from` to `until` rounds in even steps; null where ε could not be estimated. */
export const decayCurve = (
  errorPerRound: Estimate,
  fit: DecayFit | null,
  { from = 0, until }: { readonly from?: number; readonly until: number },
): Curve | null =>
  decayAt(
    errorPerRound,
    fit,
    Array.from({ length: STEPS + 1 }, (_, i) => from + ((until - from) * i) / STEPS),
  )

/** The least number of rounds that a fit covers; R = 0 is not covered where it is only shown. */
export const firstFitted = (fit: DecayFit | null, measured: readonly number[]): number =>
  fit?.zero_rounds === 'shown' ? Math.min(...measured.filter(rounds => rounds > 0)) : 0

/**
 * The fitted survival after each number of rounds; null where ε could not be estimated. The band scales the errors of all bases
 * alike until their mean stands at the end of its interval.
 */
export function decayAt(errorPerRound: Estimate, fit: DecayFit | null, rounds: readonly number[]): Curve | null {
  const { value, low, high } = errorPerRound
  if (value === null) return null
  const spam = fit?.spam?.value ?? 1
  const along = (mean: number) => {
    const errors = errorsOf(fit, value, mean)
    const spams = fit?.spam_by_basis ?? errors.map(() => spam)
    const summed = (each: number) =>
      errors.reduce((sum, error, basis) => sum + survivalAfter(each, error, spams[basis] ?? spam), 0)
    return rounds.map(each => summed(each) / errors.length)
  }
  return { rounds, survival: along(value), low: along(high ?? value), high: along(low ?? value) }
}

function errorsOf(fit: DecayFit | null, value: number, mean: number): number[] {
  const bases = fit?.error_by_basis
  if (!bases?.length) return [mean]
  return bases.map(error => Math.min(SATURATED, value === 0 ? mean : ((error ?? SATURATED) * mean) / value))
}
