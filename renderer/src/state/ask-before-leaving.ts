/** The browser asks before the window is closed or reloaded, while something in it would be lost by that. */

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
