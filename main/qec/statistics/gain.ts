/**
 * Logical gain ε_phys / ε_L at equal wall time: both errors are per T_round. The interval comes from posterior draws of
 * the log gain; the verdict only says gain or no gain when the interval excludes 1.
 */
import type { Estimate } from '../../contract/primitives'
import type { Gain } from '../../contract/runs'
import type { Fitted } from './bases'
import { CONFIDENCE, unobserved } from './intervals'
import { uniforms } from './random'

const DRAWS = 10_000

const METHOD = `ratio of the fits; interval from ${DRAWS} seeded posterior draws of the log gain (prior ε^−½, A uniform)`
const METHOD_AT_ZERO = `median of ${DRAWS} seeded posterior draws of the log gain, as a fitted error is 0`

/** The gain and its verdict; everything null and inconclusive where either side's error is not known. */
export function logicalGain(physical: Fitted | null, encoded: Fitted | null, seed: bigint): Gain {
  const [above, below] = [physical?.fit.error_per_round.value, encoded?.fit.error_per_round.value]
  if (above == null || below == null) return { estimate: unobserved(METHOD), verdict: 'inconclusive' }
  const draws = logRatios(physical!, encoded!, seed)
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

function logRatios(physical: Fitted, encoded: Fitted, seed: bigint): Float64Array {
  const random = uniforms(seed)
  const ratio = () => Math.log(physical.draw(random)) - Math.log(encoded.draw(random))
  return Float64Array.from({ length: DRAWS }, ratio).sort()
}
