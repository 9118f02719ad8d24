const [ZERO, NINE, DOT] = [48, 57, 46]
const [TAB, NEWLINE, FORM, RETURN, SPACE] = [9, 10, 12, 13, 32]
const [HARD_SPACE, BYTE_ORDER_MARK] = [0xa0, 0xfeff]
const LAST_ASCII = 127

export const isDigit = (code: number): boolean => code >= ZERO && code <= NINE
/** ASCII letters and the underscore. */
export const isLetter = (code: number): boolean =>
  (code >= 97 && code <= 122) || (code >= 65 && code <= 90) || code === 95
export const isAscii = (code: number): boolean => code <= LAST_ASCII
/** Code units between tokens, ends of lines among them. */
export const isBlank = (code: number): boolean =>
  code === SPACE ||
  code === NEWLINE ||
  code === RETURN ||
  code === TAB ||
  code === FORM ||
  code === HARD_SPACE ||
  code === BYTE_ORDER_MARK

const NAME_START = /^[\p{L}\p{Nl}]$/u
const NAME_PART = /^[\p{L}\p{Nl}\p{Nd}]$/u

/**
 * The end of the name that begins at `start`; `start` if none does. Reads character by character: a regular expression
 * over a name of millions of characters beyond the basic plane overflows the stack.
 */
export function nameEnd(text: string, start: number): number {
  let end = start
  for (;;) {
    const code = text.charCodeAt(end)
    if (isLetter(code) || (isDigit(code) && end > start)) end++
    else if (code > LAST_ASCII) {
      const character = String.fromCodePoint(text.codePointAt(end)!)
      if (!(end > start ? NAME_PART : NAME_START).test(character)) return end
      end += character.length
    } else return end
  }
}

/** Whether the digits that end at `end` are a whole integer: no point, exponent, other base or unit follows them. */
export function isIntegerEnd(text: string, end: number): boolean {
  let at = end
  for (let code = text.charCodeAt(at); code === SPACE || code === TAB; ) code = text.charCodeAt(++at)
  const next = text.charCodeAt(at)
  return !isLetter(next) && !(next > LAST_ASCII) && text.charCodeAt(end) !== DOT
}

/** The end of the match of a sticky expression that begins at `start`; null if there is none. */
export function matchEnd(pattern: RegExp, text: string, start: number): number | null {
  pattern.lastIndex = start
  return pattern.test(text) ? pattern.lastIndex : null
}
