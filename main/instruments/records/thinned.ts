interface PlottedPoint {
  readonly value: number | null
}

/**
 * At most `most` points, at least two, that look like all of them. Each interval of equally many neighbours gives its least and its
 * largest, or its first and the first without a value, in their order, so that no peak and no gap is lost.
 */
export function thinned<P extends PlottedPoint>(points: readonly P[], most: number): P[] {
  if (points.length <= most) return [...points]
  const intervals = Math.max(1, Math.floor(most / 2))
  const size = points.length / intervals
  return Array.from({ length: intervals }, (_, index) =>
    ends(points.slice(Math.floor(index * size), Math.floor((index + 1) * size))),
  ).flat()
}

function ends<P extends PlottedPoint>(points: readonly P[]): P[] {
  let least = 0
  let largest = 0
  for (const [index, { value }] of points.entries()) {
    if (value === null) return [...new Set([points[0]!, points[index]!])]
    if (value < points[least]!.value!) least = index
    if (value > points[largest]!.value!) largest = index
  }
  return least === largest ? [points[least]!] : [points[Math.min(least, largest)]!, points[Math.max(least, largest)]!]
}
