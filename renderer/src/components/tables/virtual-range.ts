/** Range of the rendered rows or columns. */
export interface VirtualRange {
  readonly first: number
  /** One past the last one. */
  readonly end: number
}

/** Rows rendered beyond each edge of the view, so that fast scrolling shows no gap. */
const MARGIN = 12

interface Seen {
  readonly count: number
  /** Pixels: size of a row, distance scrolled (`from`), and length of the view. */
  readonly size: number
  readonly from: number
  readonly length: number
  /** Rows rendered beyond each edge. */
  readonly margin?: number
}

/** The visible rows out of `count`, with the margin on both sides. */
export function virtualRange({ count, size, from, length, margin = MARGIN }: Seen): VirtualRange {
  const first = Math.max(0, Math.floor(from / size) - margin)
  const end = Math.min(count, Math.ceil((from + length) / size) + margin)
  return { first: Math.min(first, end), end }
}
