/** Rows or columns that are drawn. */
export interface VirtualRange {
  readonly first: number
  /** One past the last one. */
  readonly end: number
}

/** Rows drawn beyond each end of the view, so that quick scrolling shows no gap. */
const MARGIN = 12

/** The rows of `count` that `height` pixels from `top` show, all `rowHeight` pixels high, with the margin around. */
export function virtualRange(count: number, rowHeight: number, top: number, height: number): VirtualRange {
  const first = Math.max(0, Math.floor(top / rowHeight) - MARGIN)
  const end = Math.min(count, Math.ceil((top + height) / rowHeight) + MARGIN)
  return { first: Math.min(first, end), end }
}
