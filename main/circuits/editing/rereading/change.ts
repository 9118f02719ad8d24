import type { OuterStatement } from '../document/outer-statements'

/** Statements `[first, last)` differ; in the text before they are within `[start, end)`, which is now `[start, endNow)`. */
export interface ChangedStatements {
  readonly first: number
  readonly last: number
  readonly start: number
  readonly end: number
  readonly endNow: number
}

/** Between the statements that both texts begin and end with; null where others than plain ones differ. */
export function changeIn(was: string, is: string, statements: readonly OuterStatement[]): ChangedStatements | null {
  const [same, behind] = sameEnds(was, is)
  const first = countWhile(statements, ({ end }) => end <= same)
  const last = Math.max(
    first,
    countWhile(statements, ({ start }) => start < was.length - behind),
  )
  if (statements.slice(first, last).some(({ role }) => role !== 'plain')) return null
  const [start, end] = [statements[first - 1]?.end ?? 0, statements[last]?.start ?? was.length]
  return { first, last, start, end, endNow: end + is.length - was.length }
}

/** How many characters both begin with, and how many of the others both end with. */
function sameEnds(was: string, is: string): [first: number, last: number] {
  const shorter = Math.min(was.length, is.length)
  let first = 0
  while (first < shorter && was.charCodeAt(first) === is.charCodeAt(first)) first++
  let last = 0
  while (last < shorter - first && was.charCodeAt(was.length - 1 - last) === is.charCodeAt(is.length - 1 - last)) last++
  return [first, last]
}

/** Of statements of which the first ones are so and the others are not: how many are. */
function countWhile(statements: readonly OuterStatement[], isSo: (statement: OuterStatement) => boolean): number {
  let [low, high] = [0, statements.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isSo(statements[middle]!)) low = middle + 1
    else high = middle
  }
  return low
}
