import { GATES, type GateRow, UNITARY_GATES } from '../../contract/gates/gate-table'
import type { Matrix } from '../../contract/gates/matrices'

/** A complex 2×2 matrix, row-major with (re, im) pairs. */
export type Matrix2 = readonly number[]

/** One matrix on `target` where all `controls` are 1; both are positions in the instruction's list of qubits. */
interface ControlledMatrix {
  readonly matrix: Matrix2
  readonly target: number
  readonly controls: readonly number[]
}

interface GateMatrices {
  readonly qubits: number
  readonly params: number
  readonly steps: (params: readonly number[]) => readonly ControlledMatrix[]
}

const flat = (matrix: Matrix): Matrix2 => matrix.flat(2)

/** Gates without parameters have one matrix object each: programs carry every matrix once, distinguished by identity. */
const FIXED: ReadonlyMap<string, Matrix2> = new Map(
  UNITARY_GATES.flatMap(([name, { qubits, params, matrix }]) =>
    qubits === 1 && params === 0 ? [[name, flat(matrix([]))] as const] : [],
  ),
)

function stepsOf(name: string, on: readonly number[], params: readonly number[]): ControlledMatrix[] {
  const { controlled, decomposition, exchange, rotations, matrix }: GateRow = GATES[name]!
  if (name === 'id') return []
  if (rotations) return [{ matrix: FIXED.get(name) ?? flat(matrix!(params)), target: on[0]!, controls: [] }]
  if (controlled) {
    const [step] = stepsOf(controlled.gate, on.slice(controlled.controls), params)
    return [{ ...step!, controls: on.slice(0, controlled.controls) }]
  }
  const inner = exchange && exchange.length > 0 ? [['swap', [0, 1]] as const, ...exchange] : decomposition!(params)
  return inner.flatMap(([step, at]) =>
    stepsOf(
      step,
      at.map(position => on[position]!),
      [],
    ),
  )
}

/** The unitary rows of the gate table as matrices on one qubit under controls. */
export const GATE_MATRICES: ReadonlyMap<string, GateMatrices> = new Map(
  UNITARY_GATES.map(([name, { qubits, params }]) => {
    const on = Array.from({ length: qubits! }, (_, position) => position)
    const steps = params === 0 ? stepsOf(name, on, []) : null
    return [name, { qubits: qubits!, params, steps: given => steps ?? stepsOf(name, on, given) }] as [
      string,
      GateMatrices,
    ]
  }),
)
