/** Copies the selection as text to the clipboard, and inserts such text at the caret. */
import type { DrawnStep } from '../../../../../../main/circuits/editing/document/model'
import {
  duplicateSteps,
  insertOperations,
  insertStatements,
} from '../../../../../../main/circuits/editing/gestures/insert'
import { type Outcome, type RefusedGesture, refused } from '../../../../../../main/circuits/editing/gestures/outcome'
import type { GridCell } from '../../../../draw/circuit-editor/cells'
import { copied, pasted, wireFor, writtenCopy } from '../../../../draw/circuit-editor/clipboard'
import { type Opened, stepsInserted } from '../../../../draw/circuit-editor/editor-view'
import type { RunGesture } from './gestures'
import type { DrawingSelection } from './use-selection'

export interface ClipboardGestures {
  /** The selected steps as text, or else the step at the caret; null where there is none, or, with the reason shown, where it cannot be copied. */
  copy(): string | null
  /** Inserts copied text at the caret. */
  paste(text: string): void
  /** Inserts a copy of the same steps behind them, on the same wires. */
  duplicate(): void
}

interface ClipboardSource extends DrawingSelection {
  readonly opened: readonly Opened[]
  refuse(refusal: RefusedGesture): void
}

export function clipboardOn(source: ClipboardSource, run: RunGesture): ClipboardGestures {
  const { view, grid, meant, caret, opened, refuse } = source
  const { document, scope } = view
  const copy = () => {
    if (meant.length === 0) return null
    const copy = copied(document, meant)
    if (copy.kind === 'copied') return copy.text
    // In a body, names may be local to it.
    const written = view.depth === 0 ? writtenCopy(document, inOrder(meant)) : null
    if (written === null) refuse(copy)
    return written
  }
  const inOrder = (steps: readonly DrawnStep[]) => scope.steps.filter(step => steps.includes(step))
  const put = (copy: string, { wire, moment }: GridCell) => {
    const copiedGates = pasted(copy, 0)
    if (copiedGates === null) return runSelecting(insertStatements(document, { scope, text: copy, moment }))
    const sizes = { qubits: document.qubits.length, clbits: document.clbits.length }
    const topmost = wireFor(copiedGates, wire, sizes)
    if (topmost === null) return run(refused('The copied gates need more qubits or bits than there are: add some.'))
    runSelecting(insertOperations(document, { scope, operations: pasted(copy, topmost)!, moment }))
  }
  const runSelecting = (outcome: Outcome) =>
    run(
      outcome,
      stepsInserted(outcome, opened).map(({ id }) => id),
    )
  const duplicate = () => {
    if (meant.length === 0) return
    const outcome = duplicateSteps(document, scope, meant)
    if (outcome.kind === 'edited') return runSelecting(outcome)
    // A declaration must not be repeated; its operation may be.
    const copy = copied(document, meant)
    if (copy.kind === 'refused') return runSelecting(outcome)
    const placed = grid.placed.filter(({ step }) => meant.includes(step))
    const wire = Math.min(...placed.map(({ step }) => step.qubits[0] ?? 0))
    put(copy.text, { wire, moment: 1 + Math.max(...placed.map(({ moment }) => moment)) })
  }
  const paste = (text: string) => {
    if (text.trim() !== '') put(text, caret)
  }
  return { copy, paste, duplicate }
}
