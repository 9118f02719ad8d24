/** What is selected as text for the clipboard, and such text put in at the caret. */
import { insertOperations } from '../../../../../../main/circuits/editing/gestures/insert'
import { type RefusedGesture, refused } from '../../../../../../main/circuits/editing/gestures/outcome'
import type { GridCell } from '../../../../draw/circuit-editor/cells'
import { copied, fitsWires, pasted } from '../../../../draw/circuit-editor/clipboard'
import { type Opened, stepsPutIn } from '../../../../draw/circuit-editor/view'
import type { RunGesture } from './gestures'
import type { DrawingSelection } from './use-selection'

export interface ClipboardGestures {
  /** What the clipboard is to hold of what is selected, or else of what is under the caret; null, with a reason in sight, where that cannot be copied. */
  copy(): string | null
  /** At the caret. */
  paste(text: string): void
  /** The same once more, on its own wires behind it. */
  duplicate(): void
}

interface Source extends DrawingSelection {
  readonly opened: readonly Opened[]
  refuse(refusal: RefusedGesture): void
}

export function clipboardOn(source: Source, run: RunGesture): ClipboardGestures {
  const { view, grid, meant, caret, opened, refuse } = source
  const { document, scope } = view
  const copy = () => {
    if (meant.length === 0) return null
    const copy = copied(document, meant)
    if (copy.kind === 'copied') return copy.text
    refuse(copy)
    return null
  }
  const paste = (text: string, { wire, moment }: GridCell = caret) => {
    const operations = pasted(text, wire)
    if (operations === null) return
    if (!fitsWires(operations, document.qubits.length, document.clbits.length))
      return run(refused('The copied gates need wires that are not there from here on.'))
    const outcome = insertOperations(document, { scope, operations, moment })
    run(
      outcome,
      stepsPutIn(outcome, opened).map(({ id }) => id),
    )
  }
  const duplicate = () => {
    const text = copy()
    const placed = grid.placed.filter(({ step }) => meant.includes(step))
    const wire = Math.min(...placed.map(({ step }) => step.qubits[0] ?? 0))
    if (text !== null) paste(text, { wire, moment: 1 + Math.max(...placed.map(({ moment }) => moment)) })
  }
  return { copy, paste: text => paste(text), duplicate }
}
