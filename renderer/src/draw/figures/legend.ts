/** The legend above a figure: a row for each series, with what its line and its marks look like. */

import type { Inks } from '../charts/colours'
import type { Box, Shape } from './drawing'
import { markShape } from './marks'
import type { LegendEntry } from './model'
import { DASHES } from './panel'
import { markedRuns, plainRuns, runsWidth } from './typeset'

const LEGEND_SIZE = 7
const ROW = 10
const SAMPLE = 20
const GAP = 14

const runsOf = ({ name, note }: LegendEntry) => [...plainRuns(note === '' ? name : `${name}, `), ...markedRuns(note)]
const widthOf = (entry: LegendEntry) => SAMPLE + 4 + runsWidth(runsOf(entry), LEGEND_SIZE)

/** Entries in rows that fit the width. */
function rowsOf(entries: readonly LegendEntry[], width: number): LegendEntry[][] {
  const rows: LegendEntry[][] = []
  let left = 0
  for (const entry of entries) {
    const room = widthOf(entry) + GAP
    if (rows.length === 0 || room - GAP > left) {
      rows.push([])
      left = width
    }
    rows.at(-1)!.push(entry)
    left -= room
  }
  return rows
}

/** Points. */
export const legendHeight = (entries: readonly LegendEntry[], width: number): number =>
  rowsOf(entries, width).length * ROW

export const legendShapes = (entries: readonly LegendEntry[], { x, y, width }: Box, inks: Inks): Shape[] =>
  rowsOf(entries, width).flatMap((row, at) => rowShapes(row, { x, y: y + at * ROW }, inks))

function rowShapes(
  entries: readonly LegendEntry[],
  from: { readonly x: number; readonly y: number },
  inks: Inks,
): Shape[] {
  let { x } = from
  return entries.flatMap(entry => {
    const left = x
    x += widthOf(entry) + GAP
    return entryShapes(entry, { x: left, y: from.y }, inks)
  })
}

function entryShapes(entry: LegendEntry, { x, y }: { readonly x: number; readonly y: number }, inks: Inks): Shape[] {
  const middle = y + ROW / 2
  const { look, line, marks } = entry
  const stroke = { colour: look.colour, width: 1, dash: DASHES[look.dash] }
  return [
    ...(line
      ? [
          {
            kind: 'line',
            places: [
              [x, middle],
              [x + SAMPLE, middle],
            ],
            stroke,
          } as const,
        ]
      : []),
    ...(marks ? [markShape(look, { at: [x + SAMPLE / 2, middle], radius: 2.4, ground: inks.ground })] : []),
    {
      kind: 'text',
      at: [x + SAMPLE + 4, middle + LEGEND_SIZE * 0.35],
      runs: runsOf(entry),
      size: LEGEND_SIZE,
      anchor: 'start',
      colour: inks.ink,
    },
  ]
}
