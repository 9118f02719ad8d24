/** Summary of the branches of a circuit. */
import { type CircuitState, MAX_SHOWN_OUTCOMES, type QubitState } from '../../contract/jobs/circuit-state'
import { type Branch, UNCERTAIN } from './branch'

/** Branches whose states are compared with each other to see whether they are all the same. */
const MAX_COMPARED_STATES = 256

/** Index in the whole state of each amplitude of a branch. */
function indexOf({ values, free }: Branch): (amplitude: number) => number {
  const certain = values.reduce((sum, value, qubit) => (value === 1 ? sum | (1 << qubit) : sum), 0)
  return amplitude => free.reduce((sum, qubit, bit) => sum | (((amplitude >> bit) & 1) << qubit), certain)
}

/** Probability of each basis state; `total`: the weight of all branches. */
export function probabilitiesOf(branches: readonly Branch[], qubits: number, total: number): number[] {
  const sums = new Array<number>(2 ** qubits).fill(0)
  for (const branch of branches) {
    const index = indexOf(branch)
    const { re, im } = branch.state
    for (let i = 0; i < re.length; i++) sums[index(i)]! += ((re[i]! ** 2 + im[i]! ** 2) * branch.weight) / total
  }
  return sums
}

/** null where the branches are in different states. */
export function amplitudesOf(branches: readonly Branch[], qubits: number): CircuitState['amplitudes'] {
  const [first] = branches as [Branch]
  const isOne = branches.length <= MAX_COMPARED_STATES && branches.every(branch => branch.isSameState(first))
  if (!isOne) return null
  const [re, im] = [new Array<number>(2 ** qubits).fill(0), new Array<number>(2 ** qubits).fill(0)]
  const index = indexOf(first)
  for (let i = 0; i < first.size; i++) {
    re[index(i)] = first.state.re[i]!
    im[index(i)] = first.state.im[i]!
  }
  return { re, im }
}

/** Each qubit by itself, averaged over the branches. */
export const qubitStatesOf = (branches: readonly Branch[], qubits: readonly number[], total: number): QubitState[] =>
  qubits.map((qubit, at) => {
    let [x, y, z] = [0, 0, 0]
    for (const branch of branches) {
      const vector = blochVectorOf(branch, at)
      x += (vector[0] * branch.weight) / total
      y += (vector[1] * branch.weight) / total
      z += (vector[2] * branch.weight) / total
    }
    const length = Math.hypot(x, y, z)
    return { qubit, x, y, z, length, purity: (1 + length ** 2) / 2, entropy: entropyOf(length) }
  })

function blochVectorOf({ values, free, state: { re, im } }: Branch, qubit: number): [number, number, number] {
  if (values[qubit] !== UNCERTAIN) return [0, 0, 1 - 2 * values[qubit]!]
  const bit = 1 << free.indexOf(qubit)
  let [x, y, z] = [0, 0, 0]
  for (let i = 0; i < re.length; i++) {
    if ((i & bit) !== 0) continue
    const j = i | bit
    x += 2 * (re[i]! * re[j]! + im[i]! * im[j]!)
    y += 2 * (re[i]! * im[j]! - im[i]! * re[j]!)
    z += re[i]! ** 2 + im[i]! ** 2 - re[j]! ** 2 - im[j]! ** 2
  }
  return [x, y, z]
}

/** In bits, of a qubit whose Bloch vector has that length. */
function entropyOf(length: number): number {
  const part = (p: number) => (p <= 0 ? 0 : -p * Math.log2(p))
  const larger = Math.min(1, (1 + length) / 2)
  return part(larger) + part(1 - larger)
}

type ClassicalState = Pick<CircuitState, 'clbits' | 'outcomes' | 'outcome_count'>

/** `clbits`: which classical bit each entry of a branch's memory is; `width`: how many there are in all. */
export function classicalStateOf(
  branches: readonly Branch[],
  { clbits, width, total }: { readonly clbits: readonly number[]; readonly width: number; readonly total: number },
): ClassicalState {
  const ones = new Array<number>(width).fill(0)
  const found = new Map<string, number>()
  for (const { memory, weight } of branches) {
    const key = memory.join('')
    found.set(key, (found.get(key) ?? 0) + weight / total)
    for (const [at, clbit] of clbits.entries()) if (memory[at] === 1) ones[clbit]! += weight / total
  }
  const sorted = [...found].sort(([a, p], [b, q]) => q - p || (a < b ? -1 : 1)).slice(0, MAX_SHOWN_OUTCOMES)
  const bitsOf = (key: string) => {
    const bits = new Array<string>(width).fill('0')
    for (const [at, clbit] of clbits.entries()) bits[width - 1 - clbit] = key[at]!
    return bits.join('')
  }
  const outcomes = width === 0 ? [] : sorted.map(([key, probability]) => ({ bits: bitsOf(key), probability }))
  return { clbits: ones, outcomes, outcome_count: width === 0 ? 0 : found.size }
}
