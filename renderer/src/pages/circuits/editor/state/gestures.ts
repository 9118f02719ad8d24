/** The gestures of the drawing as edits of the text. */
import type { CircuitDocument, DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { insertOperations } from '../../../../../../main/circuits/editing/gestures/insert'
import { moveStep, operandsOf } from '../../../../../../main/circuits/editing/gestures/move'
import { type Outcome, refused } from '../../../../../../main/circuits/editing/gestures/outcome'
import { removeSteps } from '../../../../../../main/circuits/editing/gestures/remove'
import { resizeStep } from '../../../../../../main/circuits/editing/gestures/resize'
import { unrollStep } from '../../../../../../main/circuits/editing/gestures/unroll'
import { addWire } from '../../../../../../main/circuits/editing/gestures/wires'
import { type GridCell, type StepGrid, shifted } from '../../../../draw/circuit-editor/cells'
import { operationAt } from '../../../../draw/circuit-editor/palette'
import type { EditorView } from '../../../../draw/circuit-editor/view'
import type { DrawingSelection } from './use-selection'

export interface Gestures {
  put(name: string, cell: GridCell): void
  move(step: DrawnStep, operands: readonly number[], moment: number | null): void
  shift(by: number): void
  /** Moves an end of a barrier, or the operand at that end of a gate, to a wire. */
  resize(step: DrawnStep, end: 'top' | 'bottom', wire: number): void
  /** What is selected; nothing selected, what is under the caret. */
  remove(): void
  removeSteps(steps: readonly DrawnStep[]): void
  unroll(step: string): void
}

/** Makes a gesture; `keep`: ids of the steps that stay selected. */
export type RunGesture = (outcome: Outcome, keep?: readonly string[]) => void

export function gesturesOn(selection: DrawingSelection, run: RunGesture): Gestures {
  const { view, grid, selected, caret, controls } = selection
  const { document, scope } = view
  return {
    put: (name, cell) => run(gatePut(view, name, { cell, controls })),
    move: (step, operands, moment) =>
      run(moveStep(document, { scope, step, operands, moment }), moment === null ? [step.id] : []),
    shift: by => {
      const [step, another] = selected
      const operands = step && !another ? shifted(operandsOf(step), by, document.qubits.length) : null
      if (step && operands) run(moveStep(document, { scope, step, operands, moment: null }), [step.id])
    },
    resize: (step, end, wire) => run(resizeStep(document, { scope, step, end, wire }), [step.id]),
    remove: () => {
      const steps = selected.length > 0 ? selected : stepsUnder(grid, caret)
      if (steps.length > 0) run(removeSteps(document, scope, steps))
    },
    removeSteps: steps => run(removeSteps(document, scope, steps)),
    unroll: id => {
      const step = document.steps.find(one => one.id === id) ?? scope.steps.find(one => one.id === id)
      if (step) run(unrollStep(document, step))
    },
  }
}

function stepsUnder(grid: StepGrid, { wire, moment }: GridCell): DrawnStep[] {
  const under = grid.placed.find(one => one.moment === moment && one.top <= wire && one.bottom >= wire)
  return under ? [under.step] : []
}

interface GatePlace {
  readonly cell: GridCell
  /** Wires that are to control the gate, where it does not act on them. */
  readonly controls: readonly number[]
}

function gatePut({ document, scope }: EditorView, name: string, { cell, controls }: GatePlace): Outcome {
  const { wire, moment } = cell
  const { qubits, clbits } = document
  const at = operationAt(name, wire, { qubits: qubits.length, clbits: clbits.length, controls })
  if (at === null) return refused(`${name} needs more qubits than there are: add one.`)
  if (name === 'measure' && clbits.length === 0) return measuredIntoNew(document, scope, cell)
  const free = controls.filter(control => !at.qubits.includes(control))
  const operation = { ...at, controls: free.map(qubit => ({ qubit, value: 1 as const })) }
  return insertOperations(document, { scope, operations: [operation], moment })
}

/** A measurement in a circuit without classical bits: a register for it comes with it. */
function measuredIntoNew(document: CircuitDocument, scope: EditorView['scope'], { wire, moment }: GridCell): Outcome {
  const declared = addWire(document, 'bit', 'c')
  if (declared.kind === 'refused' || scope.place !== null) return declared
  const operation = operationAt('measure', wire, { qubits: document.qubits.length, clbits: 1 })!
  const steps = { steps: declared.document.steps, place: null }
  return insertOperations(declared.document, { scope: steps, operations: [{ ...operation, clbits: [0] }], moment })
}
