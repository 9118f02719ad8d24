/** Which columns and rows of a large grid are in view; the others are left out of the page. */

import { useScroller } from './use-scroller'
import { virtualRange } from './virtual-range'

interface Cells {
  readonly columns: number
  readonly rows: number
  /** Pixels. */
  readonly width: number
  readonly height: number
}

const read = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement) => ({
  left: scrollLeft,
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
})

/** Follows the scrolling of an element in both directions; all cells are `width` by `height` pixels. */
export function useVirtualGrid({ columns, rows, width, height }: Cells) {
  const { element, onScroll, view } = useScroller({ left: 0, top: 0, width: 1_600, height: 900 }, read)
  return {
    element,
    onScroll,
    columns: virtualRange(columns, width, view.left, view.width),
    rows: virtualRange(rows, height, view.top, view.height),
  }
}
