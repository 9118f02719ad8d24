import type { Statement } from '../model/ast'
import { limitExceeded, type Span, StatementError, syntaxError } from '../model/diagnostics'
import { MAX_HELD, MAX_LIST, MAX_NESTING } from '../model/limits'
import type { Lexer, Token } from './lexer'

/** The position of the parser in the text, with as much look-ahead as it asks for. */
export class Cursor {
  private readonly ahead: Token[] = []
  private depth = 0
  /** Statements in blocks: those of definitions, and with them those of the outermost statement at hand. */
  private kept = 0
  private held = 0
  /** Braces open since the last outermost statement began. */
  private open = 0
  /** Behind the last token that was taken. */
  private end = 0
  /** Of the last token that was taken. */
  private line = 0
  /** Set by the OPENQASM line; decides what `^` means and which words are reserved. */
  version: 2 | 3 = 3

  constructor(
    private readonly lexer: Lexer,
    /** Where each statement stands, for readers that show it; null for those that only run it. */
    private readonly spans: Pick<WeakMap<Statement, Span>, 'set'> | null = null,
  ) {}

  /** Whether no token has been looked at ahead, so that the lexer stands where the next one begins. */
  get isAtLexer(): boolean {
    return this.ahead.length === 0
  }

  peek(offset = 0): Token {
    while (this.ahead.length <= offset) {
      const token = this.lexer.next()
      if (token.kind === 'strange') syntaxError(token, token.text)
      this.ahead.push(token)
    }
    return this.ahead[offset]!
  }

  take(): Token {
    const token = this.peek()
    this.ahead.shift()
    return this.counted(token)
  }

  /** Notes where a statement stood that has just been parsed, from the token that began it. */
  locate(statement: Statement, first: Token): void {
    this.spans?.set(statement, { start: first.start, end: this.end })
  }

  private counted(token: Token): Token {
    this.end = token.end
    this.line = token.line
    if (token.kind === 'symbol' && token.text === '{') this.open++
    if (token.kind === 'symbol' && token.text === '}') this.open--
    return token
  }

  /** Whether the token that many ahead is this word or symbol (never a string of the same text). */
  is(text: string, offset = 0): boolean {
    const token = this.peek(offset)
    return token.text === text && (token.kind === 'symbol' || token.kind === 'name')
  }

  skip(text: string): boolean {
    if (!this.is(text)) return false
    this.take()
    return true
  }

  expect(text: string, after: string): Token {
    if (this.is(text)) return this.take()
    const token = this.peek()
    // Found where the next statement begins, it is missed where this one ends.
    const where = token.line > this.line && this.line > 0 ? `${after} on line ${this.line}` : after
    return syntaxError(token, `expected "${text}" ${where}, found ${tokenText(token)}`)
  }

  /** Past a pragma, or an annotation, which runs to the end of its line whatever it contains; returns the text after the @. */
  skipLine(): string {
    if (this.take().kind === 'pragma' || !this.isAtLexer) return ''
    const from = this.lexer.offset
    this.lexer.skipLine()
    return this.lexer.text.slice(from, this.lexer.offset)
  }

  /** Runs a production within the limit on nesting. */
  nested<T>(production: () => T): T {
    if (this.depth >= MAX_NESTING) limitExceeded(this.peek(), `more than ${MAX_NESTING} levels within each other`)
    this.depth++
    try {
      return production()
    } finally {
      this.depth--
    }
  }

  /** Comma-separated, a last comma allowed, until the closing symbol, which is taken. */
  list<T>(close: string, item: () => T): T[] {
    const items = this.items(() => (this.is(close) ? null : item()))
    this.expect(close, 'at the end of this list')
    return items
  }

  /** Items with that symbol between them, which may follow the last one too; `item` gives null where none stands. */
  items<T>(item: () => T | null, between = ','): T[] {
    const items: T[] = []
    do {
      if (items.length >= MAX_LIST) limitExceeded(this.peek(), `more than ${MAX_LIST} items in a list`)
      const next = item()
      if (next === null) break
      items.push(next)
    } while (this.skip(between))
    return items
  }

  /** Before an outermost statement. */
  begin(): void {
    this.open = 0
    this.held = this.kept
  }

  /** One more statement in a block. */
  hold(): void {
    if (++this.held > MAX_HELD) limitExceeded(this.peek(), `more than ${MAX_HELD} statements in blocks`)
  }

  /** Keeps the tokens of the current statement's blocks for the rest of the reading. */
  keep(): void {
    this.kept = this.held
  }

  /** After a fault: past the end of the outermost statement at hand. Strange characters on the way are passed. */
  recover(): void {
    for (;;) {
      const token = this.takeAnything()
      if (token.kind === 'end') return
      if (token.kind !== 'symbol' || this.open > 0) continue
      if (token.text === ';' || token.text === '}') if (!this.goesOn(token.text)) return
    }
  }

  /** Whether what just ended is a part of a statement: a branch before `else`, a set, the block in `durationof({ … })`. */
  private goesOn(end: string): boolean {
    try {
      return this.is('else') || (end === '}' && [')', ']', ',', '{'].some(symbol => this.is(symbol)))
    } catch (error) {
      if (error instanceof StatementError) return false
      throw error
    }
  }

  private takeAnything(): Token {
    return this.ahead.length > 0 ? this.take() : this.counted(this.lexer.next())
  }
}

/** How a message calls a token. */
export const tokenText = (token: Token): string => {
  if (token.kind === 'end') return 'the end of the text'
  return JSON.stringify(token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text)
}
