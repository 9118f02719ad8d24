/** The circuit that is being written: interface state, kept while the window is open, so that leaving the page loses nothing. */
import { create } from 'zustand'
import { FIRST_FIELDS, type SubmitFields } from '../../submit/submit-fields'

interface Draft {
  /** null before anything was written or loaded. */
  readonly text: string | null
  readonly fields: SubmitFields
  readonly setText: (text: string) => void
  /** Puts a text in the place of another one, unless that has changed since: what was written meanwhile stays. */
  readonly replaceText: (before: string, text: string) => void
  readonly setFields: (fields: SubmitFields) => void
}

export const useDraft = create<Draft>()(set => ({
  text: null,
  fields: FIRST_FIELDS,
  setText: text => set({ text }),
  replaceText: (before, text) => set(draft => ((draft.text ?? '') === before ? { text } : {})),
  setFields: fields => set({ fields }),
}))
