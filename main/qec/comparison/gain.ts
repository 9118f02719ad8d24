/**
 * Logical gain ε_phys / ε_L at equal wall time: both errors are per T_round. The interval comes from posterior draws of the
 * log gain. Where one side has no figure, its bounds bound the gain. The verdict against one qubit is gain or no gain where
 * the interval excludes 1; against the best of many qubits see `intersection-union.ts`.
 */
import type { Estimate } from '../../contract/model/primitives'
import type { Gain } from '../../contract/runs/comparison'
import { quantileOf, ratioQuantile } from '../statistics/empirical-distributions'
import { CONFIDENCE, unobserved } from '../statistics/intervals'
import type { Fitted } from '../statistics/mean-over-bases'
import { uniforms } from '../statistics/random'
import { type Counted, countedBy } from './intersection-union'

const DRAWS = 10_000
const [LOW, HIGH] = [(1 - CONFIDENCE) / 2, (1 + CONFIDENCE) / 2]

const METHOD = `ratio of the fits; interval from ${DRAWS} seeded posterior draws of the log gain (prior ε^−½ of the mean; amplitudes at their maximum-likelihood values)`
const MEDIAN = `median of ${DRAWS} seeded posterior draws of the log gain`

/** Parts of a fit that a gain is computed from. */
export type Side = Counted & Pick<Fitted, 'draw'>

/** The gain and its verdict: only bounds where a side has no figure, everything null where a side is missing. */
export function logicalGain(physical: Side | null, encoded: Side | null, seed: bigint): Gain {
  if (!physical || !encoded) return { estimate: unobserved(METHOD), verdict: 'inconclusive' }
  const estimate = physical.spread && encoded.spread ? ratio(physical, encoded, seed) : boundedRatio(physical, encoded)
  return { estimate, verdict: gainVerdict(estimate) }
}

function ratio(physical: Side, encoded: Side, seed: bigint): Estimate {
  const [above, below] = [physical.fit.error_per_round.value!, encoded.fit.error_per_round.value!]
  const draws = logRatios(physical, encoded, seed)
  const quantile = (share: number) => Math.exp(quantileOf(draws, share))
  const [low, high] = [quantile(LOW), quantile(HIGH)]
  const why = whyNot({ above, below }, { low, high })
  const shown = why === null ? { value: above / below, method: METHOD } : { value: quantile(0.5), method: why }
  return { ...shown, low, high, confidence: CONFIDENCE }
}

/** A bound of ε_phys from below bounds the gain from below, one of ε_L from below bounds it from above. */
function boundedRatio(physical: Side, encoded: Side): Estimate {
  const end = (of: 'low' | 'high', share: number) => {
    const [above, below] = [countedBy(physical, of), countedBy(encoded, of === 'low' ? 'high' : 'low')]
    return above && below && ratioQuantile(above, below, share)
  }
  const [low, high] = [end('low', LOW), end('high', HIGH)]
  const sides = [...(physical.spread ? [] : ['ε_phys']), ...(encoded.spread ? [] : ['ε_L'])].join(' and ')
  const bounds = [...(low === null ? [] : ['lower']), ...(high === null ? [] : ['upper'])].join(' and ')
  const method =
    bounds === '' ? `not known: ${sides} has no figure` : `${bounds} bound at 97.5 % only: ${sides} has no figure`
  return { value: null, low, high, confidence: CONFIDENCE, method }
}

/**
 * Why the reported value is not the ratio of the fits; null where it is. The ratio misleads where a fit lies at an edge (ε
 * = 0, or no signal left).
 */
function whyNot(
  { above, below }: { readonly above: number; readonly below: number },
  { low, high }: { readonly low: number; readonly high: number },
): string | null {
  if (above === 0 || below === 0) return `${MEDIAN}, as a fitted error is 0`
  const quotient = above / below
  return low <= quotient && quotient <= high ? null : `${MEDIAN}, as the ratio of the fits lies outside the interval`
}

export const gainVerdict = ({ low, high }: Estimate): Gain['verdict'] => {
  if (low !== null && low > 1) return 'gain'
  return high !== null && high < 1 ? 'no_gain' : 'inconclusive'
}

function logRatios(physical: Side, encoded: Side, seed: bigint): Float64Array {
  const random = uniforms(seed)
  const draw = () => Math.log(physical.draw(random)) - Math.log(encoded.draw(random))
  return Float64Array.from({ length: DRAWS }, draw).sort()
}
