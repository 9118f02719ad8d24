/**
 * The slow obvious simulator that judges transpiling: full vectors, matrices written out, and one branch for every
 * outcome of every measurement and reset. Qubit 0 is the lowest bit of an index; a gate's first qubit is its highest.
 */
import type { SourceCircuit, SourceInstruction } from '../../../../main/circuits/transpile/model/operations'
import type { Condition } from '../../../../main/contract/jobs/circuit'

type Complex = readonly [number, number]
type Matrix = readonly (readonly Complex[])[]

const c = (re: number, im = 0): Complex => [re, im]
const times = ([a, b]: Complex, [x, y]: Complex): Complex => [a * x - b * y, a * y + b * x]
const plus = ([a, b]: Complex, [x, y]: Complex): Complex => [a + x, b + y]
const phase = (angle: number): Complex => [Math.cos(angle), Math.sin(angle)]
const HALF = Math.SQRT1_2

/** OpenQASM 3's U, whose upper left entry is cos(θ/2). */
const u = (theta: number, phi: number, lambda: number): Matrix => {
  const [cos, sin] = [Math.cos(theta / 2), Math.sin(theta / 2)]
  return [
    [c(cos), times(c(-sin), phase(lambda))],
    [times(c(sin), phase(phi)), times(c(cos), phase(phi + lambda))],
  ]
}
const diagonal = (a: Complex, b: Complex): Matrix => [
  [a, c(0)],
  [c(0), b],
]
const rx = (angle: number): Matrix => {
  const [cos, sin] = [c(Math.cos(angle / 2)), c(0, -Math.sin(angle / 2))]
  return [
    [cos, sin],
    [sin, cos],
  ]
}
const ry = (angle: number): Matrix => u(angle, 0, 0)
const rz = (angle: number): Matrix => diagonal(phase(-angle / 2), phase(angle / 2))
const p = (angle: number): Matrix => diagonal(c(1), phase(angle))
const X: Matrix = [
  [c(0), c(1)],
  [c(1), c(0)],
]
const Y: Matrix = [
  [c(0), c(0, -1)],
  [c(0, 1), c(0)],
]
const H: Matrix = [
  [c(HALF), c(HALF)],
  [c(HALF), c(-HALF)],
]
const SX: Matrix = [
  [c(0.5, 0.5), c(0.5, -0.5)],
  [c(0.5, -0.5), c(0.5, 0.5)],
]
const SXDG: Matrix = SX.map(row => row.map(([re, im]) => c(re, -im)))

const identity = (size: number): Matrix =>
  Array.from({ length: size }, (_, i) => Array.from({ length: size }, (_, j) => c(i === j ? 1 : 0)))
/** The matrix under a control, which becomes the first qubit: it acts in the half where that qubit is 1. */
const controlled = (matrix: Matrix): Matrix => {
  const size = matrix.length
  return identity(2 * size).map((row, i) =>
    row.map((one, j) => (i >= size && j >= size ? matrix[i - size]![j - size]! : one)),
  )
}
const SWAP: Matrix = [0, 2, 1, 3].map(to => identity(4)[to]!)
const ISWAP: Matrix = SWAP.map((row, i) => row.map(one => (i === 1 || i === 2 ? times(c(0, 1), one) : one)))

const MATRICES: Record<string, (...params: number[]) => Matrix> = {
  id: () => identity(2),
  x: () => X,
  y: () => Y,
  z: () => p(Math.PI),
  h: () => H,
  s: () => p(Math.PI / 2),
  sdg: () => p(-Math.PI / 2),
  t: () => p(Math.PI / 4),
  tdg: () => p(-Math.PI / 4),
  sx: () => SX,
  sxdg: () => SXDG,
  rx: angle => rx(angle!),
  ry: angle => ry(angle!),
  rz: angle => rz(angle!),
  p: angle => p(angle!),
  u: (theta, phi, lambda) => u(theta!, phi!, lambda!),
  cx: () => controlled(X),
  cy: () => controlled(Y),
  cz: () => controlled(p(Math.PI)),
  ch: () => controlled(H),
  cp: angle => controlled(p(angle!)),
  crx: angle => controlled(rx(angle!)),
  cry: angle => controlled(ry(angle!)),
  crz: angle => controlled(rz(angle!)),
  swap: () => SWAP,
  iswap: () => ISWAP,
  ccx: () => controlled(controlled(X)),
  cswap: () => controlled(SWAP),
}
interface Branch {
  /** Not normalized: its squared length is the probability of the branch. */
  readonly state: Complex[]
  readonly clbits: ReadonlyMap<number, number>
}

