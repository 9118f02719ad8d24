import type { Statement } from '../model/ast'
import { limitExceeded, type Span, StatementError, syntaxError } from '../model/diagnostics'
import { MAX_HELD, MAX_LIST, MAX_NESTING } from '../model/limits'
import type { Lexer, Token } from './lexer'

/** The position of the parser in the text, with as much look-ahead as it asks for. */
export class Cursor {
  private readonly ahead: Token[] = []
  private depth = 0
  /**
   * Numbers of statements in blocks: `kept` of those in definitions, `held` of these and those of the outermost
   * statement at hand.
   */
  private kept = 0
  private held = 0
  /** Braces open since the last outermost statement began. */
  private open = 0
  /** Offset behind the last token that was taken. */
  private end = 0
  /** Line of the last token that was taken. */
  private line = 0
  /** Set by the OPENQASM line; decides what `^` means and which words are reserved. */
  version: 2 | 3 = 3

  constructor(
    private readonly lexer: Lexer,
    /** Receives where each statement stands, for readers that show it; null for readers that only run it. */
    private readonly spans: Pick<WeakMap<Statement, Span>, 'set'> | null = null,
  ) {}

  /** Whether no token has been looked at ahead, so that the lexer stands at the next one. */
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

  /** Records where the statement just parsed stands; `first` is the token that began it. */
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
    // The token found may begin the next statement, lines below: the message names the line on which this one ends.
    const where = token.line > this.line && this.line > 0 ? `${after} on line ${this.line}` : after
    return syntaxError(token, `expected "${text}" ${where}, found ${tokenText(token)}`)
  }

  /** Steps over a pragma or an annotation, up to the end of its line; returns the text after the @ of an annotation. */
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

  /** Items with commas between them, a last comma allowed, up to the closing symbol, which is taken. */
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

  /** To be called before each outermost statement. */
  begin(): void {
    this.open = 0
    this.held = this.kept
  }

  /** Counts one more statement in a block. */
  hold(): void {
    if (++this.held > MAX_HELD) limitExceeded(this.peek(), `more than ${MAX_HELD} statements in blocks`)
  }

  /** Counts the statements in blocks so far for the rest of the reading: a definition stays in memory. */
  keep(): void {
    this.kept = this.held
  }

  /** Called after a fault: goes past the end of the outermost statement at hand, over strange characters on the way. */
  recover(): void {
    for (;;) {
      const token = this.takeAnything()
      if (token.kind === 'end') return
      if (token.kind !== 'symbol' || this.open > 0) continue
      if (token.text === ';' || token.text === '}') if (!this.goesOn(token.text)) return
    }
  }

  /** Whether only a part of a statement has just ended: a branch before `else`, a set, the block of `durationof`. */
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
