/** Quasi-probabilities: counts of a few bits with their readout inverted, which may be negative or above 1. */
import { sum } from '../../contract/numbers/arithmetic'
import { LEVEL, student95, widenedVariance } from './intervals'
import { type Confusion, contrastOf } from './readout'

export interface QuasiProbabilities {
  /** Quasi-probability of each of the 2^bits outcomes; bit b of the index is measured bit b. They sum to 1. */
  readonly values: Float64Array
  /** Variances of `values`: the part of the shots plus that of the confusion. */
  readonly variances: Float64Array
  /** From a value to either end of its 95 % interval. */
  readonly half_widths: Float64Array
  /** Variances of the counted shares before inversion. */
  readonly raw_variances: Float64Array
}

/** A real 2×2 matrix, row-major. */
type Real2 = readonly [number, number, number, number]

/**
 * The inverse of the bits' confusion matrices on the counted shares. Each value is a weighted sum of shares, so its
 * variance is that of the weights under the multinomial; the confusion's comes by the delta method: the inverse changes by
 * -A^-1 dA A^-1. The intervals have imagined shots at the ends of each outcome's weights, because an outcome that was
 * never read has no variance and may still have a probability. Cost: bits² × 2^bits.
 */
export function quasiProbabilities(counts: Float64Array, confusions: readonly Confusion[]): QuasiProbabilities {
  const shots = sum(counts)
  const shares = counts.map(count => count / shots)
  const inverses = confusions.map(inverseOf)
  const values = transformed(shares, inverses)
  const squares = transformed(
    shares,
    inverses.map(matrix => matrix.map(each => each ** 2) as unknown as Real2),
  )
  const singles = squares.map((square, at) => Math.max(0, square - values[at]! ** 2))
  const shared = confusionVariances(values, confusions, inverses)
  const quantile = student95(shots - 1)
  const { least, most } = weightEnds(inverses)
  return {
    values,
    variances: singles.map((variance, at) => variance / (shots - 1) + shared[at]!),
    half_widths: singles.map((variance, at) => {
      const [middle, range] = [(least[at]! + most[at]!) / 2, (most[at]! - least[at]!) / 2]
      const own = widenedVariance({ shots, variance, offset: values[at]! - middle, range })
      return quantile * Math.sqrt(own + shared[at]!)
    }),
    raw_variances: shares.map(share => (share * (1 - share)) / (shots - 1)),
  }
}

function confusionVariances(
  values: Float64Array,
  confusions: readonly Confusion[],
  inverses: readonly Real2[],
): Float64Array {
  const variances = new Float64Array(values.length)
  for (const [bit, { variances: own }] of confusions.entries())
    for (const share of [0, 1] as const) {
      const change = onBit(values, bit, product(inverses[bit]!, CHANGES[share]))
      for (let at = 0; at < variances.length; at++) variances[at]! += change[at]! ** 2 * own[share]
    }
  return variances
}

interface WeightEnds {
  readonly least: Float64Array
  readonly most: Float64Array
}

/** Minimum and maximum contribution of one shot to each outcome: products of one weight of each bit's row. */
function weightEnds(inverses: readonly Real2[]): WeightEnds {
  let ends: WeightEnds = { least: Float64Array.of(1), most: Float64Array.of(1) }
  for (const inverse of inverses) ends = withBit(ends, inverse)
  return ends
}

/** Extends the ends by one bit, the highest of the outcomes so far. */
function withBit({ least, most }: WeightEnds, [a, b, c, d]: Real2): WeightEnds {
  const size = least.length
  const wider = { least: new Float64Array(2 * size), most: new Float64Array(2 * size) }
  for (let low = 0; low < size; low++)
    for (const [at, one, other] of [[low, a, b] as const, [low + size, c, d] as const]) {
      const products = [least[low]! * one, least[low]! * other, most[low]! * one, most[low]! * other]
      wider.least[at] = Math.min(...products)
      wider.most[at] = Math.max(...products)
    }
  return wider
}

/** Quasi-probability of one outcome in the form of a reply. */
export const shownQuasiProbability = ({ values, variances, half_widths }: QuasiProbabilities, outcome: number) => {
  const [value, half] = [values[outcome]!, half_widths[outcome]!]
  return {
    value,
    standard_error: Math.sqrt(variances[outcome]!),
    interval: { low: value - half, high: value + half, level: LEVEL },
  }
}

/**
 * Inverse of the confusion matrix (columns: true states, rows: read states); it maps shares of read outcomes to
 * probabilities of true ones.
 */
function inverseOf(confusion: Confusion): Real2 {
  const { p1_given_0: up, p0_given_1: down } = confusion
  const contrast = contrastOf(confusion)
  return [(1 - down) / contrast, -down / contrast, -up / contrast, (1 - up) / contrast]
}

/** Change of the confusion matrix with P(1|0), and with P(0|1). */
const CHANGES: readonly [Real2, Real2] = [
  [-1, 0, 1, 0],
  [0, 1, 0, -1],
]

const product = ([a, b, c, d]: Real2, [e, f, g, h]: Real2): Real2 => [
  a * e + b * g,
  a * f + b * h,
  c * e + d * g,
  c * f + d * h,
]

const transformed = (shares: Float64Array, matrices: readonly Real2[]): Float64Array =>
  matrices.reduce((vector, matrix, bit) => onBit(vector, bit, matrix), shares)

function onBit(vector: Float64Array, bit: number, [a, b, c, d]: Real2): Float64Array {
  const result = new Float64Array(vector.length)
  const step = 1 << bit
  for (let low = 0; low < vector.length; low++) {
    if ((low & step) !== 0) continue
    const [zero, one] = [vector[low]!, vector[low | step]!]
    result[low] = a * zero + b * one
    result[low | step] = c * zero + d * one
  }
  return result
}
