/** The legend above a figure: a row for each series, with what its line and its marks look like. */
import type { Inks } from '../charts/colours'
import type { Box, DrawnPlace, Shape } from './drawing'
import { BAR_OUTLINE, DASHES } from './figure-panel'
import { markShape } from './marks'
import type { LegendEntry } from './model'
import { markedRuns, plainRuns, runsWidth, type TextRun, wrappedText } from './typeset'

const LEGEND_SIZE = 7
const ROW = 10
const SAMPLE = 20
const GAP = 14
/** Indentation of the words beside the sample. */
const INDENT = SAMPLE + 4

/** An entry with its words in lines. */
interface WrappedEntry {
  readonly entry: LegendEntry
  readonly lines: readonly (readonly TextRun[])[]
}

/** On one line where that fits; else the note on a line of its own under the name, whose words wrap. */
function written(entry: LegendEntry, width: number): WrappedEntry {
  const { name, note } = entry
  const line = [...plainRuns(note === '' ? name : `${name}, `), ...markedRuns(note)]
  const room = width - INDENT
  if (runsWidth(line, LEGEND_SIZE) <= room) return { entry, lines: [line] }
  const names = wrappedText(name, LEGEND_SIZE, room).map(text => plainRuns(text))
  return { entry, lines: note === '' ? names : [...names, markedRuns(note)] }
}

const widthOf = ({ lines }: WrappedEntry) => INDENT + Math.max(...lines.map(line => runsWidth(line, LEGEND_SIZE)))

/** Entries in rows that fit the width. */
function rowsOf(entries: readonly LegendEntry[], width: number): WrappedEntry[][] {
  const rows: WrappedEntry[][] = []
  let left = 0
  for (const each of entries.map(entry => written(entry, width))) {
    const room = widthOf(each) + GAP
    if (rows.length === 0 || room - GAP > left || each.lines.length > 1) {
      rows.push([])
      left = width
    }
    rows.at(-1)!.push(each)
    left = each.lines.length > 1 ? 0 : left - room
  }
  return rows
}

const heightOf = (row: readonly WrappedEntry[]) => ROW * Math.max(...row.map(({ lines }) => lines.length))

/** Points. */
export const legendHeight = (entries: readonly LegendEntry[], width: number): number =>
  rowsOf(entries, width).reduce((sum, row) => sum + heightOf(row), 0)

export function legendShapes(entries: readonly LegendEntry[], { x, y, width }: Box, inks: Inks): Shape[] {
  let top = y
  return rowsOf(entries, width).flatMap(row => {
    const at = { x, y: top }
    top += heightOf(row)
    return rowShapes(row, at, inks)
  })
}

function rowShapes(
  row: readonly WrappedEntry[],
  from: { readonly x: number; readonly y: number },
  inks: Inks,
): Shape[] {
  let { x } = from
  return row.flatMap(each => {
    const left = x
    x += widthOf(each) + GAP
    return entryShapes(each, { x: left, y: from.y }, inks)
  })
}

function entryShapes(
  { entry, lines }: WrappedEntry,
  { x, y }: { readonly x: number; readonly y: number },
  inks: Inks,
): Shape[] {
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
    ...(entry.bars ? [fieldShape(look.colour, [x, middle], inks)] : []),
    ...(marks ? [markShape(look, { at: [x + SAMPLE / 2, middle], radius: 2.4, ground: inks.ground })] : []),
    ...lines.map(
      (runs, at) =>
        ({
          kind: 'text',
          at: [x + INDENT, middle + at * ROW + LEGEND_SIZE * 0.35],
          runs,
          size: LEGEND_SIZE,
          anchor: 'start',
          colour: inks.ink,
        }) as const,
    ),
  ]
}

const FIELD = { width: 9, height: 6 } as const

/** The fill of bars, in the middle of the sample. */
function fieldShape(colour: string, [x, middle]: DrawnPlace, inks: Inks): Shape {
  const left = x + (SAMPLE - FIELD.width) / 2
  const top = middle - FIELD.height / 2
  return {
    kind: 'area',
    places: [
      [left, top],
      [left + FIELD.width, top],
      [left + FIELD.width, top + FIELD.height],
      [left, top + FIELD.height],
    ],
    fill: { colour, opacity: 1 },
    stroke: { colour: inks.ink, width: BAR_OUTLINE },
  }
}
