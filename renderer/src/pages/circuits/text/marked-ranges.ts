/** Marks the statements of the steps that are selected in the drawing. */
import { StateEffect, StateField } from '@codemirror/state'
import { Decoration, type DecorationSet, EditorView } from '@codemirror/view'

interface MarkedRange {
  readonly from: number
  readonly to: number
}

export const setMarked = StateEffect.define<readonly MarkedRange[]>()

const mark = Decoration.mark({ class: 'cm-pentad-marked' })

export const marked = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(before, { changes, effects }) {
    const set = effects.findLast(effect => effect.is(setMarked))
    if (set === undefined) return before.map(changes)
    const stretches = (set.value as readonly MarkedRange[]).filter(({ from, to }) => from < to)
    return Decoration.set(
      stretches.map(({ from, to }) => mark.range(from, to)),
      true,
    )
  },
  provide: field => EditorView.decorations.from(field),
})

/**
 * While the focus is elsewhere, only the pane itself scrolls to a mark: CodeMirror would scroll the page as well, and move the
 * drawing away from under the pointer that has selected something in it.
 */
export const scrollPaneOnly = EditorView.scrollHandler.of((view, { head }, { yMargin = 0 }) => {
  if (view.hasFocus) return false
  const { top, bottom } = view.lineBlockAt(head)
  const pane = view.scrollDOM
  const [first, last] = [top - yMargin, bottom + yMargin - pane.clientHeight]
  pane.scrollTop = Math.max(last, Math.min(first, pane.scrollTop))
  return true
})
