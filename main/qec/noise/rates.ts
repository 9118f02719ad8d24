/** Fault probabilities as the sampler draws them. One source for sampling, the decoder's likelihoods and predictions. */
import type { NoiseModel } from '../model/noise-model'
import type { TimedOp } from '../model/round'
import { type IdlePaulis, idlePaulis, pauliFromInfidelity1, pauliFromInfidelity2 } from './transform'

export interface FaultRates {
  /** Any of the 15 Paulis after a CZ, each p/15. */
  cz(a: number, b: number): number
  /** X, Y or Z after a single-qubit gate, each p/3. */
  single(site: number): number
  /** The recorded bit is wrong. */
  readout(site: number): number
  /** The qubit is left in |1>. */
  reset(site: number): number
  /**
   * Twirled decay over idle time in nanoseconds; gates carry their own decoherence in their error. `refocused`: decoupling
   * pulses cut the time, and the T2 that holds under them counts, where one is known.
   */
  idle(site: number, duration_ns: number, refocused?: boolean): IdlePaulis
}

const probability = (value: number): number => Math.min(1, Math.max(0, value))

export const calibratedRates = (noise: NoiseModel): FaultRates => ({
  cz: (a, b) => probability(pauliFromInfidelity2(1 - noise.fidelityCz(a, b))),
  single: site => probability(pauliFromInfidelity1(1 - noise.fidelitySingle(site))),
  readout: site => probability(1 - noise.fidelityReadout(site)),
  reset: site => probability(1 - noise.fidelityReset(site)),
  idle: (site, duration, refocused) =>
    idlePaulis(duration, noise.t1(site), (refocused ? noise.refocusedT2?.(site) : null) ?? noise.t2(site)),
})

/** The completely depolarizing channel of two qubits. */
const MAX_PAULI_2 = 15 / 16

/**
 * Total probability of the 15 Paulis after this CZ: of its own parts, and of the one-qubit gates of a compound CZ that do not merge
 * with an H.
 */
export function czRate({ sites, pulses }: Pick<TimedOp, 'sites' | 'pulses'>, rates: FaultRates): number {
  const own = rates.cz(sites[0]!, sites[1]!)
  if (!pulses) return own
  return Math.min(
    MAX_PAULI_2,
    Math.max(
      own,
      pulses.reduce((sum, site) => sum + rates.single(site), own),
    ),
  )
}

/** Total Pauli error probability of this H. */
export const hRate = ({ sites, merged }: Pick<TimedOp, 'sites' | 'merged'>, rates: FaultRates): number =>
  merged ? 0 : rates.single(sites[0]!)

export const NOISELESS: FaultRates = {
  cz: () => 0,
  single: () => 0,
  readout: () => 0,
  reset: () => 0,
  idle: () => ({ px: 0, py: 0, pz: 0 }),
}

/** Every fault has some probability, so that none is left out of an enumeration. */
export const UNIFORM_RATES: FaultRates = {
  cz: () => 0.1,
  single: () => 0.1,
  readout: () => 0.1,
  reset: () => 0.1,
  idle: () => ({ px: 0.1, py: 0.1, pz: 0.1 }),
}
