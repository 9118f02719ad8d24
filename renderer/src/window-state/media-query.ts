/** The part of a `MediaQueryList` that is followed. */
interface MediaQuery {
  readonly matches: boolean
  addEventListener(type: 'change', changed: (event: { readonly matches: boolean }) => void): void
}

/**
 * Follows a media query for `useSyncExternalStore`. `matches` of the query is read here once and after that only from its change events:
 * Chromium compares each frame with what was read last, so that reading while rendering, between a change and its frame, takes
 * the event from all others.
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
