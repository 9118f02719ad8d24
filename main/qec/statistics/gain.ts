/**
 * Logical gain ε_phys / ε_L at equal wall time: both errors are per T_round. The interval comes from posterior draws of
 * the log gain; the verdict only says gain or no gain when the interval excludes 1.
 */

import type { Gain } from '../../contract/comparison'
import type { Estimate } from '../../contract/model/primitives'
import type { Fitted } from './bases'
import { CONFIDENCE, unobserved } from './intervals'
import { uniforms } from './random'

const DRAWS = 10_000

const METHOD = `ratio of the fits; interval from ${DRAWS} seeded posterior draws of the log gain (prior ε^−½ of the mean, all else at its likeliest)`
const MEDIAN = `median of ${DRAWS} seeded posterior draws of the log gain`

/** The gain and its verdict; everything null and inconclusive where either side's error is not known. */
export function logicalGain(physical: Fitted | null, encoded: Fitted | null, seed: bigint): Gain {
  const [above, below] = [physical?.fit.error_per_round.value, encoded?.fit.error_per_round.value]
  if (above == null || below == null) return { estimate: unobserved(METHOD), verdict: 'inconclusive' }
  const draws = logRatios(physical!, encoded!, seed)
  const quantile = (q: number) => Math.exp(draws[Math.round(q * (DRAWS - 1))]!)
  const [low, high] = [quantile((1 - CONFIDENCE) / 2), quantile((1 + CONFIDENCE) / 2)]
  const why = whyNot(above, below, low, high)
  const shown = why === null ? { value: above / below, method: METHOD } : { value: quantile(0.5), method: why }
  const estimate: Estimate = { ...shown, low, high, confidence: CONFIDENCE }
  return { estimate, verdict: verdictOf(estimate) }
}

/** Why the ratio of the fits is not the value; null where it is. A fit at the edge, 0 or a lost signal, misleads. */
function whyNot(above: number, below: number, low: number, high: number): string | null {
  if (above === 0 || below === 0) return `${MEDIAN}, as a fitted error is 0`
  const ratio = above / below
  return low <= ratio && ratio <= high ? null : `${MEDIAN}, as the ratio of the fits lies outside the interval`
}

export const verdictOf = ({ low, high }: Estimate): Gain['verdict'] => {
  if (low !== null && low > 1) return 'gain'
  return high !== null && high < 1 ? 'no_gain' : 'inconclusive'
}

function logRatios(physical: Fitted, encoded: Fitted, seed: bigint): Float64Array {
  const random = uniforms(seed)
  const ratio = () => Math.log(physical.draw(random)) - Math.log(encoded.draw(random))
  return Float64Array.from({ length: DRAWS }, ratio).sort()
}
