import type { Span } from '../../qasm/model/diagnostics'
import type { OuterStatement, OuterStatements } from '../document/outer-statements'

/** Statements `[first, last)` differ; in the text before they are within `[start, end)`, which is now `[start, endNow)`. */
export interface ChangedStatements {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
  readonly endNow: number
}

/** Whether a statement can be read from the declarations before it alone, and no other statement depends on it. */
export const isReadAlone = (role: OuterStatement['role'], areIndependent: boolean): boolean =>
  role === 'plain' || (role === 'measures' && areIndependent)

/** The statements that differ between two texts; null where one of those replaced is not read alone. */
export function changeIn(
  was: string,
  is: string,
  { list: statements, areIndependent }: OuterStatements,
): ChangedStatements | null {
  const change = changedStretches(was, is, { spans: statements, start: 0, end: was.length })
  const gone = change && statements.slice(change.first, change.last)
  return gone?.every(({ role }) => isReadAlone(role, areIndependent)) ? change : null
}

/** Spans of a text in their order, all within `[start, end)`. */
interface SpansWithin extends Span {
  readonly spans: readonly Span[]
}

/** The spans that differ; null where the texts differ outside of `[start, end)`. */
export function changedStretches(was: string, is: string, { spans, ...within }: SpansWithin): ChangedStatements | null {
  const [same, behind] = sameEnds(was, is)
  if (same < within.start || was.length - behind > within.end) return null
  const first = countWhile(spans, ({ end }) => end <= same)
  const last = Math.max(
    first,
    countWhile(spans, ({ start }) => start < was.length - behind),
  )
  const [start, end] = [spans[first - 1]?.end ?? within.start, spans[last]?.start ?? within.end]
  return { first, last, start, end, endNow: end + is.length - was.length }
}

/** Lengths of the common beginning and of the common end, which do not overlap. */
export function sameEnds(was: string, is: string): [first: number, last: number] {
  const shorter = Math.min(was.length, is.length)
  let first = 0
  while (first < shorter && was.charCodeAt(first) === is.charCodeAt(first)) first++
  let last = 0
  while (last < shorter - first && was.charCodeAt(was.length - 1 - last) === is.charCodeAt(is.length - 1 - last)) last++
  return [first, last]
}

/** Number of leading spans for which `isSo` holds; requires that it holds for none after them. Binary search. */
function countWhile(spans: readonly Span[], isSo: (span: Span) => boolean): number {
  let [low, high] = [0, spans.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(spans[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
