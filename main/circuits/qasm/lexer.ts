import { type Place, syntax } from './fault'

export type TokenKind =
  | 'name'
  | 'number'
  | 'timing'
  | 'string'
  | 'hardware'
  | 'symbol'
  | 'annotation'
  | 'pragma'
  | 'end'

export interface Token extends Place {
  readonly kind: TokenKind
  readonly text: string
  /** Index of the first character after it. */
  readonly end: number
}

const BLANK = /(?:[ \t\r\n\f\u00a0\ufeff]+|\/\/[^\r\n]*)/y
const NAME = /[\p{L}\p{Nl}_][\p{L}\p{Nl}\p{Nd}_]*/uy
const RADIX = /0[bB][01_]+|0o[0-7_]+|0[xX][0-9a-fA-F_]+/y
const DECIMAL = /(?:[0-9][0-9_]*(?:\.[0-9_]*)?|\.[0-9][0-9_]*)(?:[eE][+-]?[0-9][0-9_]*)?/y
const UNIT = /[ \t]*(?:dt|ns|us|µs|μs|ms|s|im)(?![\p{L}\p{Nd}_])/uy
const STRING = /"[^"\r\n]*"|'[^'\r\n]*'/y
const HARDWARE = /[$%][0-9]+/y
const SYMBOL =
  /\*\*=|<<=|>>=|->|\+\+|\*\*|\|\||&&|==|!=|<=|>=|<<|>>|\+=|-=|\*=|\/=|&=|\|=|~=|\^=|%=|[[\]{}():;.,=+\-*/%|&^@~!<>#?]/y
const LINE_REST = /[^\r\n]*/y

/** Cuts text into tokens one at a time, so that 16 MB of program never stand in memory as tokens. */
export class Lexer {
  private position = 0
  private line = 1
  private lineStart = 0
  /** Where the line at hand ends. */
  private newline: number

  constructor(private readonly text: string) {
    this.newline = newlineFrom(text, 0)
  }

  /** The next token; 'end' for ever after the last. Throws QasmStop at what is no token, having stepped over it. */
  next(): Token {
    this.skipBlank()
    const at: Place = { line: this.line, column: this.position - this.lineStart + 1 }
    if (this.position >= this.text.length) return { ...at, kind: 'end', text: '', end: this.position }
    return this.word(at) ?? this.literal(at) ?? this.mark(at) ?? this.stranger(at)
  }

  private skipBlank(): void {
    for (;;) {
      const blank = this.match(BLANK)
      if (blank !== null) continue
      if (!this.text.startsWith('/*', this.position)) return
      this.skipComment()
    }
  }

  private skipComment(): void {
    const at: Place = { line: this.line, column: this.position - this.lineStart + 1 }
    const close = this.text.indexOf('*/', this.position + 2)
    this.advance(close === -1 ? this.text.length : close + 2)
    if (close === -1) syntax(at, 'this comment is never closed by */')
  }

  private word(at: Place): Token | null {
    const text = this.match(NAME)
    if (text === null) return null
    if (text !== 'pragma') return this.token(at, 'name', text)
    return this.token(at, 'pragma', text + (this.match(LINE_REST) ?? ''))
  }

  private literal(at: Place): Token | null {
    const number = this.match(RADIX) ?? this.match(DECIMAL)
    if (number !== null) {
      const unit = this.match(UNIT)
      return unit === null ? this.token(at, 'number', number) : this.token(at, 'timing', number + unit.trim())
    }
    const string = this.match(STRING)
    if (string !== null) return this.token(at, 'string', string.slice(1, -1))
    const hardware = this.match(HARDWARE)
    return hardware === null ? null : this.token(at, 'hardware', hardware)
  }

  private mark(at: Place): Token | null {
    if (this.text.startsWith('#pragma', this.position)) return this.token(at, 'pragma', this.match(LINE_REST) ?? '')
    const symbol = this.match(SYMBOL)
    return symbol === null ? null : this.token(at, 'symbol', symbol)
  }

  private stranger(at: Place): never {
    const character = String.fromCodePoint(this.text.codePointAt(this.position)!)
    this.advance(this.position + character.length)
    return syntax(at, `the character ${JSON.stringify(character)} means nothing here`)
  }

  private token(at: Place, kind: TokenKind, text: string): Token {
    return { line: at.line, column: at.column, kind, text, end: this.position }
  }

  /** The match at the position, stepped over. */
  private match(pattern: RegExp): string | null {
    pattern.lastIndex = this.position
    const found = pattern.exec(this.text)
    if (found === null || found[0].length === 0) return null
    this.advance(this.position + found[0].length)
    return found[0]
  }

  private advance(to: number): void {
    while (this.newline < to) {
      this.line++
      this.lineStart = this.newline + 1
      this.newline = newlineFrom(this.text, this.lineStart)
    }
    this.position = to
  }
}

const newlineFrom = (text: string, start: number): number => {
  const found = text.indexOf('\n', start)
  return found === -1 ? Number.POSITIVE_INFINITY : found
}
