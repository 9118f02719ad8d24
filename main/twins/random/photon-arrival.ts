/** A photon-arrival generator: the time of the first photon in a period, in bins; periods without one do not count. */
import { type SampleModel, withSampleFaults } from './sample-faults'
import { createSampleRandom } from './sample-random'

const BITS = 8
const BINS = 2 ** BITS

interface PhotonArrivalOptions {
  readonly seed: number
  /** Photons that arrive in a period on average. */
  readonly mean_photons?: number
}

/**
 * Arrivals are a Poisson process, so the time of the first is exponential, cut off at the period's end: the first bin is the
 * likeliest, with a chance of (1 − e^(−μ/256)) / (1 − e^−μ). At the mean of 1 photon these are 7.34 bits in 8. A stronger
 * light crowds the first bins.
 */
export function createPhotonArrivalModel({ seed, mean_photons = 1 }: PhotonArrivalOptions): SampleModel {
  const random = createSampleRandom(seed)
  /** e^−μ − 1 of the mean it was last computed for: the gain seldom changes. */
  let [mean, exponential] = [mean_photons, Math.expm1(-mean_photons)]
  const likeliest = -Math.expm1(-mean_photons / BINS) / -Math.expm1(-mean_photons)
  return withSampleFaults({
    bits: BITS,
    min_entropy: -Math.log2(likeliest),
    random,
    measure(gain) {
      if (gain * mean_photons !== mean) {
        mean = gain * mean_photons
        exponential = Math.expm1(-mean)
      }
      const time = -Math.log1p(random() * exponential) / mean
      return Math.min(BINS - 1, Math.floor(BINS * time))
    },
  })
}
