import { exceeded, QasmStop, syntax } from './fault'
import { Lexer, type Token } from './lexer'
import { MAX_NESTING } from './limits'

/** The place in the text where the parser stands, with as much look-ahead as it asks for. */
export class Cursor {
  private readonly ahead: Token[] = []
  private readonly lexer: Lexer
  private depth = 0
  /** Braces open since the last outermost statement began. */
  private open = 0
  /** Set by the OPENQASM line; decides what `^` means and which words are reserved. */
  version: 2 | 3 = 3

  constructor(text: string) {
    this.lexer = new Lexer(text)
  }

  peek(offset = 0): Token {
    while (this.ahead.length <= offset) this.ahead.push(this.lexer.next())
    return this.ahead[offset]!
  }

  take(): Token {
    const token = this.peek()
    this.ahead.shift()
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
    return syntax(token, `expected "${text}" ${after}, found ${named(token)}`)
  }

  /** Runs a production within the limit on nesting. */
  nested<T>(production: () => T): T {
    if (this.depth >= MAX_NESTING) exceeded(this.peek(), `more than ${MAX_NESTING} levels within each other`)
    this.depth++
    try {
      return production()
    } finally {
      this.depth--
    }
  }

  /** Comma-separated, a last comma allowed, until the closing symbol, which is taken. */
  list<T>(close: string, item: () => T): T[] {
    const items: T[] = []
    while (!this.is(close)) {
      items.push(item())
      if (!this.skip(',')) break
    }
    this.expect(close, 'at the end of this list')
    return items
  }

  /** Before an outermost statement. */
  begin(): void {
    this.open = 0
  }

  /** After a fault: past the end of the outermost statement at hand. Strange characters on the way are passed. */
  recover(): void {
    for (;;) {
      const token = this.takeAnything()
      if (token === null) continue
      if (token.kind === 'end') return
      if (token.kind !== 'symbol' || this.open > 0) continue
      if (token.text === ';' || (token.text === '}' && !this.isWithinParentheses())) return
    }
  }

  /** Whether the block just closed stood in an expression, as in `durationof({ … })`. */
  private isWithinParentheses(): boolean {
    try {
      return this.is(')')
    } catch (error) {
      if (error instanceof QasmStop) return false
      throw error
    }
  }

  private takeAnything(): Token | null {
    try {
      if (this.peek().kind === 'end') return this.peek()
      return this.take()
    } catch (error) {
      if (error instanceof QasmStop) return null
      throw error
    }
  }
}

/** How a message calls a token. */
export const named = (token: Token): string => {
  if (token.kind === 'end') return 'the end of the text'
  return JSON.stringify(token.text.length > 40 ? `${token.text.slice(0, 40)}…` : token.text)
}
