/** Called every few hundred to few thousand steps; throws to end the work. */
export type EstimateCheckpoint = () => void

/** Input of an estimator. Binary estimators need `symbols` to be 2. */
export interface SymbolSequence {
  /** 0 to `symbols` − 1, one to a byte. */
  readonly data: Uint8Array
  readonly symbols: number
}

export type EstimatorName =
  | 'most_common_value'
  | 'collision'
  | 'markov'
  | 'compression'
  | 't_tuple'
  | 'lrs'
  | 'multi_mcw'
  | 'lag'
  | 'multi_mmc'
  | 'lz78y'

export interface EntropyEstimate {
  readonly estimator: EstimatorName
  /** Bits a symbol; null where the sequence is too short for the estimator. */
  readonly min_entropy: number | null
  /** Intermediate figures, named as in SP 800-90B 6.3. */
  readonly figures: Readonly<Record<string, number>>
}

/** 99.5 % quantile of the normal distribution, as the reference tool has it. */
export const Z_ALPHA = 2.5758293035489008

/** Upper end of the 99 % confidence interval of a proportion, at most 1. */
export const upperBound = (proportion: number, samples: number): number =>
  Math.min(1, proportion + Z_ALPHA * Math.sqrt((proportion * (1 - proportion)) / (samples - 1)))

/** The samples with symbols numbered from 0 in their order, so that none is unused. */
export function sequenceOf(samples: Uint8Array): SymbolSequence {
  const isUsed = new Uint8Array(256)
  for (const sample of samples) isUsed[sample] = 1
  const numbers = new Uint8Array(256)
  let symbols = 0
  for (let value = 0; value < 256; value++) if (isUsed[value] === 1) numbers[value] = symbols++
  return { data: symbols === 256 ? samples : samples.map(sample => numbers[sample]!), symbols }
}

/** The lowest `bits` of each sample, the most significant first, as a binary sequence. */
export function bitstringOf(samples: Uint8Array, bits: number): SymbolSequence {
  const data = new Uint8Array(samples.length * bits)
  let at = 0
  for (const sample of samples) for (let bit = bits - 1; bit >= 0; bit--) data[at++] = (sample >> bit) & 1
  return { data, symbols: 2 }
}
