/**
 * Two-sided intervals for a binomial proportion. Where nothing was observed (no trials), value and limits are null,
 * never 0. Clopper and Pearson 1934; Wilson 1927.
 */
import type { Estimate } from '../../contract/model/primitives'
import { betaQuantile } from './beta'

export const CONFIDENCE = 0.95

/** The two-sided 95 % point of the normal distribution. */
export const Z95 = 1.959963984540054

/** An estimate of something that was not observed. */
export const unobserved = (method: string): Estimate => ({
  value: null,
  low: null,
  high: null,
  confidence: CONFIDENCE,
  method,
})

/** Equal-tailed interval of a distribution, widened where necessary so that it contains `value`. */
export const equalTailed = (value: number, quantile: (share: number) => number, method: string): Estimate => ({
  value,
  low: Math.min(value, quantile((1 - CONFIDENCE) / 2)),
  high: Math.max(value, quantile((1 + CONFIDENCE) / 2)),
  confidence: CONFIDENCE,
  method,
})

const proportion = (
  { count, trials }: { readonly count: number; readonly trials: number },
  method: string,
  bounds: () => [number, number],
): Estimate => {
  if (trials === 0) return unobserved(method)
  const [low, high] = bounds()
  return { value: count / trials, low, high, confidence: CONFIDENCE, method }
}

/** Exact: covers at least 95 %. `count` of `trials`, e.g. 0 of 10 gives [0, 0.3085]. */
export const clopperPearson = (count: number, trials: number): Estimate =>
  proportion({ count, trials }, 'Clopper–Pearson', () => [
    count === 0 ? 0 : betaQuantile((1 - CONFIDENCE) / 2, count, trials - count + 1),
    count === trials ? 1 : betaQuantile((1 + CONFIDENCE) / 2, count + 1, trials - count),
  ])

/** Covers about 95 % on average over proportions; for plots. 0 of 10 gives [0, 0.2775]. */
export const wilson = (count: number, trials: number): Estimate =>
  proportion({ count, trials }, 'Wilson', () => wilsonLimits(count, trials, Z95))

/** Wilson's limits at so many standard deviations of the normal distribution; `trials` above 0. */
export function wilsonLimits(count: number, trials: number, z: number): [low: number, high: number] {
  const p = count / trials
  const scale = 1 + (z * z) / trials
  const centre = (p + (z * z) / (2 * trials)) / scale
  const half = (z / scale) * Math.sqrt((p * (1 - p)) / trials + (z * z) / (4 * trials * trials))
  return [count === 0 ? 0 : Math.max(0, centre - half), count === trials ? 1 : Math.min(1, centre + half)]
}
