/** A circuit's text as a drawing that can be edited. */
import { useMemo, useState } from 'react'
import { createDocumentCache } from '../../../../draw/circuit-editor/document-cache'
import { useDraft, useDraftText, useProgram } from './circuit-draft'
import { type ClipboardGestures, clipboardOn } from './clipboard-gestures'
import { type Gestures, gesturesOn, type RunGesture } from './gestures'
import { type DrawingSelection, useSelection } from './use-selection'

/** Most characters of a text that is edited as a drawing: reading a longer one at every key would be slow. */
export const MAX_EDITED = 300_000

export interface Editor extends DrawingSelection, Gestures, ClipboardGestures {
  /** Number of its program in the draft's history. */
  readonly program: number
  readonly canUndo: boolean
  readonly canRedo: boolean
  readonly run: RunGesture
  undo(): void
  redo(): void
}

/** null without a text, or with one longer than MAX_EDITED. The same object until something of it changes. */
export function useEditor(): Editor | null {
  const text = useDraftText()
  const program = useProgram()
  const { editText, undo, redo } = useDraft.getState()
  const canUndo = useDraft(({ history }) => history !== null && history.past.length > 0)
  const canRedo = useDraft(({ history }) => history !== null && history.future.length > 0)
  const [documents] = useState(createDocumentCache)
  const document = useMemo(
    () => (text === null || text.length > MAX_EDITED ? null : documents.read(text)),
    [text, documents],
  )
  const selection = useSelection(document, program)
  return useMemo(() => {
    if (selection === null) return null
    const run: RunGesture = (outcome, keep = []) => {
      selection.refuse(outcome.kind === 'refused' ? outcome : null)
      if (outcome.kind === 'refused') return
      documents.remember(outcome.document)
      editText(outcome.document.text)
      selection.edited(keep)
    }
    return {
      ...selection,
      ...gesturesOn(selection, run),
      ...clipboardOn(selection, run),
      program,
      run,
      undo,
      redo,
      canUndo,
      canRedo,
    }
  }, [selection, documents, program, canUndo, canRedo, editText, undo, redo])
}
