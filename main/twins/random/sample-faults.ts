import type { SampleFault } from '../../contract/entropy/sample-fault'

/** A source of samples as it would come from the detector, before any processing. */
export interface SampleModel {
  readonly bits: number
  /** Bits a sample as long as there is no fault; samples are independent. */
  readonly min_entropy: number
  samples(count: number): Uint8Array
  /** Replaces the faults; `from` counts from the first sample of all. */
  setFaults(faults: readonly SampleFault[]): void
  /** Samples so far. */
  readonly count: number
}

interface SampleProcess {
  readonly bits: number
  readonly min_entropy: number
  /** Uniform in [0, 1). */
  readonly random: () => number
  /** One sample at this gain, 1 for what the detector is made for. */
  readonly measure: (gain: number) => number
}

/** Samples that are remembered for lags, a power of two. */
const MEMORY = 4096

/** A detector with faults. */
export function withSampleFaults({ bits, min_entropy, random, measure }: SampleProcess): SampleModel {
  const past = new Uint8Array(MEMORY)
  const middle = 2 ** (bits - 1)
  let faults: readonly SampleFault[] = []
  let count = 0
  const gain = () =>
    faults.reduce((all, fault) => (fault.kind === 'saturation' && count >= fault.from ? all * fault.gain : all), 1)
  const distort = (sample: number, fault: SampleFault): number => {
    const since = count - fault.from
    if (since < 0 || fault.kind === 'saturation') return sample
    if (fault.kind === 'stuck') return past[(count - 1) % MEMORY]!
    if (fault.kind === 'bias_ramp') return random() < (since * fault.per_million) / 1e6 ? middle : sample
    if (random() >= fault.chance) return sample
    if (fault.kind === 'lag') return past[(count - fault.lag + MEMORY) % MEMORY]!
    // Odd steps visit every value before one comes twice.
    return (37 * (since % fault.period)) % 2 ** bits
  }
  return {
    bits,
    min_entropy,
    samples(length) {
      const made = new Uint8Array(length)
      for (let i = 0; i < length; i++) {
        made[i] = past[count % MEMORY] = faults.length === 0 ? measure(1) : faults.reduce(distort, measure(gain()))
        count++
      }
      return made
    },
    get count() {
      return count
    },
    setFaults(next) {
      for (const fault of next)
        if (fault.kind === 'lag' && !(fault.lag >= 1 && fault.lag < MEMORY))
          throw new RangeError(`a lag must be 1 to ${MEMORY - 1} samples, not ${fault.lag}`)
      faults = next
    },
  }
}
