/** Content that flows over the pages of a report: headings, paragraphs, tables, figures; a head and a foot on each page. */
import type { DataTable } from '../charts/chart'
import { INKS, PAPER_HEAD } from '../charts/colours'
import { composed } from '../figures/compose'
import type { Drawing } from '../figures/drawing'
import type { PaperFigure } from '../figures/model'
import type { Face } from '../figures/typeset'
import { putDrawing, putRuns } from './ink'
import { type OpenFile, PAGE, type StructureElement } from './report-file'
import { columnWidths } from './table-widths'
import { setRuns, shown, wordWidth, wrapped } from './words'

const INK = INKS.light
/** 178 mm between the sides: the width of a figure over both columns. */
const MARGIN = { side: (PAGE.width - 178 * (72 / 25.4)) / 2, top: 62, bottom: 52 } as const
const LINE = 1.32
export const WIDTH = PAGE.width - 2 * MARGIN.side
const BOTTOM = PAGE.height - MARGIN.bottom

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
  /** Points from the left edge. */
  readonly indent?: number
  /** Points that it may take; all to the right edge when left out. */
  readonly width?: number
}

export interface Flow {
  /** `keep`: points of what has to stand on the same page below it. */
  readonly heading: (text: string, level?: 1 | 2 | 3, keep?: number) => void
  readonly text: (text: string, look?: TextLook) => void
  /** A paragraph that opens with what it is about, in bold. */
  readonly remark: (about: string, text: string) => void
  /** `first`: points of the first of two columns, so that tables below each other align. */
  readonly table: (content: DataTable, first?: number) => void
  /** With its caption below; marked text is none in it. */
  readonly figure: (figure: PaperFigure, caption: string) => void
  /** A drawing at the left and a table at its right. */
  readonly beside: (drawing: Drawing, caption: string, content: DataTable) => void
  /** Headings and sentences side by side. */
  readonly columns: (parts: readonly ((width: number, left: number) => void)[]) => void
  readonly space: (points: number) => void
  readonly newPage: () => void
  /** Writes head and foot of every page; afterwards nothing is added. */
  readonly framePages: () => void
}

interface Area {
  readonly left: number
  readonly width: number
}

export function createFlow({ doc, root }: Pick<OpenFile, 'doc' | 'root'>, frame: PageFrame): Flow {
  let y: number = MARGIN.top
  let area: Area = { left: MARGIN.side, width: WIDTH }
  const newPage = () => {
    doc.addPage()
    y = MARGIN.top
  }
  newPage()
  const need = (points: number): boolean => {
    if (y + points <= BOTTOM || y === MARGIN.top) return false
    newPage()
    return true
  }
  const element = (tag: string, options = {}, parent: StructureElement = root): StructureElement => {
    const made = doc.struct(tag, options)
    parent.add(made)
    return made
  }

  function lines(words: string, look: TextLook, tag: string): void {
    const { size = 9, face = 'regular', colour = INK.ink, indent = 0, width = area.width - indent } = look
    const made = element(tag)
    for (const line of wrapped(words, width, size, face)) {
      need(size * LINE)
      y += size * LINE
      const at = y - size * 0.3
      made.add(() => putRuns(doc, setRuns(line, face), { x: area.left + indent, y: at, size, colour }))
    }
    made.end()
  }

  const text = (words: string, look: TextLook = {}) => lines(words, look, 'P')

  function remark(about: string, words: string) {
    need(REMARK * LINE * 2)
    const opening = `${about}. `
    const room = wordWidth(opening, REMARK, 'bold')
    const [first = '', ...rest] = wrapped(words, area.width - room, REMARK, 'regular')
    const made = element('P')
    y += REMARK * LINE + 2
    const at = y - REMARK * 0.3
    const put = (text: string, face: Face, x: number, base: number) =>
      made.add(() => putRuns(doc, setRuns(text, face), { x, y: base, size: REMARK, colour: INK.ink }))
    put(opening, 'bold', area.left, at)
    put(first, 'regular', area.left + room, at)
    for (const line of rest.length === 0 ? [] : wrapped(rest.join(' '), area.width, REMARK, 'regular')) {
      need(REMARK * LINE)
      y += REMARK * LINE
      put(line, 'regular', area.left, y - REMARK * 0.3)
    }
    made.end()
  }

  const HEADS = { 1: 17, 2: 11, 3: 9.5 } as const

  function heading(words: string, level: 1 | 2 | 3 = 2, keep = 40) {
    // A heading at the foot of a page, with what it heads on the next, is read as an empty section.
    need(HEADS[level] + 16 + keep)
    if (y > MARGIN.top) y += level === 1 ? 0 : 9
    lines(words, { size: HEADS[level], face: 'bold' }, `H${level}`)
    y += 3
  }

  function table(content: DataTable, first?: number) {
    const widths = first === undefined ? columnWidths(content, area.width) : [first, area.width - first]
    const made = element('Table')
    const head = () => row(content.columns, widths, 'bold', made)
    head()
    for (const cells of content.rows.flatMap(each => parted(linesOf(each.map(String), widths, 'regular')))) {
      if (need(heightOf(cells))) head()
      put(cells, widths, 'regular', made)
    }
    made.end()
    y += 5
  }

  const row = (cells: readonly string[], widths: readonly number[], face: Face, parent: StructureElement) => {
    const broken = linesOf(cells, widths, face)
    need(heightOf(broken) + 24)
    put(broken, widths, face, parent)
  }

  function put(cells: readonly string[][], widths: readonly number[], face: Face, parent: StructureElement) {
    const height = heightOf(cells)
    const { left, width } = area
    decoration(() => {
      if (face === 'bold') doc.rect(left, y, width, height).fillColor(PAPER_HEAD, 1).fill()
      doc.undash().lineWidth(0.5).strokeColor(INK.line, 1)
      doc
        .moveTo(left, y + height)
        .lineTo(left + width, y + height)
        .stroke()
    })
    const made = element('TR', {}, parent)
    let x: number = left
    cells.forEach((cell, column) => {
      const from = x
      const holder = element(face === 'bold' ? 'TH' : 'TD', {}, made)
      cell.forEach((line, at) => {
        const base = y + 3 + CELL * 0.95 + at * CELL * LINE
        holder.add(() => putRuns(doc, setRuns(line, face), { x: from + PAD, y: base, size: CELL, colour: INK.ink }))
      })
      holder.end()
      x += widths[column]!
    })
    made.end()
    y += height
  }

  /** Not read aloud. */
  function decoration(draw: () => void) {
    doc.markContent('Artifact', { type: 'Layout' })
    draw()
    doc.endMarkedContent()
  }

  function drawn(drawing: Drawing, x: number) {
    const made = element('Figure', { alt: drawing.alt })
    const top = y
    made.add(() => putDrawing(doc, drawing, x, top))
    made.end()
    y += drawing.height
  }

  function figure(of: PaperFigure, caption: string) {
    const drawing = composed(of, 'light')
    need(drawing.height + 26)
    drawn(drawing, area.left)
    lines(caption, { size: 8, colour: INK.quiet }, 'Caption')
    y += 6
  }

  function beside(drawing: Drawing, caption: string, content: DataTable) {
    need(drawing.height + 30)
    const [top, whole] = [y, area]
    drawn(drawing, area.left)
    area = { left: whole.left, width: drawing.width }
    lines(caption, { size: 8, colour: INK.quiet }, 'Caption')
    const bottom = y
    y = top
    area = { left: whole.left + drawing.width + GUTTER, width: whole.width - drawing.width - GUTTER }
    table(content)
    area = whole
    y = Math.max(bottom, y) + 4
  }

  function columns(parts: readonly ((width: number, left: number) => void)[]) {
    const [top, whole] = [y, area]
    const width = (whole.width - GUTTER * (parts.length - 1)) / parts.length
    const bottoms = parts.map((part, at) => {
      y = top
      area = { left: whole.left + at * (width + GUTTER), width }
      part(width, area.left)
      return y
    })
    area = whole
    y = Math.max(...bottoms)
  }

  return {
    heading,
    text,
    remark,
    table,
    figure,
    beside,
    columns,
    space: points => {
      y += points
    },
    newPage,
    framePages: () => framePages(doc, frame),
  }
}

