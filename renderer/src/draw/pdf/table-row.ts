/** Rows of a table: their lines, their heights, and one of them on a page. */
import { INKS, PAPER_HEAD } from '../charts/colours'
import type { Face } from '../figures/typeset'
import { putRuns } from './ink'
import { LINE, type OpenFile, type StructureElement, within } from './report-file'
import { setRuns, wrapped } from './words'

const INK = INKS.light
/** Points of the letters, and from a cell's edge to them. */
const CELL = 8
const PAD = 3

/** The lines of each cell, broken to its column. */
export const linesOf = (cells: readonly string[], widths: readonly number[], face: Face): string[][] =>
  cells.map((cell, at) =>
    cell.split('\n').flatMap(line => wrapped(line, { width: widths[at]! - 2 * PAD, size: CELL, face })),
  )

/** Lines of a row that stay together; a longer row goes on as another below it, on the next page where it must. */
const TOGETHER = 12

export const parted = (lines: readonly string[][]): string[][][] => {
  const parts = Math.ceil(Math.max(1, ...lines.map(({ length }) => length)) / TOGETHER)
  return Array.from({ length: parts }, (_, at) => lines.map(cell => cell.slice(at * TOGETHER, (at + 1) * TOGETHER)))
}
/** Points of a row. */
export const heightOf = (lines: readonly string[][]) =>
  Math.max(1, ...lines.map(({ length }) => length)) * CELL * LINE + 5

export interface TableRow {
  /** Lines of each cell. */
  readonly cells: readonly string[][]
  readonly widths: readonly number[]
  readonly isHead: boolean
}

export interface RowPlace {
  readonly left: number
  readonly top: number
  readonly width: number
}

export function putRow(doc: OpenFile['doc'], table: StructureElement, { row, at }: { row: TableRow; at: RowPlace }) {
  putRule(doc, row, at)
  const made = within(table, doc.struct('TR'))
  let left = at.left
  for (const [column, lines] of row.cells.entries()) {
    const cell = within(made, doc.struct(row.isHead ? 'TH' : 'TD'))
    putCell(doc, cell, { lines, left, top: at.top, face: row.isHead ? 'bold' : 'regular' })
    left += row.widths[column]!
  }
  made.end()
}

interface PlacedCell {
  readonly lines: readonly string[]
  readonly left: number
  readonly top: number
  readonly face: Face
}

function putCell(doc: OpenFile['doc'], holder: StructureElement, { lines, left, top, face }: PlacedCell): void {
  for (const [at, line] of lines.entries()) {
    const base = top + 3 + CELL * 0.95 + at * CELL * LINE
    holder.add(() => putRuns(doc, setRuns(line, face), { x: left + PAD, y: base, size: CELL, colour: INK.ink }))
  }
  holder.end()
}

/** The rule below a row and the ground of a head; not read aloud. */
function putRule(doc: OpenFile['doc'], { cells, isHead }: TableRow, { left, top, width }: RowPlace): void {
  const height = heightOf(cells)
  doc.markContent('Artifact', { type: 'Layout' })
  if (isHead) doc.rect(left, top, width, height).fillColor(PAPER_HEAD, 1).fill()
  doc.undash().lineWidth(0.5).strokeColor(INK.line, 1)
  doc
    .moveTo(left, top + height)
    .lineTo(left + width, top + height)
    .stroke()
  doc.endMarkedContent()
}
