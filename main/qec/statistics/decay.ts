/** Error per round from survival against rounds: P(R) = ½[1 + A(1−2ε)^R], A absorbing preparation and readout. */

import type { DecayFit } from '../../contract/comparison'
import type { Estimate } from '../../contract/model/primitives'
import { chi2Above } from './gamma'
import { CONFIDENCE, clopperPearson } from './intervals'
import { likeliestSpam, logLikelihood, maximize, saturatedLikelihood, signal, type Tally, widthAt } from './likelihood'
import { errorProfile } from './posterior'

/** Half the 95 % point of χ² with one degree of freedom: how far a profile may fall inside the interval. */
export const HALF_CHI2_95 = 1.9207294103470494
/**
 * By the number of bases, how much likelier than coin tosses counts must be to tell anything: for one basis as above, else half
 * the 95 % points of χ² with two degrees of freedom for each of them, A and ε.
 */
export const HALF_CHI2_95_OF = [0, HALF_CHI2_95, 4.743864518, 6.295793622] as const

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
    ...goodness(0, 0),
    residuals: [{ rounds, residual: 0 }],
  }
}

/** A and ε of one basis at their likeliest. */
export interface Likeliest {
  readonly error: number
  readonly spam: number
  readonly likelihood: number
  /** False where the counts may be those of coins tossed, which is A = 0 and tells nothing of ε. */
  readonly told: boolean
}

export function likeliestDecay(points: readonly Tally[]): Likeliest {
  const error = likeliestRoot(points) ** 2
  const spam = likeliestSpam(points, error)
  const likelihood = logLikelihood(points, error, spam)
  return { error, spam, likelihood, told: likelihood - tossed(points) > HALF_CHI2_95 }
}

/** ln L where every point is a coin toss. */
export const tossed = (points: readonly Tally[]): number => logLikelihood(points, 0, 0)

function spamAndError(points: Tally[]): DecayFit {
  const { error, spam, likelihood, told } = likeliestDecay(points)
  const freedom = points.length - 2
  return {
    model: 'spam_and_error',
    error_per_round: told ? errorEstimate(points, Math.sqrt(error)) : unknown(SATURATED),
    spam: told ? spamEstimate(points, spam) : unknown(1),
    ...goodness(devianceOf(points, likelihood), freedom),
    residuals: points.map(point => ({ rounds: point.rounds, residual: residual(point, error, spam) })),
  }
}

export const devianceOf = (points: readonly Tally[], likelihood: number): number =>
  Math.max(0, 2 * (saturatedLikelihood(points) - likelihood))

/** How well counts follow a curve; a fit with as many parameters as points tells nothing of that. */
export const goodness = (
  deviance: number,
  degrees_of_freedom: number,
): Pick<DecayFit, 'deviance' | 'degrees_of_freedom' | 'p_value'> =>
  degrees_of_freedom === 0
    ? { deviance: null, degrees_of_freedom, p_value: null }
    : { deviance, degrees_of_freedom, p_value: chi2Above(deviance, degrees_of_freedom) }

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

export const METHOD = 'binomial maximum likelihood, profile-likelihood interval'

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

/** ln L at this A with the best ε. */
export function spamProfile(points: readonly Tally[], spam: number): number {
  const along = (u: number) => logLikelihood(points, u * u, spam)
  return along(maximize(along, 0, Math.SQRT1_2, COARSE))
}

function spamEstimate(points: readonly Tally[], spam: number): Estimate {
  const [low, high] = widthAt(a => spamProfile(points, a), spam, HALF_CHI2_95, 0, 1, 30)
  return { value: spam, low, high, confidence: CONFIDENCE, method: METHOD }
}

/** Observed minus fitted failures in standard deviations of the fit. */
export function residual({ rounds, shots, failures }: Tally, error: number, spam: number): number {
  const expected = (1 - spam * signal(error, rounds)) / 2
  const deviation = Math.sqrt(shots * expected * (1 - expected))
  return deviation === 0 ? 0 : (failures - shots * expected) / deviation
}
