import { conditionHolds } from '../../../../main/simulation/model/condition'
import type { Matrix2 } from '../../../../main/simulation/model/gates'
import type { QuantumStep, TrajectoryProgram, TrajectoryStep } from '../../../../main/simulation/model/trajectory'
import { applyGate, groundState, type State } from '../../../../main/simulation/statevector/reference'
import { resultOfLogic } from '../../../../main/simulation/trajectories/reference'

/** Entry <i| rho |j> at index i + 2^n j, so that a matrix acts on bit q and its conjugate on bit n + q. */
type Density = State

/** A classical memory with the density matrix of the runs that hold it; its trace is their probability. */
interface Branch {
  readonly bits: string
  readonly density: Density
}

/** One Kraus operator as a product of matrices on single qubits. */
type Kraus = readonly (readonly [target: number, matrix: Matrix2])[]

const PAULIS: readonly Matrix2[] = [
  [1, 0, 0, 0, 0, 0, 1, 0],
  [0, 0, 1, 0, 1, 0, 0, 0],
  [0, 0, 0, -1, 0, 1, 0, 0],
  [1, 0, 0, 0, 0, 0, -1, 0],
]
const KEEP: readonly [Matrix2, Matrix2] = [
  [1, 0, 0, 0, 0, 0, 0, 0],
  [0, 0, 0, 0, 0, 0, 1, 0],
]
const LOWER: Matrix2 = [0, 0, 1, 0, 0, 0, 0, 0]

const scaled = (matrix: Matrix2, by: number): Matrix2 => matrix.map(value => value * by)
const conjugated = (matrix: Matrix2): Matrix2 => matrix.map((value, i) => (i % 2 === 0 ? value : -value))

function krausOf(step: Exclude<QuantumStep, { kind: 'gate' | 'measure' }>): Kraus[] {
  const { target } = step
  switch (step.kind) {
    case 'reset':
      return [[[target, KEEP[0]]], [[target, LOWER]]]
    case 'damp':
      return [
        [[target, [1, 0, 0, 0, 0, 0, Math.sqrt(1 - step.gamma), 0]]],
        [[target, scaled(LOWER, Math.sqrt(step.gamma))]],
      ]
    case 'pauli1':
      return [1 - step.px - step.py - step.pz, step.px, step.py, step.pz].map((p, i) => [
        [target, scaled(PAULIS[i]!, Math.sqrt(Math.max(0, p)))],
      ])
    case 'pauli2':
      return PAULIS.flatMap((first, a) =>
        PAULIS.map((second, b): Kraus => {
          const p = a + b === 0 ? 1 - step.p : step.p / 15
          return [
            [target, scaled(first, Math.sqrt(p))],
            [step.other, second],
          ]
        }),
      )
  }
}

/** K rho K^+ of a controlled or plain matrix. */
function act(density: Density, qubits: number, matrix: Matrix2, target: number, controls: readonly number[] = []) {
  applyGate(density, { matrix, target, controls })
  const shifted = controls.map(control => qubits + control)
  applyGate(density, { matrix: conjugated(matrix), target: qubits + target, controls: shifted })
}

const copy = ({ re, im }: Density): Density => ({ re: re.slice(), im: im.slice() })

/** Sum over the operators of K rho K^+. */
function channel(density: Density, qubits: number, operators: readonly Kraus[]): Density {
  const sum = { re: new Float64Array(density.re.length), im: new Float64Array(density.re.length) }
  for (const operator of operators) {
    const term = copy(density)
    for (const [target, matrix] of operator) act(term, qubits, matrix, target)
    term.re.forEach((value, i) => {
      sum.re[i]! += value
      sum.im[i]! += term.im[i]!
    })
  }
  return sum
}

function add(to: Map<string, Density>, bits: string, density: Density, share: number): void {
  const sum = to.get(bits) ?? { re: new Float64Array(density.re.length), im: new Float64Array(density.re.length) }
  density.re.forEach((value, i) => {
    sum.re[i]! += share * value
    sum.im[i]! += share * density.im[i]!
  })
  to.set(bits, sum)
}

/** The bitstring's character for classical bit c, counted from its end. */
const noted = (bits: string, clbit: number, value: number) =>
  bits.slice(0, bits.length - 1 - clbit) + value + bits.slice(bits.length - clbit)

function measured({ bits, density }: Branch, qubits: number, step: Extract<TrajectoryStep, { kind: 'measure' }>) {
  const found = new Map<string, Density>()
  for (const outcome of [0, 1] as const) {
    const kept = channel(density, qubits, [[[step.target, KEEP[outcome]]]])
    const wrong = step.flips[outcome]
    add(found, noted(bits, step.clbit, outcome), kept, 1 - wrong)
    add(found, noted(bits, step.clbit, 1 - outcome), kept, wrong)
  }
  return found
}

function after(branch: Branch, qubits: number, step: TrajectoryStep): Map<string, Density> {
  const { bits, density } = branch
  const memory = new Map([...bits].reverse().map((bit, clbit) => [clbit, Number(bit)]))
  if (!conditionHolds(step.condition, memory)) return new Map([[bits, density]])
  if (step.kind === 'logic') return new Map([[noted(bits, step.clbit, resultOfLogic(step, memory)), density]])
  if (step.kind === 'measure') return measured(branch, qubits, step)
  if (step.kind !== 'gate') return new Map([[bits, channel(density, qubits, krausOf(step))]])
  const changed = copy(density)
  act(changed, qubits, step.matrix, step.target, step.controls)
  return new Map([[bits, changed]])
}

function trace({ re }: Density, qubits: number): number {
  let sum = 0
  for (let i = 0; i < 2 ** qubits; i++) sum += re[i * (2 ** qubits + 1)]!
  return sum
}

/**
 * Exact probabilities of all bitstrings of a program of few qubits and bits, by density matrices: what every trajectory
 * engine must sample. Time and memory 4^qubits for each memory that occurs.
 */
export function exactOutcomes({ qubits, clbits, steps }: TrajectoryProgram): Map<string, number> {
  let branches = new Map<string, Density>([['0'.repeat(clbits), groundState(2 * qubits)]])
  for (const step of steps) {
    const next = new Map<string, Density>()
    for (const [bits, density] of branches)
      for (const [found, changed] of after({ bits, density }, qubits, step)) add(next, found, changed, 1)
    branches = next
  }
  return new Map([...branches].map(([bits, density]) => [bits, trace(density, qubits)]))
}
