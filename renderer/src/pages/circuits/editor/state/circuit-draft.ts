/** The circuit that is being written, with its undo and redo: interface state that survives leaving the page and a reload. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'
import {
  cutTo,
  historyOf,
  loaded,
  programNumber,
  redone,
  replaced,
  type TextHistory,
  typed,
  undone,
} from '../../../../draw/circuit-editor/text-history'
import { FIRST_FIELDS, type SubmitFields } from '../../../../job-form/fields/submit-fields'
import { askBeforeLeaving } from '../../../../window-state/ask-before-leaving'
import { delayedStorage } from '../../../../window-state/delayed-storage'

interface CircuitDraft {
  /** null before anything was written or loaded. */
  readonly history: TextHistory | null
  readonly fields: SubmitFields
  /** Sets the text of the same program after a gesture, as one step of undo; only typing that goes on shares a step. */
  readonly editText: (text: string) => void
  /** Loads another program: a template, a file, a saved circuit. */
  readonly loadText: (text: string) => void
  readonly typeText: (text: string) => void
  /** Loads another program if the draft still is `before`; what was written meanwhile stays. */
  readonly replaceText: (before: string, text: string) => void
  /** Sets the text of the same program if the draft still is `before`. */
  readonly rewriteText: (before: string, text: string) => void
  readonly undo: () => void
  readonly redo: () => void
  readonly setFields: (fields: SubmitFields) => void
}

/** Most characters of a text that is stored over a reload; the browser asks before a longer one is lost. */
export const MAX_KEPT_TEXT = 64_000_000
/** Most characters that are stored of a text with its history, which is cut to its last steps. */
const MAX_KEPT_HISTORY = 1_000_000

export const useDraft = create<CircuitDraft>()(
  persist(
    (set, get) => ({
      history: null,
      fields: FIRST_FIELDS,
      editText: text => set(({ history }) => ({ history: history ? replaced(history, text) : historyOf(text) })),
      loadText: text => set(({ history }) => ({ history: history ? loaded(history, text) : historyOf(text) })),
      typeText: text =>
        set(({ history }) => ({ history: history ? typed(history, text, Date.now()) : historyOf(text) })),
      replaceText: (before, text) => {
        if ((get().history?.text ?? '') === before) get().loadText(text)
      },
      rewriteText: (before, text) => {
        if ((get().history?.text ?? '') === before) get().editText(text)
      },
      undo: () => set(({ history }) => ({ history: history && undone(history) })),
      redo: () => set(({ history }) => ({ history: history && redone(history) })),
      setFields: fields => set({ fields }),
    }),
    {
      name: 'pentad-circuit-draft',
      storage: delayedStorage({ onKept: isKept => askBeforeLeaving(NO_ROOM, !isKept) }),
      partialize: ({ history }) => ({ history: history && kept(history) }),
    },
  ),
)

const NO_ROOM = 'a circuit that the browser has no room for'
const TOO_LONG = 'a circuit that is too long to be kept'

useDraft.subscribe(({ history }) => askBeforeLeaving(TOO_LONG, (history?.text.length ?? 0) > MAX_KEPT_TEXT))

const kept = (history: TextHistory): TextHistory | null =>
  history.text.length > MAX_KEPT_TEXT ? null : cutTo(history, MAX_KEPT_HISTORY)

/** Resolves once the stored draft is read: a large one takes a moment. */
export const draftRead = (): Promise<void> =>
  new Promise(resolve => {
    if (useDraft.persist.hasHydrated()) resolve()
    else useDraft.persist.onFinishHydration(() => resolve())
  })

/** Number of the draft's program in its history. */
export const useProgram = (): number => useDraft(({ history }) => (history ? programNumber(history) : 0))

export const useDraftText = (): string | null => useDraft(({ history }) => history?.text ?? null)

export const draftText = (): string => useDraft.getState().history?.text ?? ''

/** Returns a function that loads another program, unless the draft has changed since this call. */
export function replacing(): (text: string) => void {
  const before = draftText()
  return text => useDraft.getState().replaceText(before, text)
}
