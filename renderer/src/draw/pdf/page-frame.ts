/** Head and foot of every page of a report. */
import { INKS } from '../charts/colours'
import { putRuns } from './ink'
import { MARGIN, type OpenFile, PAGE } from './report-file'
import { cutToWidth, setRuns, shown, wordWidth } from './words'

const INK = INKS.light
/** Points between a head and its stamp. */
const GAP = 12

export interface PageFrame {
  /** At the left of every head, shortened where it leaves no room for the rest. */
  readonly title: string
  /** After it: by what and when the report was made. */
  readonly made: string
  /** At the right of every head, framed; empty for none. */
  readonly stamp: string
  /** At the left of every foot. */
  readonly foot: string
}

/** Writes head and foot on all pages so far; nothing may be added afterwards. */
export function framePages(doc: OpenFile['doc'], frame: PageFrame): void {
  const { count } = doc.bufferedPageRange()
  for (let page = 0; page < count; page++) {
    doc.switchToPage(page)
    doc.markContent('Artifact', { type: 'Pagination' })
    framePage(doc, frame, `Page ${page + 1} of ${count}`)
    doc.endMarkedContent()
  }
}

function framePage(doc: OpenFile['doc'], { title, made, stamp, foot }: PageFrame, number: string): void {
  const [left, right] = [MARGIN.side, PAGE.width - MARGIN.side]
  const quiet = { size: 8, colour: INK.quiet }
  const put = (text: string, x: number, y: number) => putRuns(doc, setRuns(shown(text), 'regular'), { x, y, ...quiet })
  const rule = (y: number) =>
    doc.undash().lineWidth(0.7).strokeColor(INK.line, 1).moveTo(left, y).lineTo(right, y).stroke()
  const x = right - wordWidth(stamp, 9, 'bold') - 5
  const rest = ` · ${made}`
  const room = x - GAP - left - wordWidth(shown(rest), 8, 'regular')
  put(cutToWidth(title, { width: room, size: 8, face: 'regular' }) + rest, left, 40)
  rule(47)
  if (stamp !== '') {
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
