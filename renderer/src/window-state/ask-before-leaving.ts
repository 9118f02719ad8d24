/** The browser asks before the window is closed or reloaded, while something in it would be lost by that. */
import { create } from 'zustand'
import { persist } from 'zustand/middleware'

const reasons = new Set<string>()
const ask = (event: Event) => event.preventDefault()

/** `what` names what is at stake; the window asks about it until it is reported safe again. */
export function askBeforeLeaving(what: string, isAtStake: boolean, page: EventTarget = window): void {
  if (isAtStake) reasons.add(what)
  else reasons.delete(what)
  // A listener by itself keeps the browser from holding the page for going back to it.
  page.removeEventListener('beforeunload', ask)
  if (reasons.size > 0) page.addEventListener('beforeunload', ask)
}

/** Reasons that the browser keeps over a reload, as it keeps the draft itself. */
const useKeptReasons = create<{ readonly kept: readonly string[] }>()(
  persist((): { readonly kept: readonly string[] } => ({ kept: [] }), { name: 'pentad-unsaved-work' }),
)

/** As `askBeforeLeaving`, of a draft that is kept over a reload: what stands here then is known before its page is opened. */
export function askBeforeLeavingKept(what: string, isAtStake: boolean, page: EventTarget = window): void {
  askBeforeLeaving(what, isAtStake, page)
  if (isAtStakeAsKept(what) === isAtStake) return
  useKeptReasons.setState(({ kept }) => ({
    kept: isAtStake ? [...kept, what] : kept.filter(one => one !== what),
  }))
}

export const isAtStakeAsKept = (what: string): boolean => useKeptReasons.getState().kept.includes(what)

/** Asks at once about what was at stake before the window was reloaded. */
export function askAboutKept(page: EventTarget = window): void {
  for (const what of useKeptReasons.getState().kept) askBeforeLeaving(what, true, page)
}
