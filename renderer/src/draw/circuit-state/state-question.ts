/** Request for the state at a moment of the drawing. */
import type { DrawnProgram, DrawnStep } from '../../../../main/circuits/editing/document/model'
import type { ParametricInstruction } from '../../../../main/contract/jobs/circuit'
import { type CircuitStateRequest, MAX_STATE_QUBITS } from '../../../../main/contract/jobs/circuit-state'
import type { StepGrid } from '../circuit-editor/cells'
import type { EditorView } from '../circuit-editor/editor-view'

/** A pinned outcome, with the position of its measurement in the whole circuit. */
export interface HeldOutcome {
  readonly instruction: number
  readonly position: number
  readonly qubit: number
  readonly outcome: 0 | 1
}

export interface StateQuestion {
  readonly request: CircuitStateRequest
  /** Position in the whole circuit of each instruction of the request. */
  readonly positions: readonly number[]
}

export type Asked = { readonly question: StateQuestion } | { readonly reason: string }

interface QuestionContext {
  readonly view: EditorView
  readonly grid: StepGrid
  /** Steps of earlier moments have happened. */
  readonly moment: number
  readonly held: readonly HeldOutcome[]
  readonly parameters: Readonly<Record<string, number>>
}

const OPEN_LOOP = 'Within a loop that measurements decide there is no single state: go back to the circuit around it.'

/** The request, or the reason why there is none. */
export function stateQuestion({ view, grid, moment, held, parameters }: QuestionContext): Asked {
  const { program, faults, qubits } = view.document
  if (program === null) return { reason: faults.length > 0 ? 'The text has faults.' : 'There is no circuit yet.' }
  if (view.isInDefinition)
    return { reason: 'The body of a gate has no state by itself: go back to the circuit around it.' }
  const missing = program.inputs.filter(name => parameters[name] === undefined)
  if (missing.length > 0) return { reason: `Give a value for ${missing.join(', ')}.` }
  if (!program.isAligned && moment < grid.depth)
    return { reason: 'This program copies classical bits, so that only its end is shown: move to the last moment.' }
  const positions = program.isAligned ? positionsBefore(view, grid, moment) : allOf(program)
  const instructions = positions.map(position => program.circuit.instructions[position]!)
  if (!isBalanced(instructions)) return { reason: OPEN_LOOP }
  const { num_qubits, num_clbits } = program.circuit
  const used = num_qubits > MAX_STATE_QUBITS ? new Set(instructions.flatMap(({ qubits }) => qubits)).size : 0
  if (used > MAX_STATE_QUBITS)
    return { reason: `Up to here ${used} qubits are used: states are shown of at most ${MAX_STATE_QUBITS}.` }
  if (qubits.length === 0) return { reason: 'There is no qubit yet.' }
  const circuit = { num_qubits, instructions, ...(num_clbits === undefined ? {} : { num_clbits }) }
  return { question: { request: { circuit, parameters, pinned: pinnedAmong(held, program, positions) }, positions } }
}

const allOf = ({ circuit }: DrawnProgram): number[] => circuit.instructions.map((_, position) => position)

/** Positions of the instructions before `moment`; within a box, those before the box and the earlier steps of the open iteration. */
function positionsBefore({ scope, depth }: EditorView, { placed }: StepGrid, moment: number): number[] {
  const begin = depth === 0 ? 0 : Math.min(...scope.steps.map(({ first }) => first))
  const done = placed.filter(one => one.moment < moment).flatMap(({ step }) => positionsOf(step))
  const before = Array.from({ length: begin }, (_, position) => position)
  return [...before, ...done].sort((a, b) => a - b)
}

const positionsOf = ({ first, last }: DrawnStep): number[] =>
  Array.from({ length: last - first }, (_, at) => first + at)

const isBalanced = (instructions: readonly ParametricInstruction[]): boolean => {
  let depth = 0
  for (const { name } of instructions) depth += name === 'while' || name === 'until' ? 1 : name === 'end' ? -1 : 0
  return depth === 0
}

/** Pinned outcomes whose measurement still exists and is in the request. */
function pinnedAmong(held: readonly HeldOutcome[], { circuit }: DrawnProgram, positions: readonly number[]) {
  const at = new Map(positions.map((position, index) => [position, index]))
  return held.flatMap(({ instruction, position, qubit, outcome }) => {
    const index = at.get(instruction)
    const { name, qubits } = circuit.instructions[instruction] ?? { name: '', qubits: [] }
    return index !== undefined && name === 'measure' && qubits[position] === qubit
      ? [{ instruction: index, position, outcome }]
      : []
  })
}
