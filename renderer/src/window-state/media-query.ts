/** The members of `MediaQueryList` that are used. */
interface MediaQuery {
  readonly matches: boolean
  addEventListener(type: 'change', changed: (event: { readonly matches: boolean }) => void): void
}

/**
 * Follows a media query for `useSyncExternalStore`. The query's `matches` is read once, and afterwards only from change
 * events: Chromium compares each frame with the last value read, so reading it between a change and its frame would
 * suppress the event for all other listeners.
 */
export function followMediaQuery(query: MediaQuery) {
  const listeners = new Set<() => void>()
  let matches = query.matches
  query.addEventListener('change', event => {
    matches = event.matches
    for (const changed of [...listeners]) changed()
  })
  return {
    matches: () => matches,
    subscribe(changed: () => void): () => void {
      listeners.add(changed)
      return () => listeners.delete(changed)
    },
  }
}
