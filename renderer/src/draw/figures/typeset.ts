/** Text in runs of one face, size and height, and how wide it is. */
import { advanceWidth } from './widths'

export type Face = 'regular' | 'bold' | 'italic'

export interface TextRun {
  readonly text: string
  readonly face: Face
  /** Size relative to the text's. */
  readonly scale: number
  /** Rise of its baseline above the text's, in units of the text's size. */
  readonly rise: number
}

/** Text as it is. */
export const plainRuns = (text: string, face: Face = 'regular'): TextRun[] =>
  text === '' ? [] : [{ text, face, scale: 1, rise: 0 }]

/** `*R*`, `x_abc`, `x_{a b}`, `x^{-2}`. */
const MARKED = /\*([^*]+)\*|_\{([^}]*)\}|_(\w+)|\^\{([^}]*)\}/gu

/** Size of indices and exponents relative to the text: 6 points at 7, within the 5 to 8 that journals take. */
const RAISED = 0.86
const INDEX = { scale: RAISED, rise: -0.2 }
export const EXPONENT = { scale: RAISED, rise: 0.36 }

/** Text with italics, indices and exponents marked; see `model.ts`. */
export function markedRuns(text: string, face: Face = 'regular'): TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  for (const match of text.matchAll(MARKED)) {
    runs.push(...plainRuns(text.slice(from, match.index), face), ...runOf(match, face))
    from = match.index + match[0].length
  }
  return [...runs, ...plainRuns(text.slice(from), face)]
}

function runOf([, italic, braced, index, exponent]: RegExpMatchArray, face: Face): TextRun[] {
  if (italic !== undefined) return plainRuns(italic, 'italic')
  const lowered = braced ?? index
  if (lowered !== undefined) return [{ text: lowered, face, ...INDEX }]
  return [{ text: exponent!.replace('-', '−'), face, ...EXPONENT }]
}

/** For screen readers. */
export const runsText = (runs: readonly TextRun[]): string => runs.map(({ text }) => text).join('')

/** Width in points. */
export const runsWidth = (runs: readonly TextRun[], size: number): number =>
  runs.reduce((sum, { text, face, scale }) => sum + textWidth(text, size * scale, face), 0)

export const textWidth = (text: string, size: number, face: Face = 'regular'): number =>
  [...text].reduce((sum, character) => sum + advanceWidth(character, face === 'bold'), 0) * (size / 1_000)

/** Lines of whole words, each at most so many points wide; a word that is wider is broken where it has to be. */
export function wrappedText(text: string, size: number, width: number): string[] {
  const lines: string[] = []
  for (const word of text.split(' ').flatMap(each => brokenWord(each, size, width))) {
    const longer = lines.length === 0 ? word : `${lines.at(-1)} ${word}`
    if (lines.length > 0 && textWidth(longer, size) <= width) lines[lines.length - 1] = longer
    else lines.push(word)
  }
  return lines
}

function brokenWord(word: string, size: number, width: number): string[] {
  const parts = ['']
  for (const character of word)
    if (parts.at(-1) !== '' && textWidth(parts.at(-1) + character, size) > width) parts.push(character)
    else parts[parts.length - 1] += character
  return parts
}
