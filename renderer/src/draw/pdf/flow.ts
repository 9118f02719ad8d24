/** Content that flows over the pages of a report: headings, paragraphs, tables, charts; a head and a foot on each page. */

import type { Chart, DataTable } from '../charts/chart'
import { INKS, PAPER_HEAD } from '../charts/colours'
import { chartOperators } from './chart'
import { PAGE, type PdfPage } from './file'
import { areaOf, inkOf, polyline } from './pen'
import { columnWidths } from './table-widths'
import { type Face, textOperators, textWidth, wrapped } from './text'

const INK = INKS.light
const MARGIN = { side: 48, top: 62, bottom: 54 } as const
const LINE = 1.32

const WIDTH = PAGE.width - 2 * MARGIN.side

export interface PageFrame {
  /** At the left of every head. */
  readonly title: string
  /** At the right of every head, framed; empty for none. */
  readonly stamp: string
  /** At the left of every foot. */
  readonly foot: string
}

interface TextLook {
  readonly size?: number
  readonly face?: Face
  readonly colour?: string
  /** Points from the left margin. */
  readonly indent?: number
}

export interface Flow {
  /** `keep`: points of what has to stand on the same page below it. */
  readonly heading: (text: string, level?: 1 | 2, keep?: number) => void
  readonly text: (text: string, look?: TextLook) => void
  /** `first`: points of the first of two columns, so that tables below each other align. */
  readonly table: (content: DataTable, first?: number) => void
  /** Side by side, each of the same width. */
  readonly charts: (charts: readonly { readonly caption: string; readonly chart: Chart }[], height: number) => void
  readonly space: (points: number) => void
  /** Every page with its head and its foot. */
  readonly pages: () => PdfPage[]
}

export function createFlow(frame: PageFrame): Flow {
  const pages: string[][] = [[]]
  let y: number = PAGE.height - MARGIN.top
  const draw = (...operators: string[]) => pages.at(-1)!.push(...operators.filter(Boolean))
  const newPage = () => {
    pages.push([])
    y = PAGE.height - MARGIN.top
  }
  /** A new page unless so many points are left on this one. */
  const need = (points: number) => {
    if (y - points < MARGIN.bottom && pages.at(-1)!.length > 0) newPage()
  }

  function text(words: string, { size = 9, face = 'regular', colour = INK.ink, indent = 0 }: TextLook = {}) {
    for (const line of wrapped(words, WIDTH - indent, size, face)) {
      need(size * LINE)
      y -= size * LINE
      draw(inkOf(colour), textOperators(line, { x: MARGIN.side + indent, y: y + size * 0.3, size, face }))
    }
  }

  function heading(words: string, level: 1 | 2 = 2, keep = 40) {
    // A heading at the foot of a page, with what it heads on the next, is read as an empty section.
    need(30 + keep)
    y -= level === 1 ? 0 : 10
    text(words, { size: level === 1 ? 17 : 12, face: 'bold' })
    y -= 3
  }

  function table(content: DataTable, first?: number) {
    const widths = first === undefined ? columnWidths(content, WIDTH) : [first, WIDTH - first]
    const head = () => row(content.columns, widths, 'bold')
    head()
    for (const lines of content.rows.flatMap(cells => parted(linesOf(cells.map(String), widths, 'regular')))) {
      const before = pages.length
      need(heightOf(lines))
      if (pages.length > before) head()
      put(lines, widths, 'regular')
    }
    y -= 4
  }

  const row = (cells: readonly string[], widths: readonly number[], face: Face) => {
    const lines = linesOf(cells, widths, face)
    need(heightOf(lines) + 24)
    put(lines, widths, face)
  }

  function put(lines: readonly string[][], widths: readonly number[], face: Face) {
    const height = heightOf(lines)
    if (face === 'bold') draw(areaOf(corners(MARGIN.side, y - height, WIDTH, height), PAPER_HEAD))
    let x: number = MARGIN.side
    lines.forEach((cell, column) => {
      cell.forEach((line, at) => {
        const base = y - 3 - CELL * 0.95 - at * CELL * LINE
        draw(inkOf(INK.ink), textOperators(line, { x: x + PAD, y: base, size: CELL, face }))
      })
      x += widths[column]!
    })
    y -= height
    draw(
      polyline(
        [
          [MARGIN.side, y],
          [MARGIN.side + WIDTH, y],
        ],
        { colour: INK.line, width: 0.5 },
      ),
    )
  }

  function charts(some: readonly { readonly caption: string; readonly chart: Chart }[], height: number) {
    need(height + 16)
    const width = (WIDTH - GUTTER * (some.length - 1)) / some.length
    some.forEach(({ caption, chart }, at) => {
      const x = MARGIN.side + at * (width + GUTTER)
      draw(inkOf(INK.ink), textOperators(caption, { x, y: y - 9, size: 9, face: 'bold' }))
      draw(...chartOperators(chart, { x, y: y - height, width, height: height - 14 }))
    })
    y -= height + 6
  }

  return {
    heading,
    text,
    table,
    charts,
    space: points => {
      y -= points
    },
    pages: () => pages.map((operators, at) => framed(operators, frame, at + 1, pages.length)),
  }
}

const GUTTER = 16
const CELL = 8
const PAD = 3

const linesOf = (cells: readonly string[], widths: readonly number[], face: Face) =>
  cells.map((cell, at) => cell.split('\n').flatMap(line => wrapped(line, widths[at]! - 2 * PAD, CELL, face)))
/** Lines of a row that stay together; a longer row goes on as another below it, on the next page where it must. */
const TOGETHER = 24
const parted = (lines: readonly string[][]): string[][][] => {
  const parts = Math.ceil(Math.max(1, ...lines.map(({ length }) => length)) / TOGETHER)
  return Array.from({ length: parts }, (_, at) => lines.map(cell => cell.slice(at * TOGETHER, (at + 1) * TOGETHER)))
}
const heightOf = (lines: readonly string[][]) => Math.max(1, ...lines.map(({ length }) => length)) * CELL * LINE + 5

const corners = (x: number, y: number, width: number, height: number) =>
  [
    [x, y],
    [x + width, y],
    [x + width, y + height],
    [x, y + height],
  ] as const

function framed(operators: readonly string[], { title, stamp, foot }: PageFrame, page: number, of: number): PdfPage {
  const [left, right] = [MARGIN.side, PAGE.width - MARGIN.side]
  const [top, bottom] = [PAGE.height - 40, 34]
  const rule = { colour: INK.line, width: 0.7 }
  const number = `Page ${page} of ${of}`
  const stampAt = right - textWidth(stamp, 9, 'bold') - 5
  const frameOfStamp = corners(stampAt - 5, top - 4, right - stampAt + 5, 15)
  return {
    operators: [
      inkOf(INK.quiet),
      textOperators(title, { x: left, y: top, size: 8 }),
      ...(stamp === ''
        ? []
        : [
            inkOf(INK.simulated),
            textOperators(stamp, { x: stampAt, y: top, size: 9, face: 'bold' }),
            polyline([...frameOfStamp, frameOfStamp[0]], { colour: INK.simulated, width: 0.8 }),
          ]),
      polyline(
        [
          [left, top - 7],
          [right, top - 7],
        ],
        rule,
      ),
      ...operators,
      polyline(
        [
          [left, bottom + 12],
          [right, bottom + 12],
        ],
        rule,
      ),
      inkOf(INK.quiet),
      textOperators(foot, { x: left, y: bottom, size: 7.5 }),
      textOperators(number, { x: right - textWidth(number, 7.5), y: bottom, size: 7.5 }),
    ],
  }
}