/** Points of a remark's letters. */
const REMARK = 8.5
const GUTTER = 14
const CELL = 8
const PAD = 3

const linesOf = (cells: readonly string[], widths: readonly number[], face: Face): string[][] =>
  cells.map((cell, at) => cell.split('\n').flatMap(line => wrapped(line, widths[at]! - 2 * PAD, CELL, face)))
/** Lines of a row that stay together; a longer row goes on as another below it, on the next page where it must. */
const TOGETHER = 24
const parted = (lines: readonly string[][]): string[][][] => {
  const parts = Math.ceil(Math.max(1, ...lines.map(({ length }) => length)) / TOGETHER)
  return Array.from({ length: parts }, (_, at) => lines.map(cell => cell.slice(at * TOGETHER, (at + 1) * TOGETHER)))
}
const heightOf = (lines: readonly string[][]) => Math.max(1, ...lines.map(({ length }) => length)) * CELL * LINE + 5

function framePages(doc: OpenFile['doc'], frame: PageFrame): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    framePage(doc, frame, `Page ${page + 1} of ${count}`)
    doc.endMarkedContent()
  }
}

function framePage(doc: OpenFile['doc'], { title, stamp, foot }: PageFrame, number: string): void {
  const [left, right] = [MARGIN.side, PAGE.width - MARGIN.side]
  const quiet = { size: 8, colour: INK.quiet }
  const put = (text: string, x: number, y: number) => putRuns(doc, setRuns(shown(text), 'regular'), { x, y, ...quiet })
  const rule = (y: number) =>
    doc.undash().lineWidth(0.7).strokeColor(INK.line, 1).moveTo(left, y).lineTo(right, y).stroke()
  put(title, left, 40)
  rule(47)
  if (stamp !== '') {
    const x = right - wordWidth(stamp, 9, 'bold') - 5
    putRuns(doc, setRuns(stamp, 'bold'), { x, y: 40, size: 9, colour: INK.simulated })
    doc
      .lineWidth(0.8)
      .strokeColor(INK.simulated, 1)
      .rect(x - 5, 30, right - x + 5, 14)
      .stroke()
  }
  rule(PAGE.height - 42)
  put(foot, left, PAGE.height - 30)
  put(number, right - wordWidth(number, 8, 'regular'), PAGE.height - 30)
}
