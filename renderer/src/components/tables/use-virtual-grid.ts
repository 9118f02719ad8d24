/** Which columns and rows of a large grid are in view; the others are left out of the page. */
import { useScroller } from './use-scroller'
import { virtualRange } from './virtual-range'

interface Cells {
  readonly columns: number
  readonly rows: number
  /** Pixels. */
  readonly width: number
  readonly height: number
  /** Columns fill the view, but for so many pixels of it; left out: there are no more than asked for. */
  readonly fillBut?: number
}

/** Cells beyond each end: fewer than of tables, as they go in two directions. */
const MARGIN = 6

const read = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement) => ({
  left: scrollLeft,
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
})

/** Follows the scrolling of an element in both directions; all cells are `width` by `height` pixels. */
export function useVirtualGrid({ columns, rows, width, height, fillBut }: Cells) {
  const { element, onScroll, view } = useScroller({ left: 0, top: 0, width: 1_600, height: 900 }, read)
  const fitting = fillBut === undefined ? 0 : Math.floor((view.width - fillBut) / width)
  const columnCount = Math.max(columns, fitting)
  return {
    ...{ element, onScroll, columnCount },
    columns: virtualRange({ count: columnCount, size: width, from: view.left, length: view.width, margin: MARGIN }),
    rows: virtualRange({ count: rows, size: height, from: view.top, length: view.height, margin: MARGIN }),
  }
}
