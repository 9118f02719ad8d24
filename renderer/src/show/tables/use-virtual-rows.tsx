/** Which rows of a long table are in view; the others are left out of the page. */
import { rowsInView } from './virtual-range'
import { useScroller } from './use-scroller'

const read = ({ scrollTop, clientHeight }: HTMLElement) => ({ top: scrollTop, height: clientHeight })

/** Follows the scrolling of an element whose rows are all `rowHeight` pixels high, and starts `top` pixels down. */
export function useWindowOfRows<Scroller extends HTMLElement = HTMLElement>(count: number, rowHeight: number, top = 0) {
  const { element, onScroll, view } = useScroller<{ top: number; height: number }, Scroller>({ top, height: 800 }, read)
  return { element, onScroll, ...rowsInView(count, rowHeight, view.top, view.height) }
}
