/** Text of reports: characters that the font has, indices and exponents set as such, lines broken where they fit. */
import { type Face, plainRuns, runsWidth, type TextRun, textWidth } from '../figures/typeset'
import { hasWidth } from '../figures/widths'

/** Characters that the font does not have, with replacements that read alike. */
const ALIKE: Readonly<Record<string, string>> = { '⟨': '‹', '⟩': '›', '∼': '~', '✕': '×', '\u202f': ' ', '\u2009': ' ' }

/** Letters that the font has beyond its table of widths: Latin, Greek, Cyrillic. */
const isLetter = (code: number) => (code >= 0x100 && code < 0x180) || (code >= 0x386 && code < 0x460)

/** Characters without a glyph in the font are written as code points, so that nothing is lost silently. */
const written = (character: string): string => {
  const alike = ALIKE[character]
  if (alike !== undefined) return alike
  const code = character.codePointAt(0)!
  return hasWidth(character) || isLetter(code) ? character : `\\u{${code.toString(16)}}`
}

export const shown = (text: string): string => [...text].map(written).join('')

/** `ε_L`, `T_round`, `Δ_round`, `ε_physical`; exponents as in `(1−2ε)^R`. Field names of records keep their underscores. */
const INDEXED = /(?<=[εTΔNP])_(L|i|round|physical|logical|phys)\b|\^(R)\b/gu

/** Text with what is marked as index or exponent set so. */
export function setRuns(text: string, face: Face): TextRun[] {
  const runs: TextRun[] = []
  let from = 0
  for (const match of text.matchAll(INDEXED)) {
    const [all, index, exponent] = match
    const moved = index === undefined ? { text: exponent!, rise: 0.36 } : { text: index, rise: -0.18 }
    runs.push(...plainRuns(text.slice(from, match.index), face), { face, scale: 0.7, ...moved })
    from = match.index + all.length
  }
  return [...runs, ...plainRuns(text.slice(from), face)]
}

interface Room {
  /** Points. */
  readonly width: number
  readonly size: number
  readonly face: Face
}

/** Text, or as much of its beginning as fits before an ellipsis. */
export function cutToWidth(text: string, { width, size, face }: Room): string {
  const fits = (part: string) => wordWidth(shown(part), size, face) <= width
  if (fits(text)) return text
  const characters = [...text]
  while (characters.length > 0 && !fits(`${characters.join('')}…`)) characters.pop()
  return `${characters.join('')}…`
}

/** A unit stays with its number, and an interval together: a space in them is one that does not break. */
const keptTogether = (text: string) =>
  text
    .replaceAll(/(?<=[\d\]]) (?=[%×µn]|ms\b|pp\b)/g, '\u00a0')
    .replaceAll(/(?<=\d) (?=\[)|(?<=\[[^\]\s]{1,12},) /g, '\u00a0')

/** Lines no wider than `width` points: at spaces where there are, inside a word that alone is too wide. */
export function wrapped(text: string, { width, size, face }: Room): string[] {
  const space = textWidth(' ', size, face)
  const lines: string[] = []
  let line = ''
  let taken = 0
  for (const word of keptTogether(shown(text))
    .split(' ')
    .flatMap(each => fitting(each, { width, size, face }))) {
    const room = wordWidth(word, size, face)
    if (line !== '' && taken + space + room > width) {
      lines.push(line)
      line = ''
    }
    taken = line === '' ? room : taken + space + room
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

export const wordWidth = (word: string, size: number, face: Face): number => runsWidth(setRuns(word, face), size)

/** Where text that is kept together is broken first: before an interval, then between its ends, then before a unit. */
const PARTED = [/\u00a0(?=\[)/, /(?<=,)\u00a0/, /\u00a0/]

/** A word in parts that fit: broken at its non-breaking spaces, else between characters; a part has at least one. */
function fitting(word: string, line: Room): string[] {
  const { width, size, face } = line
  if (wordWidth(word, size, face) <= width) return [word]
  const at = PARTED.find(space => space.test(word))
  if (at !== undefined) return word.split(at).flatMap(part => fitting(part, line))
  const parts: string[] = ['']
  let taken = 0
  for (const character of word) {
    const room = textWidth(character, size, face)
    const full = taken > 0 && taken + room > width
    if (full) parts.push(character)
    else parts[parts.length - 1] += character
    taken = full ? room : taken + room
  }
  return parts
}
