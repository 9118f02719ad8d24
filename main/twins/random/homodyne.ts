/** A homodyne generator: a quadrature of the vacuum, with electronic noise, through a converter of 8 bits. */
import { type SampleModel, withSampleFaults } from './sample-faults'
import { createSampleRandom } from './sample-random'

const BITS = 8
const LEVELS = 2 ** BITS

interface HomodyneOptions {
  readonly seed: number
  /** Half of the converter's range, in standard deviations of the vacuum. */
  readonly range?: number
  /** Standard deviation of the electronic noise in those of the vacuum; it counts as known to an adversary. */
  readonly electronic_noise?: number
}

/**
 * Min-entropy given the electronic noise, the worst case being that it puts the vacuum's maximum in the middle of a level
 * (Haw et al. 2015): −log2 erf(δ / (2 √2 σ)) for levels as wide as δ. At ±5 σ these are 6.0 bits in 8. Too strong a signal
 * gathers at both ends of the range.
 */
export function createHomodyneModel({ seed, range = 5, electronic_noise = 0.2 }: HomodyneOptions): SampleModel {
  const random = createSampleRandom(seed)
  // Box and Muller's second number of each pair serves as the electronic noise: it is independent of the first.
  return withSampleFaults({
    bits: BITS,
    min_entropy: -Math.log2(errorFunction(range / LEVELS / Math.SQRT2)),
    random,
    measure(gain) {
      const radius = Math.sqrt(-2 * Math.log1p(-random()))
      const angle = 2 * Math.PI * random()
      const field = gain * radius * (Math.cos(angle) + electronic_noise * Math.sin(angle))
      return Math.min(LEVELS - 1, Math.max(0, Math.floor(((field + range) / (2 * range)) * LEVELS)))
    },
  })
}

/** erf(x) by its power series, for x up to about 2. */
function errorFunction(x: number): number {
  let [sum, term] = [x, x]
  for (let n = 1; Math.abs(term) > 1e-18; n++) {
    term *= (-x * x) / n
    sum += term / (2 * n + 1)
  }
  return (2 / Math.sqrt(Math.PI)) * sum
}
