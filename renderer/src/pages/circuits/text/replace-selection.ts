/**
 * Lets the editor replace a selection that is typed over: Chromium would keep the look of several lines by writing style attributes,
 * which the content security policy blocks and reports.
 */
import { EditorView } from '@codemirror/view'

export const replaceSelectionOnInput = EditorView.domEventHandlers({
  beforeinput: (event, view) => {
    const { from, to, empty } = view.state.selection.main
    const text = event.data
    if (event.inputType !== 'insertText' || event.isComposing || view.composing || empty || text === null) return false
    const insert = () =>
      view.state.update(view.state.replaceSelection(text), { userEvent: 'input.type', scrollIntoView: true })
    // Closing brackets, for example, go around the selection.
    const isHandled = view.state.facet(EditorView.inputHandler).some(handle => handle(view, from, to, text, insert))
    if (!isHandled) view.dispatch(insert())
    return true
  },
})
