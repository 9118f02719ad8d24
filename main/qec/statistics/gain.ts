/**
 * Logical gain ε_phys / ε_L at equal wall time: both errors are per T_round. The interval comes from posterior draws of
 * the log gain; the verdict only says gain or no gain when the interval excludes 1.
 */
import type { Estimate } from '../../contract/primitives'
import type { DecayFit, Gain } from '../../contract/runs'
import { errorProfile, pool } from './decay'
import { CONFIDENCE, unobserved } from './intervals'
import { likeliestSpam, logLikelihood, maximize, type Tally, widthAt } from './likelihood'
import { uniforms } from './random'

const DRAWS = 20_000
const CELLS = 240
const SPAM_POINTS = 40
/** Drop of ln L where the posterior's grid ends: e^−14 of the peak. */
const TAIL = 14

/** Bisections for the ends of a grid, which need not be sharp. */
const COARSE_STEPS = 20

const METHOD = `ratio of the fits; interval from ${DRAWS} seeded posterior draws of the log gain (prior ε^−½, A uniform)`
const METHOD_AT_ZERO = `median of ${DRAWS} seeded posterior draws of the log gain, as a fitted error is 0`

/** Counts with their fit, null where nothing was observed. */
export interface Measured {
  readonly tallies: readonly Tally[]
  readonly fit: DecayFit | null
}

/** The gain and its verdict; everything null and inconclusive where either side's error is not known. */
export function logicalGain(physical: Measured, encoded: Measured, seed: bigint): Gain {
  const [above, below] = [physical.fit?.error_per_round.value, encoded.fit?.error_per_round.value]
  if (above == null || below == null) return { estimate: unobserved(METHOD), verdict: 'inconclusive' }
  const draws = logRatios(physical.tallies, encoded.tallies, seed)
  const quantile = (q: number) => Math.exp(draws[Math.round(q * (DRAWS - 1))]!)
  const fitted = above > 0 && below > 0
  const estimate: Estimate = {
    value: fitted ? above / below : quantile(0.5),
    low: quantile((1 - CONFIDENCE) / 2),
    high: quantile((1 + CONFIDENCE) / 2),
    confidence: CONFIDENCE,
    method: fitted ? METHOD : METHOD_AT_ZERO,
  }
  return { estimate, verdict: verdictOf(estimate) }
}

export const verdictOf = ({ low, high }: Estimate): Gain['verdict'] => {
  if (low !== null && low > 1) return 'gain'
  return high !== null && high < 1 ? 'no_gain' : 'inconclusive'
}

function logRatios(physical: readonly Tally[], encoded: readonly Tally[], seed: bigint): Float64Array {
  const random = uniforms(seed)
  const [above, below] = [errorPosterior(physical), errorPosterior(encoded)]
  return Float64Array.from({ length: DRAWS }, () => Math.log(above(random())) - Math.log(below(random()))).sort()
}

/** Inverse of the posterior's distribution function of ε. A grid even in √ε is the prior ε^−½. */
export function errorPosterior(tallies: readonly Tally[]): (uniform: number) => number {
  const points = pool(tallies)
  const single = points.length === 1
  const profile = (u: number) => (single ? logLikelihood(points, u * u, 1) : errorProfile(points, u))
  const peak = maximize(profile, 0, Math.SQRT1_2)
  const [low, high] = widthAt(profile, peak, TAIL, 0, Math.SQRT1_2, COARSE_STEPS)
  const step = (high - low) / CELLS
  const weight = (u: number) =>
    single ? Math.exp(profile(u) - profile(peak)) : spamIntegral(points, u * u, profile(peak))
  const cumulative: number[] = [0]
  for (let i = 0; i < CELLS; i++) cumulative.push(cumulative[i]! + weight(low + (i + 0.5) * step))
  return uniform => invert(cumulative, uniform, low, step) ** 2
}

/** ∫ L dA / L_peak, on points within seven standard deviations of the best A. */
function spamIntegral(points: readonly Tally[], error: number, peak: number): number {
  const best = likeliestSpam(points, error)
  const [low, high] = widthAt(a => logLikelihood(points, error, a), best, TAIL, 0, 1, COARSE_STEPS)
  const step = (high - low) / SPAM_POINTS
  let sum = 0
  for (let i = 0; i < SPAM_POINTS; i++)
    sum += Math.exp(logLikelihood(points, error, low + (i + 0.5) * step) - peak) * step
  return sum
}

function invert(cumulative: readonly number[], uniform: number, low: number, step: number): number {
  const target = uniform * cumulative.at(-1)!
  let [from, to] = [0, cumulative.length - 1]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (cumulative[middle]! < target) from = middle
    else to = middle
  }
  const [left, right] = [cumulative[from]!, cumulative[to]!]
  return low + step * (from + (right > left ? (target - left) / (right - left) : 0.5))
}
