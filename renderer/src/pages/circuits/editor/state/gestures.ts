/** The gestures of the drawing as edits of the text. */
import type { DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import { gateFromSteps } from '../../../../../../main/circuits/editing/gestures/define-gate'
import { insertOperations } from '../../../../../../main/circuits/editing/gestures/insert'
import {
  type ControlChange,
  changeControl,
  controlsOf,
  invertStep,
} from '../../../../../../main/circuits/editing/gestures/modifiers'
import { moveStep, operandsOf } from '../../../../../../main/circuits/editing/gestures/move'
import { type Outcome, refused } from '../../../../../../main/circuits/editing/gestures/outcome'
import { removeSteps } from '../../../../../../main/circuits/editing/gestures/remove'
import { resizeBox, resizeStep } from '../../../../../../main/circuits/editing/gestures/resize'
import { unrollStep } from '../../../../../../main/circuits/editing/gestures/unroll'
import { guardSteps, repeatSteps } from '../../../../../../main/circuits/editing/gestures/wrap'
import { type BoxEnd, type EdgeDrag, edgeDragged } from '../../../../draw/circuit-editor/box-edges'
import { type GridCell, gridOf, shifted, stepNearest } from '../../../../draw/circuit-editor/cells'
import { type EditorView, type Opened, stepsInserted, viewOf } from '../../../../draw/circuit-editor/editor-view'
import { bitFor, withOneBitMore } from '../../../../draw/circuit-editor/measured-bit'
import { type HeldControl, isControlTool, operationAt } from '../../../../draw/circuit-editor/palette'
import type { DrawingSelection } from './use-selection'

export interface Gestures {
  /** `to`: last wire of a gate drawn over several. A gate put by the pointer is selected; one put by a key moves the caret behind it. */
  put(
    name: string,
    cell: GridCell,
    by: { readonly kind: 'key' } | { readonly kind: 'pointer'; readonly to?: number },
  ): void
  /** Makes the caret's wire a control of the selected gate, or of the nearest in its moment: on 1, then on 0, then none. */
  toggleControl(): void
  control(step: DrawnStep, change: ControlChange): void
  invert(step: DrawnStep): void
  /** Takes the neighbour at that end into a loop or branch, or puts its step at that end out. */
  resizeBox(step: DrawnStep, end: BoxEnd, change: 'in' | 'out'): void
  /** Takes in, or puts out, the steps that the dragged edge of a loop or branch has passed. */
  dragEdge(drag: EdgeDrag): void
  move(step: DrawnStep, operands: readonly number[], moment: number | null): void
  /** Moves the selected gate, or else the one under the caret, by so many wires; several do not move. */
  shift(by: number): void
  /** Moves an end of a barrier, or the operand at that end of a gate, to a wire. */
  resize(step: DrawnStep, end: 'top' | 'bottom', wire: number): void
  /** Removes the selected steps, or else the one under the caret. */
  remove(): void
  removeSteps(steps: readonly DrawnStep[]): void
  unroll(step: string): void
  /** Puts the selected steps, or else the one under the caret, into a loop of so many iterations. */
  repeat(times: number): void
  /** Puts the selected steps, or else the one under the caret, together under a condition. */
  guard(condition: string): void
  /** Defines a gate made of the selected steps, and puts its call in their place. */
  defineGate(name: string): void
}

/** Makes a gesture; `keep`: ids of the steps that stay selected. */
export type RunGesture = (outcome: Outcome, keep?: readonly string[]) => void

interface GestureContext extends DrawingSelection {
  readonly opened: readonly Opened[]
  readonly asked: number | null
  askedFor(moment: number): void
}

export function gesturesOn(selection: GestureContext, run: RunGesture): Gestures {
  const { view, grid, selected, meant, caret, controls, opened, asked } = selection
  const { document, scope } = view
  const runSelecting = (outcome: Outcome) =>
    run(
      outcome,
      stepsInserted(outcome, opened).map(({ id }) => id),
    )
  /** Keeps the box selected; a change at its beginning changes the number of steps before it. */
  const runOnBox = (outcome: Outcome, step: DrawnStep, end: BoxEnd) => {
    if (outcome.kind === 'refused') return run(outcome)
    const { steps } = viewOf(outcome.document, opened).scope
    const at = scope.steps.indexOf(step) + (end === 'first' ? steps.length - scope.steps.length : 0)
    run(
      outcome,
      steps.slice(at, at + 1).map(({ id }) => id),
    )
  }
  /** Selects the step that now holds the first of these steps. */
  const runAround = (outcome: Outcome, [first]: readonly DrawnStep[]) => {
    if (outcome.kind === 'refused' || first === undefined) return run(outcome)
    const { steps } = viewOf(outcome.document, opened).scope
    const before = scope.steps.indexOf(first)
    run(
      outcome,
      steps.slice(before, before + 1).map(({ id }) => id),
    )
  }
  const control = (step: DrawnStep | null, change: ControlChange) =>
    run(step ? changeControl(document, step, change) : refused(NO_GATE_THERE), step ? [step.id] : [])
  return {
    put: (name, cell, by) => {
      if (isControlTool(name)) {
        const value = name === 'ctrl' ? 1 : 0
        const step = stepNearest(grid, cell) ?? (cell.moment === asked ? (selected[0] ?? null) : null)
        if (step === null) {
          selection.setCaret(cell)
          return selection.holdControl({ qubit: cell.wire, value })
        }
        return control(step, { qubit: cell.wire, value })
      }
      const outcome = gatePut(selection, name, { cell, controls, ...(by.kind === 'pointer' && { to: by.to }) })
      const [step] = stepsInserted(outcome, opened)
      if (by.kind === 'pointer') {
        runSelecting(outcome)
        selection.askedFor(cell.moment)
      } else run(outcome)
      const moment = step && momentIn(outcome, step, opened)
      const isByKey = by.kind === 'key'
      if (moment !== undefined) selection.setCaret({ ...cell, moment: moment + (isByKey ? 1 : 0), isGatePut: !isByKey })
    },
    toggleControl: () => {
      // A gate put by its key has moved the caret one moment behind it.
      const near = stepNearest(grid, caret) ?? stepNearest(grid, { ...caret, moment: caret.moment - 1 })
      const step = selected.length === 1 ? selected[0]! : near
      const now = step && controlsOf(document, step).find(({ qubit }) => qubit === caret.wire)?.value
      control(step, { qubit: caret.wire, value: now === undefined ? 1 : now === 1 ? 0 : null })
    },
    control,
    invert: step => run(invertStep(document, step), [step.id]),
    resizeBox: (step, end, change) => runOnBox(resizeBox(document, { scope, step, end, change }), step, end),
    dragEdge: drag => {
      const outcome = edgeDragged({ document, scope, grid }, drag)
      if (outcome !== null) runOnBox(outcome, drag.placed.step, drag.end)
    },
    move: (step, operands, moment) => {
      const outcome = moveStep(document, { scope, step, operands, moment })
      if (moment === null) run(outcome, [step.id])
      else runSelecting(outcome)
    },
    shift: by => {
      const [step, another] = meant
      const operands = step && !another ? shifted(operandsOf(step), by, document.qubits.length) : null
      if (step && operands) run(moveStep(document, { scope, step, operands, moment: null }), [step.id])
    },
    resize: (step, end, wire) => run(resizeStep(document, { scope, step, end, wire }), [step.id]),
    remove: () => {
      if (meant.length > 0) run(removeSteps(document, scope, meant))
    },
    removeSteps: steps => run(removeSteps(document, scope, steps)),
    repeat: times => runAround(repeatSteps(document, { scope, steps: meant, times }), meant),
    defineGate: name => runSelecting(gateFromSteps(document, selected, name)),
    guard: condition => runAround(guardSteps(document, { scope, steps: meant, condition }), meant),
    unroll: id => {
      const step = document.steps.find(one => one.id === id) ?? scope.steps.find(one => one.id === id)
      if (step) run(unrollStep(document, step))
    },
  }
}

const NO_GATE_THERE = 'There is no gate in that moment: put the gate first, then its control.'

/** Moment at which a step of the edited document is drawn. */
function momentIn(outcome: Outcome, step: DrawnStep, opened: readonly Opened[]): number | undefined {
  if (outcome.kind === 'refused') return undefined
  const { scope, document } = viewOf(outcome.document, opened)
  return gridOf(scope.steps, document.qubits.length).placed.find(one => one.step === step)?.moment
}

type Held = Pick<GestureContext, 'view' | 'opened'>

interface NewGatePlace {
  readonly cell: GridCell
  readonly to?: number | undefined
  /** Classical bit that a measurement writes. */
  readonly bit?: number
  /** Wires that are to control the gate, where it does not act on them. */
  readonly controls: readonly HeldControl[]
}

function gatePut({ view, opened }: Held, name: string, place: NewGatePlace): Outcome {
  if (name === 'measure') return measurementPut(view, opened, place)
  return operationPut(view, name, place)
}

/** Measures into a bit that no measurement writes yet; where there is none, one is declared. */
function measurementPut(view: EditorView, opened: readonly Opened[], place: NewGatePlace): Outcome {
  if (view.isInDefinition) return refused('A gate holds no measurements.')
  const bit = bitFor(view.document, place.cell.wire)
  if (bit !== null) return operationPut(view, 'measure', { ...place, bit })
  const declared = withOneBitMore(view.document)
  if (declared.kind === 'refused') return declared
  return operationPut(viewOf(declared.document, opened), 'measure', { ...place, bit: view.document.clbits.length })
}

function operationPut({ document, scope }: EditorView, name: string, place: NewGatePlace): Outcome {
  const { cell, to, bit, controls } = place
  const { qubits, definitions } = document
  const wires = { qubits: qubits.length, controls, definitions }
  const at = operationAt(name, cell.wire, {
    ...wires,
    ...(to !== undefined && { to }),
    ...(bit !== undefined && { bit }),
  })
  if (at === null) return refused(`${name} needs more qubits than there are: add one.`)
  return insertOperations(document, { scope, operations: [at], moment: cell.moment })
}
