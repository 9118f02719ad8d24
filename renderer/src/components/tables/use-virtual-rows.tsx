/** Which rows of a long table are in view; the others are left out of the page. */
import { useScroller } from './use-scroller'
import { virtualRange } from './virtual-range'

const read = ({ scrollTop, clientHeight }: HTMLElement) => ({ top: scrollTop, height: clientHeight })

/** Follows the scrolling of an element whose rows are all `rowHeight` pixels high, and starts `top` pixels down. */
export function useVirtualRows<Scroller extends HTMLElement = HTMLElement>(count: number, rowHeight: number, top = 0) {
  const { element, onScroll, view } = useScroller<{ top: number; height: number }, Scroller>({ top, height: 800 }, read)
  return { element, onScroll, ...virtualRange({ count, size: rowHeight, from: view.top, length: view.height }) }
}

interface SpacerProps {
  /** Rows left out of the page. */
  readonly rows: number
  /** Pixels of each. */
  readonly height: number
  readonly columns: number
}

/** Stands for the rows of a long table that are not in view. */
export const SpacerRow = ({ rows, height, columns }: SpacerProps) =>
  rows > 0 && (
    <tr aria-hidden className="pentad-spacer" style={{ height: rows * height }}>
      <td colSpan={columns} />
    </tr>
  )
