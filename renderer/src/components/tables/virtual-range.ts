/** Rows or columns that are drawn. */
export interface VirtualRange {
  readonly first: number
  /** One past the last one. */
  readonly end: number
}

/** Rows drawn beyond each end of the view, so that quick scrolling shows no gap. */
const MARGIN = 12

interface Seen {
  readonly count: number
  /** Pixels: of each row, above the view, and of the view. */
  readonly size: number
  readonly from: number
  readonly length: number
  /** Rows beyond each end. */
  readonly margin?: number
}

/** The rows of `count` that the view shows, with the margin around. */
export function virtualRange({ count, size, from, length, margin = MARGIN }: Seen): VirtualRange {
  const first = Math.max(0, Math.floor(from / size) - margin)
  const end = Math.min(count, Math.ceil((from + length) / size) + margin)
  return { first: Math.min(first, end), end }
}
