/** A text and the same with every line ended by \n, as editors hold it: offsets of one in the other. */
import { newlineOf } from '../../../../main/circuits/editing/writing/layout'
import { type TextEdit, withEdits } from '../../../../main/circuits/editing/writing/text-edit'

/** Offsets of the \r of each \r\n, ascending; a \r by itself is one character in both texts. */
function returnsOf(text: string): number[] {
  const found: number[] = []
  for (let at = text.indexOf('\r\n'); at !== -1; at = text.indexOf('\r\n', at + 2)) found.push(at)
  return found
}

/** How many of the ascending numbers are below the limit; `of` gives the number at a position. */
function countBelow(length: number, of: (at: number) => number, limit: number): number {
  let [low, high] = [0, length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (of(middle) < limit) low = middle + 1
    else high = middle
  }
  return low
}

export interface ShownText {
  readonly text: string
  /** The text with \n for \r\n and for \r. */
  readonly shown: string
  /** Offset in the shown text of an offset in the text. */
  readonly toShown: (offset: number) => number
  /** The other way round. */
  readonly toText: (offset: number) => number
  /** The text after edits whose places are of the shown text; line breaks that are put in are those of the text. */
  readonly edited: (edits: readonly TextEdit[]) => string
}

export function shownText(text: string): ShownText {
  const returns = text.includes('\r') ? returnsOf(text) : []
  const newline = newlineOf(text)
  const toShown = (offset: number) => offset - countBelow(returns.length, at => returns[at]!, offset)
  const toText = (offset: number) => offset + countBelow(returns.length, at => returns[at]! - at, offset)
  const inText = ({ start, end, insert }: TextEdit): TextEdit => ({
    start: toText(start),
    end: toText(end),
    insert: newline === '\n' ? insert : insert.replaceAll('\n', newline),
  })
  const shown = text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text
  return { text, shown, toShown, toText, edited: edits => withEdits(text, edits.map(inText)) }
}

/** The one edit that makes a text another: all between what both begin and end with; null where they are the same. */
export function editBetween(before: string, after: string): TextEdit | null {
  if (before === after) return null
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before.charCodeAt(start) === after.charCodeAt(start)) start++
  let same = 0
  while (
    same < shorter - start &&
    before.charCodeAt(before.length - 1 - same) === after.charCodeAt(after.length - 1 - same)
  )
    same++
  return { start, end: before.length - same, insert: after.slice(start, after.length - same) }
}
