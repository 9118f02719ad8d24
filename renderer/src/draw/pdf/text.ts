/** Text of a PDF page: which standard font has each character, how wide it is, where lines break. Sizes in points. */
import { HELVETICA, HELVETICA_BOLD, LOWERED, RAISED, SYMBOL, WIN_ANSI } from './font-widths'

export type Face = 'regular' | 'bold'
type FontName = 'Regular' | 'Bold' | 'Symbol'

/** Characters of one font, one size and one height. */
interface Piece {
  readonly font: FontName
  codes: number[]
  /** Thousandths of the text's size. */
  width: number
  /** Of the text's size. */
  readonly scale: number
  /** Above the line, of the text's size. */
  readonly rise: number
}

type Glyph = Pick<Piece, 'font' | 'scale' | 'rise'> & { readonly code: number; readonly width: number }

const SMALL = 0.66

/** The glyphs of one character; what no font has is written as its code point, so that nothing is lost in silence. */
function glyphsOf(character: string, face: Face): Glyph[] {
  const raised = RAISED[character]
  if (raised !== undefined) return moved(raised, face, 0.36)
  const lowered = LOWERED[character]
  if (lowered !== undefined) return moved(lowered, face, -0.14)
  return plainGlyph(character, face) ?? escaped(character, face)
}

const moved = (character: string, face: Face, rise: number): Glyph[] =>
  glyphsOf(character, face).map(glyph => ({ ...glyph, width: glyph.width * SMALL, scale: SMALL, rise }))

const escaped = (character: string, face: Face): Glyph[] =>
  [...`\\u{${character.codePointAt(0)!.toString(16)}}`].flatMap(each => plainGlyph(each, face) ?? [])

function plainGlyph(character: string, face: Face): Glyph[] | null {
  const own = { scale: 1, rise: 0 }
  const font = face === 'bold' ? 'Bold' : 'Regular'
  const { low, high } = face === 'bold' ? HELVETICA_BOLD : HELVETICA
  const code = character.codePointAt(0)!
  const width = low[code - 32] ?? high[code - 160]
  if (width !== undefined) return [{ font, code, width, ...own }]
  const special = WIN_ANSI[character]
  if (special) return [{ font, code: special[0], width: special[face === 'bold' ? 2 : 1], ...own }]
  const symbol = SYMBOL[character]
  return symbol ? [{ font: 'Symbol', code: symbol[0], width: symbol[1], ...own }] : null
}

function piecesOf(text: string, face: Face): Piece[] {
  const pieces: Piece[] = []
  for (const { code, width, ...look } of [...text].flatMap(character => glyphsOf(character, face))) {
    const last = pieces.at(-1)
    if (last && last.font === look.font && last.rise === look.rise) {
      last.codes.push(code)
      last.width += width
    } else pieces.push({ ...look, codes: [code], width })
  }
  return pieces
}

/** Points from its beginning to its end. */
export const textWidth = (text: string, size: number, face: Face = 'regular'): number =>
  [...text].flatMap(each => glyphsOf(each, face)).reduce((sum, { width }) => sum + (width * size) / 1_000, 0)

/** Farther from the page than anything seen: what lies at infinity on a logarithmic axis is drawn towards there. */
const FAR = 20_000

/** A number as PDF writes it: no exponent, no more digits than a printer sees. */
export const number = (value: number): string =>
  String(Math.round(Math.min(FAR, Math.max(-FAR, value)) * 100) / 100 || 0)

const escapedCode = (code: number): string => {
  const character = String.fromCharCode(code)
  if ('()\\'.includes(character)) return `\\${character}`
  return code < 32 || code > 126 ? `\\${code.toString(8).padStart(3, '0')}` : character
}

export interface TextPlace {
  readonly x: number
  readonly y: number
  readonly size: number
  readonly face?: Face | undefined
}

/** Operators that write the text with its base line's left end at x, y. */
export function textOperators(text: string, { x, y, size, face = 'regular' }: TextPlace): string {
  const shown = piecesOf(text, face).map(
    ({ font, codes, scale, rise }) =>
      `/${font} ${number(size * scale)} Tf ${number(size * rise)} Ts (${codes.map(escapedCode).join('')}) Tj`,
  )
  return `BT ${number(x)} ${number(y)} Td ${shown.join(' ')} ET`
}

/** A unit stays with its number: a space before it is one that does not break. */
const keptTogether = (text: string) => text.replaceAll(/(?<=\d) (?=[%×µn])/g, '\u00a0')

/** The text in lines no wider than `width`: at spaces where there are, inside a word that alone is too wide. */
export function wrapped(text: string, width: number, size: number, face: Face = 'regular'): string[] {
  const space = textWidth(' ', size, face)
  const lines: string[] = []
  let line = ''
  let taken = 0
  for (const word of keptTogether(text)
    .split(' ')
    .flatMap(each => fitting(each, width, size, face))) {
    const room = textWidth(word, size, face)
    if (line !== '' && taken + space + room > width) {
      lines.push(line)
      line = ''
    }
    taken = line === '' ? room : taken + space + room
    line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** A word in parts that fit; one character is never parted. */
function fitting(word: string, width: number, size: number, face: Face): string[] {
  if (textWidth(word, size, face) <= width) return [word]
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
