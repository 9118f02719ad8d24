/** Which rows of a long table are in view; the others are left out of the page. */
import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react'

/** Rows drawn beyond each end of the view, so that quick scrolling shows no gap. */
const MARGIN = 12

export interface RowWindow {
  readonly first: number
  /** One past the last row drawn. */
  readonly end: number
}

/** The rows of `count` that `height` pixels from `top` show, with the margin around. */
export function rowsInView(count: number, rowHeight: number, top: number, height: number): RowWindow {
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN)
  return { first: Math.min(first, end), end }
}

/** Follows the scrolling of an element whose rows are all `rowHeight` pixels high. */
export function useWindowOfRows(count: number, rowHeight: number) {
  const element = useRef<HTMLElement>(null)
  const [view, setView] = useState({ top: 0, height: 800 })
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
