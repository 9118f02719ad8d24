/** Content that flows over the pages of a report: headings, paragraphs, tables, figures; a head and a foot on each page. */
import type { DataTable } from '../charts/chart'
import { INKS } from '../charts/colours'
import { composed } from '../figures/compose'
import type { Drawing } from '../figures/drawing'
import type { PaperFigure } from '../figures/model'
import type { Face } from '../figures/typeset'
import { putDrawing, putRuns } from './ink'
import { framePages, type PageFrame } from './page-frame'
import { LINE, MARGIN, type OpenFile, PAGE, type StructureElement, within } from './report-file'
import { heightOf, linesOf, parted, putRow, type TableRow } from './table-row'
import { columnWidths } from './table-widths'
import { setRuns, wordWidth, wrapped } from './words'

const INK = INKS.light
export const WIDTH = PAGE.width - 2 * MARGIN.side
const BOTTOM = PAGE.height - MARGIN.bottom

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

  /** Writes head and foot of every page; nothing may be added afterwards. */
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
    const [first = '', ...rest] = wrapped(words, { width: width - room, size: REMARK, face: 'regular' })
    const made = this.element('P')
    this.y += REMARK * LINE + 2
    const at = this.y - REMARK * 0.3
    const put = (text: string, face: Face, place: { readonly x: number; readonly y: number }) =>
      made.add(() => putRuns(this.doc, setRuns(text, face), { ...place, size: REMARK, colour: INK.ink }))
    put(opening, 'bold', { x: left, y: at })
    put(first, 'regular', { x: left + room, y: at })
    for (const line of rest.length === 0 ? [] : wrapped(rest.join(' '), { width, size: REMARK, face: 'regular' })) {
      this.need(REMARK * LINE)
      this.y += REMARK * LINE
      put(line, 'regular', { x: left, y: this.y - REMARK * 0.3 })
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
      this.row({ cells, widths, isHead: false }, made)
    }
    made.end()
    this.y += 5
  }

  /** A figure with its caption below; marks such as `*R*` are not read in a caption. */
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

  /** Begins a new page where fewer points are left; true where it did. */
  private need(points: number): boolean {
    if (this.y + points <= BOTTOM || this.y === MARGIN.top) return false
    this.newPage()
    return true
  }

  private element(tag: string, options = {}): StructureElement {
    return within(this.root, this.doc.struct(tag, options))
  }

  private lines(words: string, look: TextLook, tag: string): void {
    const { size = 9, face = 'regular', colour = INK.ink, indent = 0, width = this.area.width - indent } = look
    const made = this.element(tag)
    for (const line of wrapped(words, { width, size, face })) {
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
    this.row({ cells: broken, widths, isHead: true }, parent)
  }

  private row(row: TableRow, table: StructureElement): void {
    putRow(this.doc, table, { row, at: { ...this.area, top: this.y } })
    this.y += heightOf(row.cells)
  }

  private drawn(drawing: Drawing, x: number): void {
    const made = this.element('Figure', { alt: drawing.alt })
    const top = this.y
    made.add(() => putDrawing(this.doc, { drawing, x, y: top }))
    made.end()
    this.y += drawing.height
  }
}

/** Points of a remark's letters. */
const REMARK = 8.5
const GUTTER = 14
