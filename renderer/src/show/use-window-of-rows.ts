/** Which rows of a long table are in view; the others are left out of the page. */
import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import { rowsInView } from './rows-in-view'

/** Follows the scrolling of an element whose rows are all `rowHeight` pixels high, and starts `top` pixels down. */
export function useWindowOfRows(count: number, rowHeight: number, top = 0) {
  const element = useRef<HTMLElement>(null)
  const [view, setView] = useState({ top, height: 800 })
  const look = useCallback((scroller: HTMLElement) => {
    setView({ top: scroller.scrollTop, height: scroller.clientHeight })
  }, [])
  useEffect(() => {
    const scroller = element.current
    if (scroller === null) return
    const watch = new ResizeObserver(() => look(scroller))
    watch.observe(scroller)
    return () => watch.disconnect()
  }, [look])
  const onScroll = (event: UIEvent<HTMLElement>) => look(event.currentTarget)
  return { element, onScroll, ...rowsInView(count, rowHeight, view.top, view.height) }
}
