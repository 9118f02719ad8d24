import { STORE, SYNC } from '../../circuits/model/unroll'
import type { Instruction } from '../../contract/jobs/circuit'
import { checkClbit, conditionOf, type RequiredBits, refuseInstruction as refuse } from './condition'
import { GATE_MATRICES, type Matrix2 } from './gates'

/** One step on compacted qubits; without a condition it always happens. */
export type CircuitStep = { readonly condition: RequiredBits | null; readonly target: number } & (
  | { readonly kind: 'gate'; readonly matrix: Matrix2; readonly controls: readonly number[] }
  | { readonly kind: 'measure'; readonly clbit: number }
  | { readonly kind: 'reset' }
)

/** A circuit over only the qubits that it touches, so that two qubits of a large chiplet stay two. */
export interface PreparedCircuit {
  readonly qubits: number
  /** Length of the bitstrings: the circuit's `num_clbits`, or one more than the highest classical bit in use. */
  readonly clbits: number
  readonly steps: readonly CircuitStep[]
}

/** Outcomes are held as one bit per shot and classical bit while they are counted. */
export const MAX_OUTCOME_BITS = 2 ** 28

/** Instruction `i` of a circuit of `total` qubits. */
interface Position {
  readonly i: number
  readonly total: number
}

function checkQubits({ name, qubits }: Instruction, expected: number, { i, total }: Position): void {
  if (qubits.length !== expected) refuse(i, '/qubits', `${name} takes ${expected} qubits, not ${qubits.length}`)
  if (new Set(qubits).size !== qubits.length) refuse(i, '/qubits', `${name} names one qubit twice`)
  for (const qubit of qubits)
    if (!Number.isInteger(qubit) || qubit < 0 || qubit >= total)
      refuse(i, '/qubits', `qubit ${qubit} is not an integer from 0 to ${total - 1}`)
}

function measureSteps(instruction: Instruction, position: Position, condition: RequiredBits | null): CircuitStep[] {
  const { i } = position
  const { qubits, clbits = [] } = instruction
  checkQubits(instruction, Math.max(1, qubits.length), position)
  if (clbits.length !== qubits.length)
    refuse(i, '/clbits', `measure needs one classical bit per qubit, ${qubits.length}, not ${clbits.length}`)
  return qubits.map((target, at) => {
    const clbit = clbits[at]!
    checkClbit(i, '/clbits', clbit)
    return { kind: 'measure', target, clbit, condition }
  })
}

function gateSteps(instruction: Instruction, position: Position, condition: RequiredBits | null): CircuitStep[] {
  const { i } = position
  const { name, qubits, params = [] } = instruction
  const gate = GATE_MATRICES.get(name)
  if (gate === undefined)
    refuse(
      i,
      '/name',
      `${name} is no gate of this simulator; it knows ${[...GATE_MATRICES.keys()].join(', ')} and measure`,
    )
  checkQubits(instruction, gate.qubits, position)
  if (params.length !== gate.params) refuse(i, '/params', `${name} takes ${gate.params} params, not ${params.length}`)
  for (const param of params) if (!Number.isFinite(param)) refuse(i, '/params', `param ${param} is not finite`)
  return gate.steps(params).map(({ matrix, target, controls }) => {
    return { kind: 'gate', matrix, target: qubits[target]!, controls: controls.map(at => qubits[at]!), condition }
  })
}

/** Scratch qubit, numbered above all qubits of a circuit: 0 except while it is measured into a bit to be set to 1. */
export const LOOP_QUBIT = 10_000

/** A store as steps of an engine that can only measure. The scratch qubit is set in every shot, so that it stays certain. */
function storeSteps({ clbits, params }: Instruction, condition: RequiredBits | null): CircuitStep[] {
  const measure: CircuitStep = { kind: 'measure', target: LOOP_QUBIT, clbit: clbits![0]!, condition }
  if (params![0] === 0) return [measure]
  const { matrix } = GATE_MATRICES.get('x')!.steps([])[0]!
  const flip: CircuitStep = { kind: 'gate', matrix, target: LOOP_QUBIT, controls: [], condition: null }
  return [flip, measure, flip]
}

/** Instruction `i` of a circuit of `total` qubits, checked; AppError names it when it is wrong. */
export function circuitStepsOf(instruction: Instruction, i: number, total: number): CircuitStep[] {
  const condition = conditionOf(instruction, i)
  const position = { i, total }
  switch (instruction.name) {
    case SYNC:
      return []
    case STORE:
      return storeSteps(instruction, condition)
    case 'barrier':
      checkQubits(instruction, instruction.qubits.length, position)
      return []
    case 'measure':
      return measureSteps(instruction, position, condition)
    case 'reset':
      checkQubits(instruction, 1, position)
      return [{ kind: 'reset', target: instruction.qubits[0]!, condition }]
    default:
      return gateSteps(instruction, position, condition)
  }
}
