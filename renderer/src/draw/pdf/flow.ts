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

interface Area {
  readonly left: number
  readonly width: number
}

/** Points of the letters of headings, by level. */
const HEADS = { 1: 17, 2: 11, 3: 9.5 } as const

export class Flow {
  private y: number = MARGIN.top
  private area: Area = { left: MARGIN.side, width: WIDTH }
  private readonly doc: OpenFile['doc']
  private readonly root: OpenFile['root']

  constructor(
    { doc, root }: Pick<OpenFile, 'doc' | 'root'>,
    private readonly frame: PageFrame,
  ) {
    this.doc = doc
    this.root = root
    this.newPage()
  }

  newPage(): void {
    this.doc.addPage()
    this.y = MARGIN.top
  }

  space(points: number): void {
    this.y += points
  }

  /** Writes head and foot of every page; afterwards nothing is added. */
  framePages(): void {
    framePages(this.doc, this.frame)
  }

  /**
   * `keep`: points of what has to stand on the same page below it. A heading at the foot of a page, with what it heads on the next, is read as an
   * empty section.
   */
  heading(words: string, level: 1 | 2 | 3 = 2, keep = 40): void {
    this.need(HEADS[level] + 16 + keep)
    if (this.y > MARGIN.top) this.y += level === 1 ? 0 : 9
    this.lines(words, { size: HEADS[level], face: 'bold' }, `H${level}`)
    this.y += 3
  }

  text(words: string, look: TextLook = {}): void {
    this.lines(words, look, 'P')
  }

  /** A paragraph that opens with what it is about, in bold. */
  remark(about: string, words: string): void {
    this.need(REMARK * LINE * 2)
    const opening = `${about}. `
    const room = wordWidth(opening, REMARK, 'bold')
    const { left, width } = this.area
    const [first = '', ...rest] = wrapped(words, width - room, REMARK, 'regular')
    const made = this.element('P')
    this.y += REMARK * LINE + 2
    const at = this.y - REMARK * 0.3
    const put = (text: string, face: Face, x: number, base: number) =>
      made.add(() => putRuns(this.doc, setRuns(text, face), { x, y: base, size: REMARK, colour: INK.ink }))
    put(opening, 'bold', left, at)
    put(first, 'regular', left + room, at)
    for (const line of rest.length === 0 ? [] : wrapped(rest.join(' '), width, REMARK, 'regular')) {
      this.need(REMARK * LINE)
      this.y += REMARK * LINE
      put(line, 'regular', left, this.y - REMARK * 0.3)
    }
    made.end()
  }

  /** `first`: points of the first of two columns, so that tables below each other align. */
  table(content: DataTable, first?: number): void {
    const { width } = this.area
    const widths = first === undefined ? columnWidths(content, width) : [first, width - first]
    const made = this.element('Table')
    const head = () => this.tableHead(content.columns, widths, made)
    head()
    for (const cells of content.rows.flatMap(each => parted(linesOf(each.map(String), widths, 'regular')))) {
      if (this.need(heightOf(cells))) head()
      this.row(cells, widths, 'regular', made)
    }
    made.end()
    this.y += 5
  }

  /** With its caption below; marked text is none in it. */
  figure(of: PaperFigure, caption: string): void {
    const drawing = composed(of, 'light')
    this.need(drawing.height + 26)
    this.drawn(drawing, this.area.left)
    this.lines(caption, { size: 8, colour: INK.quiet }, 'Caption')
    this.y += 6
  }

  /** A drawing at the left and a table at its right. */
  beside(drawing: Drawing, caption: string, content: DataTable): void {
    this.need(drawing.height + 30)
    const [top, whole] = [this.y, this.area]
    this.drawn(drawing, whole.left)
    this.area = { left: whole.left, width: drawing.width }
    this.lines(caption, { size: 8, colour: INK.quiet }, 'Caption')
    const bottom = this.y
    this.y = top
    this.area = { left: whole.left + drawing.width + GUTTER, width: whole.width - drawing.width - GUTTER }
    this.table(content)
    this.area = whole
    this.y = Math.max(bottom, this.y) + 4
  }

  /** Headings and sentences side by side. */
  columns(parts: readonly ((width: number, left: number) => void)[]): void {
    const [top, whole] = [this.y, this.area]
    const width = (whole.width - GUTTER * (parts.length - 1)) / parts.length
    const bottoms = parts.map((part, at) => {
      this.y = top
      this.area = { left: whole.left + at * (width + GUTTER), width }
      part(width, this.area.left)
      return this.y
    })
    this.area = whole
    this.y = Math.max(...bottoms)
  }

  /** Goes on on a new page where so many points are not left; true where it does. */
  private need(points: number): boolean {
    if (this.y + points <= BOTTOM || this.y === MARGIN.top) return false
    this.newPage()
    return true
  }

  private element(tag: string, options = {}, parent: StructureElement = this.root): StructureElement {
    const made = this.doc.struct(tag, options)
    parent.add(made)
    return made
  }

  private lines(words: string, look: TextLook, tag: string): void {
    const { size = 9, face = 'regular', colour = INK.ink, indent = 0, width = this.area.width - indent } = look
    const made = this.element(tag)
    for (const line of wrapped(words, width, size, face)) {
      this.need(size * LINE)
      this.y += size * LINE
      const [x, at] = [this.area.left + indent, this.y - size * 0.3]
      made.add(() => putRuns(this.doc, setRuns(line, face), { x, y: at, size, colour }))
    }
    made.end()
  }

  private tableHead(columns: readonly string[], widths: readonly number[], parent: StructureElement): void {
    const broken = linesOf(columns, widths, 'bold')
    this.need(heightOf(broken) + 24)
    this.row(broken, widths, 'bold', parent)
  }

  private row(cells: readonly string[][], widths: readonly number[], face: Face, parent: StructureElement): void {
    const height = heightOf(cells)
    this.ruled(height, face === 'bold')
    const made = this.element('TR', {}, parent)
    let x: number = this.area.left
    for (const [column, cell] of cells.entries()) {
      this.cell(cell, x, face, made)
      x += widths[column]!
    }
    made.end()
    this.y += height
  }

  private cell(lines: readonly string[], from: number, face: Face, row: StructureElement): void {
    const holder = this.element(face === 'bold' ? 'TH' : 'TD', {}, row)
    for (const [at, line] of lines.entries()) {
      const base = this.y + 3 + CELL * 0.95 + at * CELL * LINE
      holder.add(() => putRuns(this.doc, setRuns(line, face), { x: from + PAD, y: base, size: CELL, colour: INK.ink }))
    }
    holder.end()
  }

  /** The rule below a row and the ground of a head; not read aloud. */
  private ruled(height: number, isHead: boolean): void {
    const { doc, y } = this
    const { left, width } = this.area
    doc.markContent('Artifact', { type: 'Layout' })
    if (isHead) doc.rect(left, y, width, height).fillColor(PAPER_HEAD, 1).fill()
    doc.undash().lineWidth(0.5).strokeColor(INK.line, 1)
    doc
      .moveTo(left, y + height)
      .lineTo(left + width, y + height)
      .stroke()
    doc.endMarkedContent()
  }

  private drawn(drawing: Drawing, x: number): void {
    const made = this.element('Figure', { alt: drawing.alt })
    const top = this.y
    made.add(() => putDrawing(this.doc, drawing, x, top))
    made.end()
    this.y += drawing.height
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
const TOGETHER = 12
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
