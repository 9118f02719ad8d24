/** How many times as often the physical qubit has failed as the encoded one after as many rounds, with its interval. */
import type { Estimate } from '../../../../main/contract/model/primitives'

type Bounded = Pick<Estimate, 'value' | 'low' | 'high'>

const METHOD = 'ratio of independent errors from their intervals (MOVER-R)'

/**
 * `above` over `below`, two independent proportions, from the intervals of both: the method of variance estimates recovery for ratios
 * (Donner and Zou 2012, Stat. Methods Med. Res. 21, 347). Open at the upper end where nothing bounds `below` from 0; null where either has
 * no interval or nothing failed in either.
 */
export function errorRatio(above: Estimate, below: Estimate): Estimate | null {
  if (!isBounded(above) || !isBounded(below)) return null
  const about = { confidence: Math.min(above.confidence, below.confidence), method: METHOD }
  if (above.value === 0 && below.value === 0) return null
  if (below.value === 0) return { value: null, low: lowerEnd(above, below), high: null, ...about }
  const ends = { low: lowerEnd(above, below), high: below.low > 0 ? upperEnd(above, below) : null }
  return { value: above.value / below.value, ...ends, ...about }
}

interface RatioInterval {
  readonly value: number
  readonly low: number
  readonly high: number
}

const isBounded = (figure: Bounded): figure is RatioInterval =>
  figure.value !== null && figure.low !== null && figure.high !== null

const square = (a: RatioInterval, b: RatioInterval) => (a.value * b.value) ** 2

/** The difference of the squares in the published form, multiplied out so that no sign can turn. */
function lowerEnd(a: RatioInterval, b: RatioInterval): number {
  const inner = square(a, b) - a.low * b.high * (2 * a.value - a.low) * (2 * b.value - b.high)
  const divisor = a.value * b.value + Math.sqrt(Math.max(0, inner))
  return divisor > 0 ? (a.low * (2 * a.value - a.low)) / divisor : a.low / b.high
}

function upperEnd(a: RatioInterval, b: RatioInterval): number {
  const inner = square(a, b) - a.high * b.low * (2 * a.value - a.high) * (2 * b.value - b.low)
  return (a.value * b.value + Math.sqrt(Math.max(0, inner))) / (b.low * (2 * b.value - b.low))
}
