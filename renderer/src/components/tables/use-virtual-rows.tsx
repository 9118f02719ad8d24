/** Range of the visible rows of a long table; the others are not rendered. */
import { useScroller } from './use-scroller'
import { virtualRange } from './virtual-range'

const read = ({ scrollTop, clientHeight }: HTMLElement) => ({ top: scrollTop, height: clientHeight })

/**
 * Tracks the scrolling of an element whose rows are all `rowHeight` pixels high; `top` is the scroll position, in
 * pixels, at the first render.
 */
export function useVirtualRows<Scroller extends HTMLElement = HTMLElement>(count: number, rowHeight: number, top = 0) {
  const { element, onScroll, view } = useScroller<{ top: number; height: number }, Scroller>({ top, height: 800 }, read)
  return { element, onScroll, ...virtualRange({ count, size: rowHeight, from: view.top, length: view.height }) }
}

interface SpacerProps {
  /** Number of rows that are not rendered. */
  readonly rows: number
  /** Pixels of each row. */
  readonly height: number
  readonly columns: number
}

/** Takes the place of the rows that are not rendered. */
export const SpacerRow = ({ rows, height, columns }: SpacerProps) =>
  rows > 0 && (
    <tr aria-hidden className="pentad-spacer" style={{ height: rows * height }}>
      <td colSpan={columns} />
    </tr>
  )
