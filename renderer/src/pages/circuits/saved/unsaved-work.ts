/** Whether the draft has changes that no saved version holds, and the questions before it is left or another circuit takes its place. */
import { useEffect } from 'react'
import { create } from 'zustand'
import type { SavedVersionRef } from '../../../../../main/contract/jobs/saved-circuit'
import { isAsLoaded } from '../../../draw/circuit-editor/text-history'
import { askBeforeLeavingDraft, isDraftUnsaved } from '../../../window-state/ask-before-leaving'
import { useDraft } from '../editor/state/circuit-draft'

interface UnsavedWork {
  readonly isUnsaved: boolean
  /** Text of the last submitted job, which is stored with that job. */
  readonly submitted: string | null
  /** Answers the open question; null where none is open. */
  readonly answer: ((isReplaced: boolean) => void) | null
}

const CHANGES = 'changes to a circuit that are not saved'

export const useUnsavedWork = create<UnsavedWork>()(() => ({
  submitted: null,
  answer: null,
  // As it was before a reload, until the draft is followed again.
  isUnsaved: isDraftUnsaved(CHANGES),
}))

// The browser keeps the draft, but not on another computer or after its data was cleared.
useUnsavedWork.subscribe(({ isUnsaved }) => askBeforeLeavingDraft(CHANGES, isUnsaved))

/** Keeps `isUnsaved` up to date with the draft. `source`: the saved version that its text equals. */
export function useFollowedDraft(source: SavedVersionRef | null): void {
  const history = useDraft(draft => draft.history)
  const submitted = useUnsavedWork(work => work.submitted)
  const isWork = history !== null && history.text.trim() !== '' && !isAsLoaded(history)
  const isUnsaved = isWork && source === null && history.text !== submitted
  useEffect(() => useUnsavedWork.setState({ isUnsaved }), [isUnsaved])
}

/** Whether another circuit may take the place of the draft; asks where the draft has unsaved changes. */
export function mayReplaceDraft(): Promise<boolean> {
  const { isUnsaved, answer } = useUnsavedWork.getState()
  answer?.(false)
  if (!isUnsaved) return Promise.resolve(true)
  return new Promise(resolve => {
    const answered = (isReplaced: boolean) => {
      // Another question may have taken the place of this one.
      if (useUnsavedWork.getState().answer === answered) useUnsavedWork.setState({ answer: null })
      resolve(isReplaced)
    }
    useUnsavedWork.setState({ answer: answered })
  })
}
