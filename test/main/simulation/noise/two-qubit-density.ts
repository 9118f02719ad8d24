/** Real density matrices of two qubits, for noise tests: H, X, CX and all Pauli channels keep them real. */
export type Matrix = readonly (readonly number[])[]

const times = (a: Matrix, b: Matrix): Matrix =>
  a.map(row => b[0]!.map((_, j) => row.reduce((sum, value, k) => sum + value * b[k]![j]!, 0)))
const turned = (a: Matrix): Matrix => a[0]!.map((_, j) => a.map(row => row[j]!))
const mix = (terms: readonly (readonly [number, Matrix])[]): Matrix =>
  terms[0]![1].map((row, i) => row.map((_, j) => terms.reduce((sum, [weight, m]) => sum + weight * m[i]![j]!, 0)))
const conjugate = (a: Matrix, rho: Matrix): Matrix => times(times(a, rho), turned(a))

const IDENTITY: Matrix = [
  [1, 0],
  [0, 1],
]
const X: Matrix = [
  [0, 1],
  [1, 0],
]
const Z: Matrix = [
  [1, 0],
  [0, -1],
]
const H: Matrix = [
  [Math.SQRT1_2, Math.SQRT1_2],
  [Math.SQRT1_2, -Math.SQRT1_2],
]
/** Y up to a phase, which conjugation does not see. */
const PAULIS = [IDENTITY, X, times(X, Z), Z]
const BY_NAME = { h: H, x: X }

/** Qubit q is bit q of the index. */
function on(q: number, a: Matrix): Matrix {
  const range = [0, 1, 2, 3]
  const other = 1 << (1 - q)
  return range.map(i => range.map(j => ((i & other) === (j & other) ? a[(i >> q) & 1]![(j >> q) & 1]! : 0)))
}

export const ground: Matrix = [0, 1, 2, 3].map(i => [0, 1, 2, 3].map(j => Number(i === 0 && j === 0)))
export const gate1 = (name: 'h' | 'x', q: number) => (rho: Matrix) => conjugate(on(q, BY_NAME[name]), rho)

const CX01: Matrix = [0, 1, 2, 3].map(i => [0, 1, 2, 3].map(j => Number(j === (i & 1 ? i ^ 2 : i))))
export const cx01 = (rho: Matrix) => conjugate(CX01, rho)

/** With average infidelity r, the state is replaced by the mixed one with probability r d / (d - 1), d = 2. */
export const depolarize1 = (q: number, r: number) => (rho: Matrix) => {
  const mixed = mix(PAULIS.map(p => [1 / 4, conjugate(on(q, p), rho)] as const))
  return mix([
    [1 - 2 * r, rho],
    [2 * r, mixed],
  ])
}

/** As depolarize1 with d = 4. */
export const depolarize2 = (r: number) => (rho: Matrix) =>
  rho.map((row, i) => row.map((value, j) => (1 - (4 / 3) * r) * value + (i === j ? r / 3 : 0)))

/** Amplitude and phase damping by their Kraus operators, twirled over the Paulis. */
export const idle = (q: number, t: number, t1: number, t2: number) => (rho: Matrix) => {
  const gamma = 1 - Math.exp(-t / t1)
  const dephase = (1 - Math.exp(-t / t2 + t / (2 * t1))) / 2
  const stay: Matrix = [
    [1, 0],
    [0, Math.sqrt(1 - gamma)],
  ]
  const fall: Matrix = [
    [0, Math.sqrt(gamma)],
    [0, 0],
  ]
  const damp = (state: Matrix) => {
    const fallen = mix([
      [1, conjugate(on(q, stay), state)],
      [1, conjugate(on(q, fall), state)],
    ])
    return mix([
      [1 - dephase, fallen],
      [dephase, conjugate(on(q, Z), fallen)],
    ])
  }
  return mix(PAULIS.map(p => [1 / 4, conjugate(on(q, p), damp(conjugate(on(q, p), rho)))] as const))
}

/** Probabilities of the notes 00, 01, 10, 11 (bit q from qubit q), each bit noted wrongly with its own error. */
export function notes(rho: Matrix, errors: readonly [number, number]): number[] {
  const flip = (bit: 0 | 1, wrong: number) => (wrong ? errors[bit] : 1 - errors[bit])
  return [0, 1, 2, 3].map(noted =>
    [0, 1, 2, 3].reduce((sum, i) => sum + rho[i]![i]! * flip(0, (noted ^ i) & 1) * flip(1, (noted ^ i) >> 1), 0),
  )
}
