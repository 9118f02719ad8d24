/** Makes the browser ask before the window is closed or reloaded while unsaved work would be lost. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const reasons = new Set<string>()
const ask = (event: Event) => event.preventDefault()

/** `what` names the work; the browser asks until it is reported safe again. */
export function askBeforeLeaving(what: string, isUnsaved: boolean, page: EventTarget = window): void {
  if (isUnsaved) reasons.add(what)
  else reasons.delete(what)
  // A beforeunload listener keeps the browser from caching the page, so it is added only while needed.
  page.removeEventListener('beforeunload', ask)
  if (reasons.size > 0) page.addEventListener('beforeunload', ask)
}

/** Names of unsaved drafts, which the browser stores across a reload, like the drafts. */
const useUnsavedDrafts = create<{ readonly kept: readonly string[] }>()(
  persist((): { readonly kept: readonly string[] } => ({ kept: [] }), { name: 'pentad-unsaved-work' }),
)

/**
 * Like `askBeforeLeaving`, for a draft that survives a reload: after one, the name is known before the draft's page is
 * opened.
 */
export function askBeforeLeavingDraft(what: string, isUnsaved: boolean, page: EventTarget = window): void {
  askBeforeLeaving(what, isUnsaved, page)
  if (isDraftUnsaved(what) === isUnsaved) return
  useUnsavedDrafts.setState(({ kept }) => ({
    kept: isUnsaved ? [...kept, what] : kept.filter(one => one !== what),
  }))
}

export const isDraftUnsaved = (what: string): boolean => useUnsavedDrafts.getState().kept.includes(what)

/** After a reload, asks at once about drafts that were unsaved before it. */
export function askAboutUnsavedDrafts(page: EventTarget = window): void {
  for (const what of useUnsavedDrafts.getState().kept) askBeforeLeaving(what, true, page)
}
