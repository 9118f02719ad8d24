import {
  bitstringOf,
  type EntropyEstimate,
  type EstimateCheckpoint,
  type EstimatorName,
  sequenceOf,
} from '../estimators/sequence'
import { estimatesOf } from './estimates'

interface RawSamples {
  /** One sample to a byte, the lowest `bits` of it. */
  readonly samples: Uint8Array
  /** 1 to 8. */
  readonly bits: number
  /** Min-entropy that the maker claims, in bits a sample. */
  readonly claimed: number
}

export interface Assessment {
  readonly samples: number
  readonly bits: number
  /**
   * All in bits a sample, but for `h_bitstring`, which is in bits a bit; it is null for binary or constant samples and in a
   * provisional assessment.
   */
  readonly h_claimed: number
  readonly h_original: number
  readonly h_bitstring: number | null
  /** min(h_original, bits × h_bitstring, h_claimed) (SP 800-90B 3.1.3). */
  readonly h_assessed: number
  /** Estimate that determined `h_assessed`. */
  readonly decided_by: { readonly of: 'original' | 'bitstring' | 'claimed'; readonly estimator: EstimatorName | null }
  readonly original: readonly EntropyEstimate[]
  readonly bitstring: readonly EntropyEstimate[]
}

/** Assesses samples with all estimators. Throws RangeError for no samples, or samples wider than `bits`. */
export function assessEntropy({ samples, bits, claimed }: RawSamples, checkpoint: EstimateCheckpoint): Assessment {
  needSamples(samples, bits)
  const sequence = sequenceOf(samples)
  const isConstant = sequence.symbols === 1
  const original = isConstant ? [] : estimatesOf(sequence, checkpoint)
  const bitstring = isConstant || bits === 1 ? [] : estimatesOf(bitstringOf(samples, bits), checkpoint)
  const lowest = isConstant ? { entropy: 0, estimator: null } : lowestOf(original, bits)
  const lowestBit = lowestOf(bitstring, 1)
  const figures = [
    { of: 'original', ...lowest },
    ...(bitstring.length > 0
      ? [{ of: 'bitstring', entropy: bits * lowestBit.entropy, estimator: lowestBit.estimator } as const]
      : []),
    { of: 'claimed', entropy: claimed, estimator: null },
  ] as const
  const least = figures.reduce((a, b) => (b.entropy < a.entropy ? b : a))
  return {
    samples: samples.length,
    bits,
    h_claimed: claimed,
    h_original: lowest.entropy,
    original,
    bitstring,
    h_bitstring: bitstring.length > 0 ? lowestBit.entropy : null,
    h_assessed: least.entropy,
    decided_by: { of: least.of, estimator: least.estimator },
  }
}

function needSamples(samples: Uint8Array, bits: number): void {
  if (!Number.isInteger(bits) || bits < 1 || bits > 8) throw new RangeError(`samples have 1 to 8 bits, not ${bits}`)
  if (samples.length === 0) throw new RangeError('there are no samples to assess')
  const wide = samples.find(sample => sample >> bits !== 0)
  if (wide !== undefined) throw new RangeError(`a sample of ${wide} is wider than ${bits} bits`)
}

/** The least estimate; `most` where no estimator had enough samples. */
export function lowestOf(
  estimates: readonly EntropyEstimate[],
  most: number,
): { readonly entropy: number; readonly estimator: EstimatorName | null } {
  return estimates.reduce<{ entropy: number; estimator: EstimatorName | null }>(
    (least, { estimator, min_entropy }) =>
      min_entropy !== null && min_entropy < least.entropy ? { entropy: min_entropy, estimator } : least,
    { entropy: most, estimator: null },
  )
}
