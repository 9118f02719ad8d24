import { type EntropyEstimate, type EstimatorName, upperBound } from './sequence'

/** Results of a predictor: right predictions, all predictions, and the longest run of right ones. */
export interface PredictionCounts {
  readonly correct: number
  readonly predictions: number
  readonly longest_run: number
}

const LOG_ALPHA = Math.log(0.99)

/**
 * A predictor's estimate (SP 800-90B 6.3.7, steps 5 to 7): −log2 of the greatest of 1/`symbols` and its global and local chances of
 * a right prediction.
 */
export function predictionEstimate(
  estimator: EstimatorName,
  symbols: number,
  { correct, predictions, longest_run }: PredictionCounts,
): EntropyEstimate {
  const r = longest_run + 1
  const p_global = correct / predictions
  const p_global_bound = correct === 0 ? 1 - 0.01 ** (1 / predictions) : upperBound(p_global, predictions)
  const least = Math.max(1 / symbols, p_global_bound)
  const isLocal = least < 1 && logNoRun(least, r, predictions) > LOG_ALPHA
  const p_local = isLocal ? localChance(least, r, predictions) : null
  const figures = { c: correct, r, n: predictions, p_global, p_global_bound }
  return {
    estimator,
    min_entropy: -Math.log2(p_local ?? least),
    figures: p_local === null ? figures : { ...figures, p_local },
  }
}

/** The chance of a right prediction, at least `least`, for which n predictions lack a run of r with a chance of 99 %. */
function localChance(least: number, r: number, n: number): number {
  let [low, high] = [least, 1]
  for (;;) {
    const middle = (low + high) / 2
    if (middle <= low || middle >= high) return high
    if (logNoRun(middle, r, n) > LOG_ALPHA) low = middle
    else high = middle
  }
}

/**
 * ln of the chance that n trials of chance p have no run of r (Feller 1950, XIII.7): (1 − px) / ((r + 1 − rx) q x^(n+1)), where x =
 * 1 + d is the root next to 1 of x = 1 + q p^r x^(r+1). It is computed from d, which is tiny, so that no digits are lost.
 */
function logNoRun(p: number, r: number, n: number): number {
  const q = 1 - p
  const scale = q * p ** r
  let d = 0
  for (let i = 0, last = -1; i < 200 && d !== last; i++) {
    last = d
    d = scale * Math.exp((r + 1) * Math.log1p(d))
  }
  return Math.log1p((-p * d) / q) - Math.log1p(-r * d) - (n + 1) * Math.log1p(d)
}
