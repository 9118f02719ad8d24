/** What is selected as text for the clipboard, and such text put in at the caret. */
import { insertOperations } from '../../../../../../main/circuits/editing/gestures/insert'
import { type RefusedGesture, refused } from '../../../../../../main/circuits/editing/gestures/outcome'
import { copied, fitsWires, pasted } from '../../../../draw/circuit-editor/clipboard'
import { type Opened, stepsPutIn } from '../../../../draw/circuit-editor/view'
import type { RunGesture } from './gestures'
import type { DrawingSelection } from './use-selection'

export interface ClipboardGestures {
  /** What the clipboard is to hold of what is selected; null, with a reason in sight, where that cannot be copied. */
  copy(): string | null
  paste(text: string): void
}

interface Source extends DrawingSelection {
  readonly opened: readonly Opened[]
  refuse(refusal: RefusedGesture): void
}

export const clipboardOn = (
  { view: { document, scope }, selected, caret, opened, refuse }: Source,
  run: RunGesture,
): ClipboardGestures => ({
  copy: () => {
    if (selected.length === 0) return null
    const copy = copied(document, selected)
    if (copy.kind === 'copied') return copy.text
    refuse(copy)
    return null
  },
  paste: text => {
    const operations = pasted(text, caret.wire)
    if (operations === null) return
    if (!fitsWires(operations, document.qubits.length, document.clbits.length))
      return run(refused('The copied gates need wires that are not there from here on.'))
    const outcome = insertOperations(document, { scope, operations, moment: caret.moment })
    run(
      outcome,
      stepsPutIn(outcome, opened).map(({ id }) => id),
    )
  },
})
