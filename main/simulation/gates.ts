/** A complex 2×2 matrix, row-major with (re, im) pairs. */
export type Matrix2 = readonly number[]

/** One matrix on `target` where all `controls` are 1; both are positions in the instruction's list of qubits. */
export interface GateStep {
  readonly matrix: Matrix2
  readonly target: number
  readonly controls: readonly number[]
}

interface Gate {
  readonly qubits: number
  readonly params: number
  readonly steps: (params: readonly number[]) => readonly GateStep[]
}

const ROOT = Math.SQRT1_2
const cis = (angle: number) => [Math.cos(angle), Math.sin(angle)] as const
const diagonal = (re: number, im: number): Matrix2 => [1, 0, 0, 0, 0, 0, re, im]

const X: Matrix2 = [0, 0, 1, 0, 1, 0, 0, 0]
const Y: Matrix2 = [0, 0, 0, -1, 0, 1, 0, 0]
const Z = diagonal(-1, 0)
const H: Matrix2 = [ROOT, 0, ROOT, 0, ROOT, 0, -ROOT, 0]
const S = diagonal(0, 1)
const SX: Matrix2 = [0.5, 0.5, 0.5, -0.5, 0.5, -0.5, 0.5, 0.5]
const SXDG: Matrix2 = [0.5, -0.5, 0.5, 0.5, 0.5, 0.5, 0.5, -0.5]

const phase = (angle: number): Matrix2 => diagonal(...cis(angle))
const rx = (angle: number): Matrix2 => {
  const [c, s] = cis(angle / 2)
  return [c, 0, 0, -s, 0, -s, c, 0]
}
const ry = (angle: number): Matrix2 => {
  const [c, s] = cis(angle / 2)
  return [c, 0, -s, 0, s, 0, c, 0]
}
const rz = (angle: number): Matrix2 => {
  const [c, s] = cis(angle / 2)
  return [c, -s, 0, 0, 0, 0, c, s]
}
/** U(θ, φ, λ) with a real upper left entry. */
const u = (theta: number, phi: number, lambda: number): Matrix2 => {
  const [c, s] = cis(theta / 2)
  const [[pr, pi], [lr, li], [br, bi]] = [cis(phi), cis(lambda), cis(phi + lambda)]
  return [c, 0, -s * lr, -s * li, s * pr, s * pi, c * br, c * bi]
}

const on = (matrix: Matrix2, target: number, ...controls: number[]): GateStep => ({ matrix, target, controls })

const fixed = (matrix: Matrix2): Gate => ({ qubits: 1, params: 0, steps: () => [on(matrix, 0)] })
const turn = (matrix: (angle: number) => Matrix2): Gate => ({
  ...{ qubits: 1, params: 1 },
  steps: params => [on(matrix(params[0]!), 0)],
})
const controlled = (gate: Gate): Gate => ({
  ...{ qubits: gate.qubits + 1, params: gate.params },
  steps: params => gate.steps(params).map(({ matrix, target }) => on(matrix, target + 1, 0)),
})
const list = (qubits: number, ...steps: GateStep[]): Gate => ({ qubits, params: 0, steps: () => steps })

const swap = [on(X, 1, 0), on(X, 0, 1), on(X, 1, 0)]

/** OpenQASM's stdgates, phases included; controls stand first. */
export const GATES: ReadonlyMap<string, Gate> = new Map([
  ['h', fixed(H)],
  ['x', fixed(X)],
  ['y', fixed(Y)],
  ['z', fixed(Z)],
  ['s', fixed(S)],
  ['sdg', fixed(diagonal(0, -1))],
  ['t', fixed(diagonal(ROOT, ROOT))],
  ['tdg', fixed(diagonal(ROOT, -ROOT))],
  ['sx', fixed(SX)],
  ['sxdg', fixed(SXDG)],
  ['id', list(1)],
  ['rx', turn(rx)],
  ['ry', turn(ry)],
  ['rz', turn(rz)],
  ['p', turn(phase)],
  ['u', { qubits: 1, params: 3, steps: ([theta, phi, lambda]) => [on(u(theta!, phi!, lambda!), 0)] }],
  ['cz', controlled(fixed(Z))],
  ['cy', controlled(fixed(Y))],
  ['ch', controlled(fixed(H))],
  ['cp', controlled(turn(phase))],
  ['crx', controlled(turn(rx))],
  ['cry', controlled(turn(ry))],
  ['crz', controlled(turn(rz))],
  ['cx', controlled(fixed(X))],
  ['swap', list(2, ...swap)],
  // Exchange, then i where exactly one qubit is 1: s gives i to each, cz takes back the -1 of both.
  ['iswap', list(2, ...swap, on(S, 0), on(S, 1), on(Z, 1, 0))],
  ['ccx', list(3, on(X, 2, 0, 1))],
  ['cswap', list(3, on(X, 1, 2), on(X, 2, 0, 1), on(X, 1, 2))],
])
