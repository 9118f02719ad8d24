/**
 * |−>_L as a graph state: qubits in |+>, a CZ on every edge of the ring 01, 12, 23, 34, 04. Its stabilizers are the
 * five K_i = X_i Z_(i−1) Z_(i+1), each a weight-3 representative of X_L up to its sign. Everything here holds for the
 * ring turned or mirrored too, because the code is cyclic and the ring symmetric.
 */
import { IDENTITY, multiply, single } from '../code/pauli'
import type { Pauli5 } from '../model/fault'
import type { Visit } from './ancilla-tours'

const mod5 = (i: number) => ((i % 5) + 5) % 5

/** K_0..K_4. */
export const RING_CHECKS: readonly Pauli5[] = [0, 1, 2, 3, 4].map(i =>
  [single(i, 'X'), single(mod5(i - 1), 'Z'), single(mod5(i + 1), 'Z')].reduce(multiply, IDENTITY),
)

/** Couplings of A that measure K_i, ascending by data qubit. */
export const checkVisits = (i: number): readonly Exclude<Visit, 'flag'>[] =>
  [mod5(i - 1), i, mod5(i + 1)].sort((a, b) => a - b).map(data => ({ data, pauli: data === i ? 'X' : 'Z' }))

/** The 32 products of K_0..K_4: every Pauli that leaves the prepared state alone. */
export const RING_GROUP: readonly Pauli5[] = Array.from({ length: 32 }, (_, member) =>
  RING_CHECKS.reduce((p, k, i) => ((member >> i) & 1 ? multiply(p, k) : p), IDENTITY),
)

/** The ring's edges, in an order that allows three layers without a common qubit: 01 with 23, 12 with 34, then 04. */
export const RING_EDGES: readonly (readonly [number, number])[] = [
  [0, 1],
  [2, 3],
  [1, 2],
  [3, 4],
  [0, 4],
]

/**
 * Three of K_0..K_4, not in a row: no Pauli on one qubit flips them all, and no two faults of a ring look like none.
 */
export const THREE_CHECKS = [0, 1, 3] as const

/** A turn or a mirror image of the ring: where each label goes. */
export type Image = (label: number) => number

export const IMAGES: readonly Image[] = [1, -1].flatMap(sign =>
  [0, 1, 2, 3, 4].map(turn => (label: number) => mod5(sign * label + turn)),
)
