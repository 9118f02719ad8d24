/** The legend above a chart on paper, in as many rows as it takes. Points. */
import { INKS } from '../charts/colours'
import type { Trace } from './chart-axes'
import { inkOf, markOf, type PdfPoint, polyline } from './pen'
import { textOperators, textWidth } from './text'

const INK = INKS.light
const SIZE = 8
export const LEGEND = 14

/** The legend in rows that fit the width, the first one uppermost. */
export function legendRows(traces: readonly Trace[], width: number): Trace[][] {
  const rows: Trace[][] = []
  let left = 0
  for (const trace of traces) {
    const room = 24 + textWidth(trace.name ?? '', SIZE)
    if (rows.length === 0 || room > left) {
      rows.push([])
      left = width
    }
    rows.at(-1)!.push(trace)
    left -= room
  }
  return rows
}

/** `from`: its left end and the top of the drawing below it. */
export const legendOperators = (rows: readonly Trace[][], [x, top]: PdfPoint): string[] =>
  rows.flatMap((row, at) => legendRow(row, x, top + 5 + (rows.length - 1 - at) * LEGEND))

function legendRow(traces: readonly Trace[], from: number, y: number): string[] {
  let x = from
  return traces.flatMap(({ name = '', line, marker, mode }) => {
    const at = x
    x += 24 + textWidth(name, SIZE)
    return [
      mode.includes('lines') && line?.color
        ? polyline(
            [
              [at, y + 2.5],
              [at + 11, y + 2.5],
            ],
            { colour: line.color, width: 1, dash: line.dash },
          )
        : '',
      marker ? markOf(marker.symbol, [at + 5.5, y + 2.5], 3, marker.color) : '',
      inkOf(INK.ink),
      textOperators(name, { x: at + 14, y, size: SIZE }),
    ]
  })
}
