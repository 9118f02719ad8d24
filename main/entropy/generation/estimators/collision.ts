import { type EntropyEstimate, type SymbolSequence, Z_ALPHA } from './sequence'

/**
 * Collision estimate of bits (SP 800-90B 6.3.2): among three bits two are equal, so a collision comes after two or three, on
 * average after 2 + 2p(1 − p), which is solved for p at the lower end of the mean's confidence interval.
 */
export function collisionEstimate({ data }: SymbolSequence): EntropyEstimate {
  let [v, at] = [0, 0]
  let pairs = 0
  while (at + 1 < data.length) {
    const isPair = data[at] === data[at + 1]
    if (!isPair && at + 2 >= data.length) break
    if (isPair) pairs++
    at += isPair ? 2 : 3
    v++
  }
  if (v < 2) return { estimator: 'collision', min_entropy: null, figures: { v, sum: at } }
  return collisionFrom({ v, sum: at, squares: 4 * pairs + 9 * (v - pairs) })
}

/** The estimate from the number of collisions, the sum of their times and the sum of these squared. */
function collisionFrom({ v, sum, squares }: { v: number; sum: number; squares: number }): EntropyEstimate {
  const mean = sum / v
  const sigma = Math.sqrt((squares - v * mean * mean) / (v - 1))
  const mean_bound = mean - (Z_ALPHA * sigma) / Math.sqrt(v)
  const p = mean_bound >= 2.5 ? 0.5 : 0.5 + Math.sqrt(1.25 - 0.5 * Math.max(2, mean_bound))
  return { estimator: 'collision', min_entropy: -Math.log2(p), figures: { v, sum, mean, sigma, mean_bound, p } }
}
