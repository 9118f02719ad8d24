/** Which columns and rows of a large grid are in view; the others are left out of the page. */
import { type UIEvent, useCallback, useEffect, useRef, useState } from 'react'
import { rowsInView } from './rows-in-view'

interface Cells {
  readonly columns: number
  readonly rows: number
  /** Pixels. */
  readonly width: number
  readonly height: number
}

/** Follows the scrolling of an element in both directions; all cells are `width` by `height` pixels. */
export function useWindowOfGrid({ columns, rows, width, height }: Cells) {
  const element = useRef<HTMLElement>(null)
  const [view, setView] = useState({ left: 0, top: 0, width: 1_600, height: 900 })
  const look = useCallback(({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement) => {
    setView({ left: scrollLeft, top: scrollTop, width: clientWidth, height: clientHeight })
  }, [])
  useEffect(() => {
    const scroller = element.current
    if (scroller === null) return
    const watch = new ResizeObserver(() => look(scroller))
    watch.observe(scroller)
    return () => watch.disconnect()
  }, [look])
  const onScroll = (event: UIEvent<HTMLElement>) => look(event.currentTarget)
  return {
    element,
    onScroll,
    columns: rowsInView(columns, width, view.left, view.width),
    rows: rowsInView(rows, height, view.top, view.height),
  }
}
