/**
 * The difference of two survivals, each averaged over the prepared states: the stratified Newcombe interval (Yan and Su
 * 2010). Newcombe's hybrid score interval of a difference of two proportions (Newcombe 1998, method 10) joins the
 * limits of both sides by their squares, recovering variances from limits (MOVER: Zou and Donner 2008); the limits of a
 * side are Wilson's of every state.
 */
import type { Estimate } from '../../contract/model/primitives'
import { mean, sum } from '../../contract/numbers/arithmetic'
import { chi2Above } from './gamma'
import { CONFIDENCE, unobserved, wilsonLimits, Z95 } from './intervals'

/** `failures` of `shots` shots did not read back the state. */
export interface Share {
  readonly shots: number
  readonly failures: number
}

/** The two sides of one prepared state. */
export interface Stratum {
  readonly one: Share
  readonly other: Share
}

/** A difference of mean survivals. Every state weighs the same, however many of its shots were kept. */
export interface Difference {
  /** Survival of `one` less that of `other`. */
  readonly value: number
  /** The limits at so many standard deviations of the normal distribution, e.g. 1.96 for 95 %. */
  readonly limits: (z: number) => readonly [low: number, high: number]
}

/**
 * The difference of the two sides; null without a state, or where a state has no shots on a side, so no known survival.
 */
export function differenceOf(strata: readonly Stratum[]): Difference | null {
  if (strata.length === 0 || strata.some(({ one, other }) => one.shots === 0 || other.shots === 0)) return null
  const [ones, others] = [strata.map(({ one }) => one), strata.map(({ other }) => other)]
  const [p, q] = [meanFailing(ones), meanFailing(others)]
  const limits = (z: number): readonly [number, number] => {
    const [pLow, pHigh] = stratifiedWilson(ones, z)
    const [qLow, qHigh] = stratifiedWilson(others, z)
    return [q - p - Math.hypot(pHigh - p, q - qLow), q - p + Math.hypot(p - pLow, qHigh - q)]
  }
  return { value: q - p, limits }
}

const failing = ({ shots, failures }: Share): number => failures / shots

const meanFailing = (shares: readonly Share[]): number => mean(shares.map(failing))

/**
 * Limits of the mean failing share: the mean of each state's own limits. Those are taken at fewer standard deviations
 * than `z`, by the ratio in which the mean varies less than the single states (Yan and Su 2010). Limits at `z` for each
 * state, joined by their squares, would lean to ½ more with every state: for 6 states with one expected failure each,
 * such intervals missed on one side in 10 % in place of 2.5 %.
 */
export function stratifiedWilson(shares: readonly Share[], z: number): readonly [low: number, high: number] {
  const spreads = shares.map(spread)
  const fewer = z * (Math.hypot(...spreads) / sum(spreads))
  const limits = shares.map(({ failures, shots }) => wilsonLimits(failures, shots, fewer))
  return [mean(limits.map(([low]) => low)), mean(limits.map(([, high]) => high))]
}

/** Standard deviation of the share, above 0 even where nothing or everything failed. */
function spread({ shots, failures }: Share): number {
  const share = (failures + 0.5) / (shots + 1)
  return Math.sqrt((share * (1 - share)) / shots)
}

const METHOD =
  'mean over the prepared states, each with the same weight; stratified Newcombe interval (Yan and Su 2010): Wilson’s limits ' +
  'of each state and side, the sides joined by MOVER (Zou and Donner 2008)'

/** The difference with its 95 % interval; nothing observed where it is null. */
export function differenceEstimate(difference: Difference | null): Estimate {
  if (!difference) return unobserved(`${METHOD}; a state without a kept shot has no survival`)
  const [low, high] = difference.limits(Z95)
  return {
    value: difference.value,
    low: Math.max(-1, low),
    high: Math.min(1, high),
    confidence: CONFIDENCE,
    method: METHOD,
  }
}

/** Bisections for the number of standard deviations: as sharp as a double. */
const STEPS = 60
/** Beyond this a chance is 0 as a double. */
const FARTHEST = 40

/**
 * One-sided p-value of "`one` survives more often": the level at which the lower limit is 0. Half and more where the
 * difference is not above 0; 1 where it is not known.
 */
export function chanceOfHigher(difference: Difference | null): number {
  if (!difference) return 1
  if (difference.value <= 0) return 0.5
  let [low, high] = [0, FARTHEST]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (difference.limits(middle)[0] > 0) low = middle
    else high = middle
  }
  return chi2Above(low * low, 1) / 2
}

/**
 * Which of these hypotheses can be rejected, each with its p-value, with at most `level` chance of one false statement
 * among all of them: the step-down procedure of Holm 1979. In the order given.
 */
export function holm(chances: readonly number[], level: number): boolean[] {
  const rejected = chances.map(() => false)
  const order = chances.map((_, i) => i).sort((a, b) => chances[a]! - chances[b]!)
  for (const [rank, i] of order.entries()) {
    if (chances[i]! > level / (chances.length - rank)) break
    rejected[i] = true
  }
  return rejected
}
