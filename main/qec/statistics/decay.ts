/** Error per round from survival against rounds: P(R) = ½[1 + A(1−2ε)^R], A absorbing preparation and readout. */

import type { DecayFit } from '../../contract/comparison'
import type { Estimate } from '../../contract/primitives'
import { CONFIDENCE, clopperPearson } from './intervals'
import { likeliestSpam, logLikelihood, maximize, saturatedLikelihood, signal, type Tally, widthAt } from './likelihood'

/** Half the 95 % point of χ² with one degree of freedom: how far a profile may fall inside the interval. */
const HALF_CHI2_95 = 1.9207294103470494

/** Beyond this the memory is a coin toss: ε = ½ and more rounds tell nothing. */
export const SATURATED = 0.5

/** ε per round from the failure fraction P after R rounds, preparation and readout counted in. (0.1, 2) → 0.0527864… */
export const errorPerRound = (failureFraction: number, rounds: number): number =>
  failureFraction >= SATURATED ? SATURATED : (1 - (1 - 2 * failureFraction) ** (1 / rounds)) / 2

/** One tally per number of rounds, in rising order; rounds with no shots say nothing and are left out. */
export function pool(tallies: readonly Tally[]): Tally[] {
  const byRounds = new Map<number, Tally>()
  for (const { rounds, shots, failures } of tallies) {
    const sum = byRounds.get(rounds) ?? { rounds, shots: 0, failures: 0 }
    byRounds.set(rounds, { rounds, shots: sum.shots + shots, failures: sum.failures + failures })
  }
  return [...byRounds.values()].filter(({ shots }) => shots > 0).sort((a, b) => a.rounds - b.rounds)
}

/**
 * The fit by binomial maximum likelihood: A and ε from two or more numbers of rounds, ε alone (A = 1) from one.
 * null when nothing was observed. Where the counts cannot tell, the interval reaches 0 or ½; where they cannot tell
 * anything, because every point is a coin toss, the value is null.
 */
export function fitDecay(tallies: readonly Tally[]): DecayFit | null {
  const points = pool(tallies)
  if (points.length === 0) return null
  return points.length === 1 ? errorOnly(points[0]!) : spamAndError(points)
}

function errorOnly({ rounds, shots, failures }: Tally): DecayFit {
  const fraction = clopperPearson(failures, shots)
  const convert = (value: number | null) => (value === null ? null : errorPerRound(value, rounds))
  return {
    model: 'error_only',
    error_per_round: {
      value: convert(fraction.value),
      low: convert(fraction.low),
      high: convert(fraction.high),
      confidence: CONFIDENCE,
      method: `½[1−(1−2P)^(1/${rounds})] of Clopper–Pearson, preparation and readout included`,
    },
    spam: null,
    deviance: null,
    degrees_of_freedom: 0,
    residuals: [{ rounds, residual: 0 }],
  }
}

function spamAndError(points: Tally[]): DecayFit {
  const root = likeliestRoot(points)
  const error = root * root
  const spam = likeliestSpam(points, error)
  const likelihood = logLikelihood(points, error, spam)
  const freedom = points.length - 2
  // A = 0 is a coin toss at every number of rounds. If the counts allow it, they tell nothing of ε.
  const known = likelihood - logLikelihood(points, 0, 0) > HALF_CHI2_95
  return {
    model: 'spam_and_error',
    error_per_round: known ? errorEstimate(points, root) : unknown(SATURATED),
    spam: known ? spamEstimate(points, spam) : unknown(1),
    deviance: freedom === 0 ? null : Math.max(0, 2 * (saturatedLikelihood(points) - likelihood)),
    degrees_of_freedom: freedom,
    residuals: points.map(point => ({ rounds: point.rounds, residual: residual(point, error, spam) })),
  }
}

/** √ε of the fit. Near its edge the likelihood is flat in √ε: where 0 is as likely as the maximum found, it is 0. */
function likeliestRoot(points: readonly Tally[]): number {
  const found = maximize(u => errorProfile(points, u), 0, Math.SQRT1_2)
  return errorProfile(points, 0) >= errorProfile(points, found) - 1e-9 ? 0 : found
}

/** What the counts cannot tell: anywhere between 0 and `high`. */
export const unknown = (high: number): Estimate => ({
  value: null,
  low: 0,
  high,
  confidence: CONFIDENCE,
  method: 'not identifiable: every point is a coin toss within its error',
})

/** ln L at ε = u² with the best A: the scale on which ε is searched. */
export const errorProfile = (points: readonly Tally[], u: number): number =>
  logLikelihood(points, u * u, likeliestSpam(points, u * u))

const METHOD = 'binomial maximum likelihood, profile-likelihood interval'

function errorEstimate(points: readonly Tally[], root: number): Estimate {
  const [low, high] = widthAt(u => errorProfile(points, u), root, HALF_CHI2_95, 0, Math.SQRT1_2)
  return {
    value: root * root,
    low: low * low,
    high: Math.min(SATURATED, high * high),
    confidence: CONFIDENCE,
    method: METHOD,
  }
}

/** Enough for the ends of an interval: a 10⁻⁶ beside the best √ε changes ln L in its twelfth digit only. */
const COARSE = { points: 32, tolerance: 1e-6 }

function spamEstimate(points: readonly Tally[], spam: number): Estimate {
  const profile = (a: number) => {
    const along = (u: number) => logLikelihood(points, u * u, a)
    return along(maximize(along, 0, Math.SQRT1_2, COARSE))
  }
  const [low, high] = widthAt(profile, spam, HALF_CHI2_95, 0, 1, 30)
  return { value: spam, low, high, confidence: CONFIDENCE, method: METHOD }
}

/** Observed minus fitted failures in standard deviations of the fit. */
function residual({ rounds, shots, failures }: Tally, error: number, spam: number): number {
  const expected = (1 - spam * signal(error, rounds)) / 2
  const deviation = Math.sqrt(shots * expected * (1 - expected))
  return deviation === 0 ? 0 : (failures - shots * expected) / deviation
}
