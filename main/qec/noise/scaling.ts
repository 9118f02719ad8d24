/** The same device with larger or smaller errors, for break-even maps. */
import type { ErrorKind } from '../../contract/runs/studies'
import type { NoiseModel } from '../model/noise-model'

/**
 * Largest average infidelities that scaling gives: the completely depolarizing channels of two qubits and one, and a coin
 * toss for the bits. An error that is larger already is never scaled up.
 */
const MOST = { two_qubit: 0.75, single_qubit: 0.5, readout: 0.5, reset: 0.5 } as const

const scaled = (fidelity: number, factor: number, most: number): number =>
  1 - Math.min(factor * (1 - fidelity), Math.max(most, 1 - fidelity))

/**
 * Every error of the kind times `factor`; idle errors by 1/T1 and 1/T2, with and without refocusing, all lengths kept.
 * Factor 1 is the model itself, to the bit.
 */
export function scaledNoise(noise: NoiseModel, kind: ErrorKind, factor: number): NoiseModel {
  if (factor === 1) return noise
  const of = (part: ErrorKind): number => (kind === 'all' || kind === part ? factor : 1)
  const keep = (part: keyof typeof MOST, fidelity: number) =>
    of(part) === 1 ? fidelity : scaled(fidelity, of(part), MOST[part])
  return {
    ...noise,
    fidelityCz: (a, b) => keep('two_qubit', noise.fidelityCz(a, b)),
    fidelitySingle: site => keep('single_qubit', noise.fidelitySingle(site)),
    fidelityReadout: site => keep('readout', noise.fidelityReadout(site)),
    fidelityReset: site => keep('reset', noise.fidelityReset(site)),
    t1: site => noise.t1(site) / of('idle'),
    t2: site => noise.t2(site) / of('idle'),
    refocusedT2: site => {
      const t2 = noise.refocusedT2?.(site) ?? null
      return t2 === null ? null : t2 / of('idle')
    },
  }
}

export interface ScaledParts {
  readonly kind: ErrorKind
  readonly factor: number
  readonly sites: readonly number[]
  readonly pairs: readonly (readonly [number, number])[]
}

/**
 * Whether the factor would take an error of one of these parts beyond its limit, so that it is no longer scaled by the
 * whole factor.
 */
export function saturates(noise: NoiseModel, { kind, factor, sites, pairs }: ScaledParts): boolean {
  const beyond = (part: keyof typeof MOST, fidelity: number) =>
    (kind === 'all' || kind === part) && factor > 1 && factor * (1 - fidelity) > MOST[part]
  return (
    pairs.some(([a, b]) => beyond('two_qubit', noise.fidelityCz(a, b))) ||
    sites.some(
      site =>
        beyond('single_qubit', noise.fidelitySingle(site)) ||
        beyond('readout', noise.fidelityReadout(site)) ||
        beyond('reset', noise.fidelityReset(site)),
    )
  )
}
