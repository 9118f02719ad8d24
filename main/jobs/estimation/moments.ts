/** Moments of the observables from the shots of one circuit. */
import type { ParityTerm } from '../../circuits/observables/measurement-plan'
import { sum } from '../../contract/numbers/arithmetic'
import { type Confusion, contrastOf, unbiasedSigns } from './readout'

/** Distinct outcomes: bit b of outcome k is bit b % 8 of byte k × width + ⌊b / 8⌋ of `rows`; it came `counts[k]` times. */
export interface BitOutcomes {
  readonly rows: Uint8Array
  readonly width: number
  readonly counts: Float64Array
}

export interface MomentsInput {
  readonly outcomes: BitOutcomes
  /** How many bits were measured. */
  readonly bits: number
  /** How many observables there are. */
  readonly observables: number
  readonly terms: readonly ParityTerm[]
  /** Readout confusion of each bit, to be inverted; null: bits are taken as read. */
  readonly confusions: readonly Confusion[] | null
}

/** Moments of what one shot of a group adds to each observable. */
export interface ParityMoments {
  readonly shots: number
  readonly means: Float64Array
  /** Covariance of single shots: observables × observables, row-major; normalized by the number of shots, not by one fewer. */
  readonly covariance: Float64Array
  /** Fourth central moments, normalized by the number of shots. */
  readonly fourth: Float64Array
  /** Largest absolute value that one shot can add. */
  readonly ranges: Float64Array
  /** Change of each mean with P(1|0) and P(0|1) of each bit: observables × bits × 2; empty where nothing is inverted. */
  readonly slopes: Float64Array
}

const SIGNS = [1, -1] as const

/**
 * The moments, summed about the first outcome's values, so that a constant has exactly no variance. Time O(outcomes × (letters of
 * the terms + observables²)); `checkpoint` is called for each term, and throws where the work is to end.
 */
export function parityMoments(input: MomentsInput, checkpoint: () => void = () => undefined): ParityMoments {
  const { outcomes, observables, terms, confusions } = input
  const factors = Array.from({ length: input.bits }, (_, bit) => (confusions ? unbiasedSigns(confusions[bit]!) : SIGNS))
  const sums = createSums(observables)
  const slopes = confusions ? createSlopes(input, confusions) : null
  const values = new Float64Array(observables)
  const bitValues = new Float64Array(input.bits)
  for (let at = 0; at < outcomes.counts.length; at++) {
    const base = at * outcomes.width
    for (let bit = 0; bit < input.bits; bit++)
      bitValues[bit] = factors[bit]![((outcomes.rows[base + (bit >> 3)]! >> (bit & 7)) & 1) as 0 | 1]
    values.fill(0)
    for (const { bits, coefficients } of terms) {
      checkpoint()
      let product = 1
      for (const bit of bits) product *= bitValues[bit]!
      for (const [observable, coefficient] of coefficients) values[observable]! += coefficient * product
      slopes?.add(bits, coefficients, { product, bitValues, count: outcomes.counts[at]! })
    }
    sums.add(values, outcomes.counts[at]!)
  }
  return { ...sums.moments(), ranges: rangesOf(input, factors), slopes: slopes?.means() ?? new Float64Array(0) }
}

function createSums(observables: number) {
  const origin = new Float64Array(observables)
  const [first, third, fourth] = [1, 3, 4].map(() => new Float64Array(observables)) as [
    Float64Array,
    Float64Array,
    Float64Array,
  ]
  const second = new Float64Array(observables * observables)
  const moved = new Float64Array(observables)
  let shots = 0
  return {
    add(values: Float64Array, count: number): void {
      if (shots === 0) origin.set(values)
      shots += count
      for (let o = 0; o < observables; o++) {
        const own = values[o]! - origin[o]!
        moved[o] = own
        if (own === 0) continue
        first[o]! += count * own
        third[o]! += count * own ** 3
        fourth[o]! += count * own ** 4
        for (let p = 0; p <= o; p++) second[o * observables + p]! += count * own * moved[p]!
      }
    },
    moments() {
      const covariance = new Float64Array(observables * observables)
      const means = first.map(sum => sum / shots)
      for (let o = 0; o < observables; o++)
        for (let p = 0; p <= o; p++) {
          const both = second[o * observables + p]! / shots - means[o]! * means[p]!
          covariance[o * observables + p] = covariance[p * observables + o] = o === p ? Math.max(0, both) : both
        }
      const central = fourth.map((sum, o) => {
        const [m, s2, s3, s4] = [means[o]!, second[o * observables + o]! / shots, third[o]! / shots, sum / shots]
        return Math.max(0, s4 - 4 * m * s3 + 6 * m * m * s2 - 3 * m ** 4)
      })
      return { shots, means: means.map((mean, o) => mean + origin[o]!), covariance, fourth: central }
    },
  }
}

interface OneTerm {
  readonly product: number
  readonly bitValues: Float64Array
  readonly count: number
}

/** A bit's value is (z - a) / b (see `unbiasedSigns`), so a product changes by -product / (b × value) with a, and by -product / b with b. */
function createSlopes({ observables, bits: width, outcomes }: MomentsInput, confusions: readonly Confusion[]) {
  const sums = new Float64Array(observables * width * 2)
  const contrasts = confusions.map(contrastOf)
  const shots = sum(outcomes.counts)
  return {
    add(
      bits: readonly number[],
      coefficients: ParityTerm['coefficients'],
      { product, bitValues, count }: OneTerm,
    ): void {
      for (const bit of bits) {
        const byContrast = (-product / contrasts[bit]!) * count
        const byShift = byContrast / bitValues[bit]!
        for (const [observable, coefficient] of coefficients) {
          const at = (observable * width + bit) * 2
          sums[at]! += coefficient * (-byShift - byContrast)
          sums[at + 1]! += coefficient * (byShift - byContrast)
        }
      }
    },
    means: () => sums.map(sum => sum / shots),
  }
}

function rangesOf({ observables, terms }: MomentsInput, factors: readonly (readonly [number, number])[]): Float64Array {
  const ranges = new Float64Array(observables)
  for (const { bits, coefficients } of terms) {
    const most = bits.reduce(
      (product, bit) => product * Math.max(Math.abs(factors[bit]![0]), Math.abs(factors[bit]![1])),
      1,
    )
    for (const [observable, coefficient] of coefficients) ranges[observable]! += Math.abs(coefficient) * most
  }
  return ranges
}
