import type { SourceLocation } from '../model/diagnostics'
import { isAscii, isBlank, isDigit, isIntegerEnd, isLetter, matchEnd, nameEnd } from './characters'

export type TokenKind = 'name' | 'number' | 'timing' | 'string' | 'hardware' | 'symbol' | 'pragma' | 'strange' | 'end'

export interface Token extends SourceLocation {
  readonly kind: TokenKind
  /** For a strange token: why it is not a token. */
  readonly text: string
  /** Its first character, and the one behind its last, as offsets in the text. */
  readonly start: number
  readonly end: number
}

const [NEWLINE, RETURN] = [10, 13]
const [QUOTE, HASH, DOLLAR, APOSTROPHE, STAR, DOT, SLASH] = [34, 35, 36, 39, 42, 46, 47]
/** By character code, the symbols with which no longer symbol begins. */
const SINGLE = new Map(Array.from('[]{}();:,@?', symbol => [symbol.charCodeAt(0), symbol]))

const RADIX = /0[bB][01_]+|0o[0-7_]+|0[xX][0-9a-fA-F_]+/y
const DECIMAL = /(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?/y
const UNIT = /[ \t]*(?:dt|ns|us|µs|μs|ms|s|im)(?![\p{L}\p{Nd}_])/uy
const STRING = /"[^"\r\n]*"|'[^'\r\n]*'/y
const HARDWARE = /\$[0-9]+/y
/** The other symbols. */
const SYMBOL =
  /\*\*=|<<=|>>=|->|\+\+|\*\*|\|\||&&|==|!=|<=|>=|<<|>>|\+=|-=|\*=|\/=|&=|\|=|~=|\^=|%=|[.=+\-*/%|&^~!<>#]/y

/** Cuts text into tokens one at a time, so that 16 MB of program never stand in memory as tokens. */
export class Lexer implements SourceLocation {
  private position = 0
  /** Line and column of the next character. */
  line = 1
  private lineStart = 0
  /** Where the line at hand ends. */
  private newline: number

  constructor(
    readonly text: string,
    /** Called with the number of characters that were passed. */
    private readonly passed: (characters: number) => void = () => undefined,
  ) {
    this.newline = newlineFrom(text, 0)
  }

  get column(): number {
    return this.position - this.lineStart + 1
  }

  get offset(): number {
    return this.position
  }

  /** Goes on from a later position; what stands before it has been read in another way. */
  skipTo(position: number): void {
    this.advance(position)
  }

  /** The next token; after the last, always 'end'. Text that is no token is returned as one of the kind 'strange'. */
  next(): Token {
    this.skipBlank()
    const code = this.text.charCodeAt(this.position)
    if (Number.isNaN(code)) return this.token('end', this.position)
    if (isLetter(code) || !isAscii(code)) return this.word()
    const single = SINGLE.get(code)
    if (single !== undefined) return this.token('symbol', this.position + 1, single)
    if (isDigit(code) || (code === DOT && isDigit(this.text.charCodeAt(this.position + 1)))) return this.number()
    return this.mark(code)
  }

  skipLine(): void {
    this.advance(this.lineEnd(this.position))
  }

  /** The end of the line, before its line feed or carriage return. */
  private lineEnd(from: number): number {
    let end = from
    for (let code = this.text.charCodeAt(end); end < this.text.length; code = this.text.charCodeAt(++end))
      if (code === NEWLINE || code === RETURN) break
    return end
  }

  /** Steps over blanks and comments. A comment that is never closed is left to `mark`. */
  private skipBlank(): void {
    const { text } = this
    let at = this.position
    for (;;) {
      const code = text.charCodeAt(at)
      if (isBlank(code)) at++
      else if (code !== SLASH) break
      else if (text.charCodeAt(at + 1) === SLASH) at = this.lineEnd(at)
      else {
        const close = text.charCodeAt(at + 1) === STAR ? text.indexOf('*/', at + 2) : -1
        if (close === -1) break
        at = close + 2
      }
    }
    this.advance(at)
  }

  private word(): Token {
    const end = nameEnd(this.text, this.position)
    if (end === this.position) return this.stranger()
    const text = this.text.slice(this.position, end)
    return text === 'pragma' ? this.pragma() : this.token('name', end, text)
  }

  private pragma(): Token {
    return this.token('pragma', this.lineEnd(this.position))
  }

  private number(): Token {
    let end = this.position
    while (isDigit(this.text.charCodeAt(end))) end++
    if (end > this.position && isIntegerEnd(this.text, end)) return this.token('number', end)
    const { text, position } = this
    const whole = (matchEnd(RADIX, text, position) ?? matchEnd(DECIMAL, text, position))!
    const unit = matchEnd(UNIT, text, whole)
    if (unit === null) return this.token('number', whole)
    return this.token('timing', unit, text.slice(position, whole) + text.slice(whole, unit).trim())
  }

  private mark(code: number): Token {
    const { text, position } = this
    if (code === QUOTE || code === APOSTROPHE) {
      const end = matchEnd(STRING, text, position)
      if (end === null) return this.token('strange', position + 1, 'this string is not closed on its line')
      return this.token('string', end, text.slice(position + 1, end - 1))
    }
    if (code === DOLLAR) {
      const end = matchEnd(HARDWARE, text, position)
      return end === null ? this.stranger() : this.token('hardware', end)
    }
    if (code === HASH && text.startsWith('#pragma', position)) return this.pragma()
    if (code === SLASH && text.charCodeAt(position + 1) === STAR)
      return this.token('strange', text.length, 'this comment is never closed by */')
    const end = matchEnd(SYMBOL, text, position)
    return end === null ? this.stranger() : this.token('symbol', end)
  }

  private stranger(): Token {
    const character = String.fromCodePoint(this.text.codePointAt(this.position)!)
    const why = `the character ${JSON.stringify(character)} means nothing here`
    return this.token('strange', this.position + character.length, why)
  }

  /** A token from the position to `end`, stepped over. */
  private token(kind: TokenKind, end: number, text = this.text.slice(this.position, end)): Token {
    const start = this.position
    const token = { line: this.line, column: start - this.lineStart + 1, kind, text, start, end }
    this.advance(end)
    return token
  }

  private advance(to: number): void {
    while (this.newline < to) {
      this.line++
      this.lineStart = this.newline + 1
      this.newline = newlineFrom(this.text, this.lineStart)
    }
    this.passed(to - this.position)
    this.position = to
  }
}

const newlineFrom = (text: string, start: number): number => {
  const found = text.indexOf('\n', start)
  return found === -1 ? Number.POSITIVE_INFINITY : found
}
