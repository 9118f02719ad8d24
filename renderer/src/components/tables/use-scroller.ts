/** Tracks the scroll position and size of an element, from which the visible part is computed. */
import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react'

/**
 * `read` takes the needed values from the element and must be the same function at every call; `initial` is used before
 * the first read.
 */
export function useScroller<View, Scroller extends HTMLElement = HTMLElement>(
  initial: View,
  read: (scroller: HTMLElement) => View,
) {
  const element = useRef<Scroller>(null)
  const [view, setView] = useState(initial)
  const look = useCallback((scroller: HTMLElement) => setView(read(scroller)), [read])
  useEffect(() => {
    const scroller = element.current
    if (scroller === null) return
    const watch = new ResizeObserver(() => look(scroller))
    watch.observe(scroller)
    return () => watch.disconnect()
  }, [look])
  const onScroll = (event: UIEvent<HTMLElement>) => look(event.currentTarget)
  return { element, onScroll, view }
}