function apply(matrix: Matrix, qubits: readonly number[], state: readonly Complex[]): Complex[] {
  const bitsOf = (index: number) => qubits.reduce((value, q) => value * 2 + ((index >> q) & 1), 0)
  const withBits = (index: number, value: number) =>
    qubits.reduce((changed, q, at) => {
      const bit = (value >> (qubits.length - 1 - at)) & 1
      return bit ? changed | (1 << q) : changed & ~(1 << q)
    }, index)
  return state.map((_, index) =>
    matrix[bitsOf(index)]!.reduce(
      (sum, entry, column) => plus(sum, times(entry, state[withBits(index, column)]!)),
      c(0),
    ),
  )
}

const norm = (state: readonly Complex[]) => state.reduce((sum, [re, im]) => sum + re * re + im * im, 0)

/** The branches after a measurement of the qubit, one for each possible outcome. */
const outcomes = (qubit: number, { state, clbits }: Branch) =>
  [0, 1]
    .map(value => ({ value, clbits, state: state.map((one, i) => (((i >> qubit) & 1) === value ? one : c(0))) }))
    .filter(branch => norm(branch.state) > 1e-14)

function holds(condition: Condition, { clbits }: Branch): boolean {
  const bits = 'clbit' in condition ? [condition.clbit] : condition.clbits
  return bits.reduce((sum, bit, i) => sum + (clbits.get(bit) ?? 0) * 2 ** i, 0) === condition.value
}

function step({ name, qubits, clbits = [], params = [], condition }: SourceInstruction, branch: Branch): Branch[] {
  if (condition && !holds(condition, branch)) return [branch]
  const [qubit] = qubits
  if (name === 'barrier') return [branch]
  if (name === 'measure')
    return outcomes(qubit!, branch).map(({ value, state }) => ({
      state,
      clbits: new Map([...branch.clbits, [clbits[0]!, value]]),
    }))
  if (name === 'reset')
    return outcomes(qubit!, branch).map(({ value, state, clbits: kept }) => ({
      state: value ? apply(X, [qubit!], state) : state,
      clbits: kept,
    }))
  return [{ ...branch, state: apply(MATRICES[name]!(...params), qubits, branch.state) }]
}

/**
 * By the classical bits that are 1 (as in `0 2`), the density matrix of the branches that end with them, row by row.
 */
export type Densities = Map<string, Complex[]>

/**
 * Runs the circuit from all zeros. `places[q]` says which qubit of the circuit is q of the answer; all others are
 * expected to end in 0, else probability is missing from the answer.
 */
export function densities({ instructions }: SourceCircuit, places: readonly number[]): Densities {
  const used = [
    ...new Set([...places, ...instructions.flatMap(({ name, qubits }) => (name === 'barrier' ? [] : qubits))]),
  ]
  const slot = new Map(used.map((qubit, at) => [qubit, at]))
  let branches: Branch[] = [{ state: identity(2 ** used.length)[0]!.slice(), clbits: new Map() }]
  for (const instruction of instructions) {
    const qubits = instruction.qubits.flatMap(q => slot.get(q) ?? [])
    branches = branches.flatMap(branch => step({ ...instruction, qubits }, branch))
  }
  const found: Densities = new Map()
  for (const { state, clbits } of branches) {
    const key = [...clbits]
      .filter(([, value]) => value)
      .map(([bit]) => bit)
      .sort((a, b) => a - b)
      .join(' ')
    const kept = Array.from({ length: 2 ** places.length }, (_, index) => {
      const at = places.reduce((sum, place, q) => sum | (((index >> q) & 1) << slot.get(place)!), 0)
      return state[at]!
    })
    const density = kept.flatMap(a => kept.map(([re, im]) => times(a, c(re, -im))))
    found.set(key, found.get(key)?.map((one, i) => plus(one, density[i]!)) ?? density)
  }
  return found
}

/** Largest difference between entries. Where one of them lacks an outcome, its entries count as zeros. */
export function difference(one: Densities, other: Densities): number {
  let most = 0
  for (const key of new Set([...one.keys(), ...other.keys()])) {
    const [a, b] = [one.get(key), other.get(key)]
    const size = (a ?? b)!.length
    for (let i = 0; i < size; i++) {
      const [[re, im], [x, y]] = [a?.[i] ?? c(0), b?.[i] ?? c(0)]
      most = Math.max(most, Math.hypot(re - x, im - y))
    }
  }
  return most
}

export const probability = (all: Densities): number => {
  let sum = 0
  for (const density of all.values()) {
    const size = Math.sqrt(density.length)
    for (let i = 0; i < size; i++) sum += density[i * size + i]![0]
  }
  return sum
}
