/** Range of the visible columns and rows of a large grid; the others are not rendered. */
import { useScroller } from './use-scroller'
import { virtualRange } from './virtual-range'

interface Cells {
  readonly columns: number
  readonly rows: number
  /** Pixels of each cell. */
  readonly width: number
  readonly height: number
  /** Adds columns to fill the view except for this many pixels; left out: adds none. */
  readonly fillBut?: number
}

/** Cells rendered beyond each edge: fewer than for tables, as a grid extends in two directions. */
const MARGIN = 6

const read = ({ scrollLeft, scrollTop, clientWidth, clientHeight }: HTMLElement) => ({
  left: scrollLeft,
  top: scrollTop,
  width: clientWidth,
  height: clientHeight,
})

/** Tracks the scrolling of an element in both directions; all cells are `width` by `height` pixels. */
export function useVirtualGrid({ columns, rows, width, height, fillBut }: Cells) {
  const { element, onScroll, view } = useScroller({ left: 0, top: 0, width: 1_600, height: 900 }, read)
  const fitting = fillBut === undefined ? 0 : Math.floor((view.width - fillBut) / width)
  const columnCount = Math.max(columns, fitting)
  return {
    element,
    onScroll,
    columnCount,
    columns: virtualRange({ count: columnCount, size: width, from: view.left, length: view.width, margin: MARGIN }),
    rows: virtualRange({ count: rows, size: height, from: view.top, length: view.height, margin: MARGIN }),
  }
}
