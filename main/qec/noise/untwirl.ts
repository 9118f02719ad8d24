import type { IdlePaulis } from './transform'

/** `exact`: idle windows damp and dephase; `twirled`: the Paulis that frames draw. */
export type DecayModel = 'exact' | 'twirled'

/** Amplitude damping, |1> to |0> with probability `gamma`, then Z with probability `pz`. */
export interface Decay {
  readonly gamma: number
  readonly pz: number
}

/**
 * The decay whose Pauli twirl `idlePaulis` (transform.ts) gave: gamma = 4 p_x, and the dephasing that gamma leaves missing of
 * e^(-t/T2) = 1 - 2 (p_x + p_z). T2 beyond its limit 2·T1 counts as 2·T1. null for Paulis that are no decay's twirl.
 */
export function untwirled({ px, py, pz }: IdlePaulis): Decay | null {
  const gamma = 4 * px
  if (px !== py || gamma > 1) return null
  const left = gamma < 1 ? (1 - 2 * (px + pz)) / Math.sqrt(1 - gamma) : 1
  return { gamma, pz: Math.min(1, Math.max(0, (1 - left) / 2)) }
}
