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
import { type EditorView, type Opened, stepsPutIn, viewOf } from '../../../../draw/circuit-editor/editor-view'
import { bitFor, withOneBitMore } from '../../../../draw/circuit-editor/measured-bit'
import { type HeldControl, isControlTool, operationAt } from '../../../../draw/circuit-editor/palette'
import type { DrawingSelection } from './use-selection'

export interface Gestures {
  /** `to`: the wire that a gate on several was drawn to. What the pointer puts is selected; keys go on behind it. */
  put(
    name: string,
    cell: GridCell,
    by: { readonly kind: 'key' } | { readonly kind: 'pointer'; readonly to?: number },
  ): void
  /** The caret's wire as a control of the selected gate, or of the nearest in its moment: of 1, then of 0, then none. */
  toggleControl(): void
  control(step: DrawnStep, change: ControlChange): void
  invert(step: DrawnStep): void
  /** A loop or branch takes its neighbour in, or puts out what stands at that end. */
  resizeBox(step: DrawnStep, end: BoxEnd, change: 'in' | 'out'): void
  /** Its edge was drawn over others, or over what it holds. */
  dragEdge(drag: EdgeDrag): void
  move(step: DrawnStep, operands: readonly number[], moment: number | null): void
  /** What is selected, or else what is under the caret, where that is one gate. */
  shift(by: number): void
  /** Moves an end of a barrier, or the operand at that end of a gate, to a wire. */
  resize(step: DrawnStep, end: 'top' | 'bottom', wire: number): void
  /** What is selected; nothing selected, what is under the caret. */
  remove(): void
  removeSteps(steps: readonly DrawnStep[]): void
  unroll(step: string): void
  /** Puts what is selected, or else what is under the caret, into a loop of so many passes. */
  repeat(times: number): void
  /** Puts what is selected together under a condition. */
  guard(condition: string): void
  /** A gate of the program's own of what is selected, and its call in their place. */
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
      stepsPutIn(outcome, opened).map(({ id }) => id),
    )
  /** The box stays selected; at its beginning steps before it come or go. */
  const runOnBox = (outcome: Outcome, step: DrawnStep, end: BoxEnd) => {
    if (outcome.kind === 'refused') return run(outcome)
    const { steps } = viewOf(outcome.document, opened).scope
    const at = scope.steps.indexOf(step) + (end === 'first' ? steps.length - scope.steps.length : 0)
    run(
      outcome,
      steps.slice(at, at + 1).map(({ id }) => id),
    )
  }
  /** What now holds the first of the steps is selected. */
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
      const [step] = stepsPutIn(outcome, opened)
      if (by.kind === 'pointer') {
        runSelecting(outcome)
        selection.askedFor(cell.moment)
      } else run(outcome)
      const moment = step && momentIn(outcome, step, opened)
      const isByKey = by.kind === 'key'
      if (moment !== undefined) selection.setCaret({ ...cell, moment: moment + (isByKey ? 1 : 0), isGatePut: !isByKey })
    },
    toggleControl: () => {
      // Behind a gate that was put by its key the caret has gone on.
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

/** Where a step of an edited document is drawn. */
function momentIn(outcome: Outcome, step: DrawnStep, opened: readonly Opened[]): number | undefined {
  if (outcome.kind === 'refused') return undefined
  const { scope, document } = viewOf(outcome.document, opened)
  return gridOf(scope.steps, document.qubits.length).placed.find(one => one.step === step)?.moment
}

type Held = Pick<GestureContext, 'view' | 'opened'>

interface NewGatePlace {
  readonly cell: GridCell
  readonly to?: number | undefined
  /** Where the outcome of a measurement goes. */
  readonly bit?: number
  /** Wires that are to control the gate, where it does not act on them. */
  readonly controls: readonly HeldControl[]
}

function gatePut({ view, opened }: Held, name: string, place: NewGatePlace): Outcome {
  if (name === 'measure') return measurementPut(view, opened, place)
  return operationPut(view, name, place)
}

/** Its bit is one that no measurement writes yet, which where there is none comes with it. */
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
