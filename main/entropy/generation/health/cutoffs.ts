/** Cutoffs of the health tests (SP 800-90B 4.4.1, 4.4.2), for a claimed min-entropy in bits a sample. */

/** −log2 of the chance that an honest source trips a test once: at a sample, or in a window. */
export const FALSE_ALARM_BITS = { single: 20, intermittent: 30, permanent: 60 } as const
export type AlarmLevel = keyof typeof FALSE_ALARM_BITS

/** Samples of one window: 1024 of a binary source, else 512. */
export const windowSamples = (symbols: number): 512 | 1024 => (symbols === 2 ? 1024 : 512)

/** C = 1 + ⌈−log2 α / H⌉: so many equal samples in a row are an alarm. Throws unless H is positive. */
export function repetitionCutoff(entropy: number, falseAlarmBits: number): number {
  needEntropy(entropy)
  return 1 + Math.ceil(falseAlarmBits / entropy)
}

/** C = min(W, 1 + CRITBINOM(W, 2^−H, 1 − α)): so many of the window's samples equal to its first are an alarm. */
export function proportionCutoff(entropy: number, falseAlarmBits: number, window: number): number {
  needEntropy(entropy)
  return Math.min(window, 1 + criticalBinomial(window, entropy, falseAlarmBits))
}

/**
 * The least k for which more than k successes in `trials` of chance 2^−entropy have a chance of at most 2^−tailBits. The tail is
 * summed from its far end, where its terms are least, by the ratio of each term to the next: relative error below 10^−12.
 */
function criticalBinomial(trials: number, entropy: number, tailBits: number): number {
  const logChance = -entropy * Math.LN2
  const logOdds = Math.log(-Math.expm1(logChance)) - logChance
  const limit = 2 ** -tailBits
  let logTerm = trials * logChance
  let tail = 0
  for (let k = trials; k > 0; k--) {
    tail += Math.exp(logTerm)
    if (tail > limit) return k
    logTerm += Math.log(k / (trials - k + 1)) + logOdds
  }
  return 0
}

function needEntropy(entropy: number): void {
  if (!(entropy > 0 && Number.isFinite(entropy)))
    throw new RangeError(`the claimed min-entropy must be a positive number of bits a sample, not ${entropy}`)
}

export interface HealthCutoffs {
  readonly window: number
  /** In a row. */
  readonly repetition: Readonly<Record<AlarmLevel, number>>
  /** In a window. */
  readonly proportion: Readonly<Record<AlarmLevel, number>>
}

/** All cutoffs of a source with so many symbols; throws where it claims more than its symbols can hold. */
export function healthCutoffs(symbols: number, entropy: number): HealthCutoffs {
  if (!Number.isInteger(symbols) || symbols < 2 || symbols > 256)
    throw new RangeError(`a source has 2 to 256 symbols, not ${symbols}`)
  if (entropy > Math.log2(symbols)) throw new RangeError(`${symbols} symbols hold less than ${entropy} bits`)
  const window = windowSamples(symbols)
  const byLevel = (cutoff: (bits: number) => number) => ({
    single: cutoff(FALSE_ALARM_BITS.single),
    intermittent: cutoff(FALSE_ALARM_BITS.intermittent),
    permanent: cutoff(FALSE_ALARM_BITS.permanent),
  })
  return {
    window,
    repetition: byLevel(bits => repetitionCutoff(entropy, bits)),
    proportion: byLevel(bits => proportionCutoff(entropy, bits, window)),
  }
}
