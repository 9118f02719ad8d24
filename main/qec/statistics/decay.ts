/** Error per round from survival against rounds: P(R) = ½[1 + A(1−2ε)^R], A absorbing preparation and readout. */
import type { Estimate } from '../../contract/model/primitives'
import type { DecayFit } from '../../contract/runs/comparison'
import { chi2Above } from './gamma'
import { CONFIDENCE, clopperPearson } from './intervals'
import { likeliestSpam, logLikelihood, maximize, saturatedLikelihood, signal, type Tally, widthAt } from './likelihood'
import { profileOf } from './posterior'

/** Half the 95 % point of χ² with one degree of freedom: ln L falls by at most this much inside the interval. */
export const HALF_CHI2_95 = 1.9207294103470494

/** The largest ε per round, and the failure fraction from which on ε is set to it: the memory is a coin toss there. */
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
 * The fit by binomial maximum likelihood: A and ε from two or more numbers of rounds, ε alone (A = 1) from one. Null
 * when nothing was observed. There is no figure where the likelihood-ratio interval reaches ½: the counts then bound ε
 * from below, or not at all.
 */
export function fitDecay(tallies: readonly Tally[]): DecayFit | null {
  const points = pool(tallies)
  if (points.length === 0) return null
  return points.length === 1 ? errorOnly(points[0]!) : spamAndError(points)
}

function errorOnly({ rounds, shots, failures }: Tally): DecayFit {
  const fraction = clopperPearson(failures, shots)
  const [value, low, high] = [fraction.value!, fraction.low!, fraction.high!].map(end => errorPerRound(end, rounds))
  const method = `½[1−(1−2P)^(1/${rounds})] of Clopper–Pearson, preparation and readout included`
  const interval: Estimate = { value: value!, low: low!, high: high!, confidence: CONFIDENCE, method }
  return {
    model: 'error_only',
    error_per_round: high! < SATURATED ? interval : bounded([low!, high!], `${method}; the interval reaches ½`),
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
  /** 95 % likelihood-ratio interval of ε. */
  readonly low: number
  readonly high: number
  /** Whether there is a figure: A and ε can be separated, and the interval leaves ½ out. */
  readonly identified: boolean
}

/** The likeliest ε, without its interval; `known`: A is 1. */
export function likeliestError(points: readonly Tally[], known: boolean): number {
  const [{ rounds, shots, failures }] = points as [Tally]
  return known && points.length === 1
    ? errorPerRound(failures / shots, rounds)
    : likeliestRoot(profileOf(points, known)) ** 2
}

/** The likeliest A and ε of one basis; `known`: A is 1. */
export function likeliestDecay(points: readonly Tally[], known = false): Likeliest {
  const along = profileOf(points, known)
  const error = likeliestError(points, known)
  const root = Math.sqrt(error)
  const [low, high] = widthAt(along, { peak: root, drop: HALF_CHI2_95, low: 0, high: Math.SQRT1_2 })
  return {
    error,
    spam: known ? 1 : likeliestSpam(points, error),
    likelihood: along(root),
    low: low * low,
    high: Math.min(SATURATED, high * high),
    identified: high < Math.SQRT1_2 && (known || points.length > 1),
  }
}

function spamAndError(points: Tally[]): DecayFit {
  const { error, spam, likelihood, low, high, identified } = likeliestDecay(points)
  return {
    model: 'spam_and_error',
    error_per_round: identified
      ? { value: error, low, high, confidence: CONFIDENCE, method: METHOD }
      : bounded([low, high], 'the likelihood-ratio interval reaches ½'),
    spam: determinesSpam(points, identified) ? spamEstimate(points, spam) : unknown,
    ...goodness(devianceOf(points, likelihood), points.length - 2),
    residuals: points.map(point => ({ rounds: point.rounds, residual: residual(point, error, spam) })),
  }
}

/** Whether the counts determine A. A point at R = 0 does so alone, however soon the signal is lost afterwards. */
export const determinesSpam = (points: readonly Tally[], identified: boolean): boolean =>
  identified || points[0]?.rounds === 0

export const devianceOf = (points: readonly Tally[], likelihood: number): number =>
  Math.max(0, 2 * (saturatedLikelihood(points) - likelihood))

/**
 * How well counts follow a curve; null figures where the fit has as many parameters as points, for it shows nothing
 * then.
 */
export const goodness = (
  deviance: number,
  degrees_of_freedom: number,
): Pick<DecayFit, 'deviance' | 'degrees_of_freedom' | 'p_value'> =>
  degrees_of_freedom === 0
    ? { deviance: null, degrees_of_freedom, p_value: null }
    : { deviance, degrees_of_freedom, p_value: chi2Above(deviance, degrees_of_freedom) }

/** √ε of the fit. Near its edge the likelihood is flat in √ε: where 0 is as likely as the maximum found, it is 0. */
function likeliestRoot(along: (root: number) => number): number {
  const found = maximize(along, { low: 0, high: Math.SQRT1_2 })
  return along(0) >= along(found) - 1e-9 ? 0 : found
}

/** An A that the counts do not determine. */
export const unknown: Estimate = {
  value: null,
  low: 0,
  high: 1,
  confidence: CONFIDENCE,
  method: 'not identifiable: every interval of the survival contains ½',
}

/** An error that has bounds but no value: `low` only if above 0, `high` only if below ½; `why` says what is missing. */
export function bounded([low, high]: readonly [number, number], why: string): Estimate {
  const ends = { low: low > 0 ? low : null, high: high < SATURATED ? high : null }
  const [below, above] = [ends.low !== null, ends.high !== null]
  const what = below && above ? 'bounds, each' : below ? 'lower bound' : above ? 'upper bound' : null
  const method = what === null ? `not identifiable: ${why}` : `no figure, ${what} at 97.5 %: ${why}`
  return { value: null, ...ends, confidence: CONFIDENCE, method }
}

export const METHOD = 'binomial maximum likelihood, profile-likelihood interval'

/** Sharp enough for the ends of an interval: a √ε 10⁻⁶ beside the best one changes ln L in its twelfth digit only. */
const COARSE = { points: 32, tolerance: 1e-6 }

/** ln L at this A with the best ε. */
export function spamProfile(points: readonly Tally[], spam: number): number {
  const along = (u: number) => logLikelihood(points, u * u, spam)
  return along(maximize(along, { low: 0, high: Math.SQRT1_2, ...COARSE }))
}

function spamEstimate(points: readonly Tally[], spam: number): Estimate {
  const [low, high] = widthAt(a => spamProfile(points, a), {
    peak: spam,
    drop: HALF_CHI2_95,
    low: 0,
    high: 1,
    steps: 30,
  })
  return { value: spam, low, high, confidence: CONFIDENCE, method: METHOD }
}

/** Observed minus fitted failures in standard deviations of the fit. */
export function residual({ rounds, shots, failures }: Tally, error: number, spam: number): number {
  const expected = (1 - spam * signal(error, rounds)) / 2
  const deviation = Math.sqrt(shots * expected * (1 - expected))
  return deviation === 0 ? 0 : (failures - shots * expected) / deviation
}
