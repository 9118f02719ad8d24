import type { Span } from '../../qasm/model/diagnostics'
import { Lexer, type Token } from '../../qasm/parser/lexer'

/** The tokens of a part of an OpenQASM text, which begins and ends between tokens; offsets are those of the whole text. */
export function statementTokens(text: string, { start, end }: Span): Token[] {
  const lexer = new Lexer(text.slice(start, end))
  const tokens: Token[] = []
  for (let token = lexer.next(); token.kind !== 'end'; token = lexer.next())
    tokens.push({ ...token, start: token.start + start, end: token.end + start })
  return tokens
}

/** The statement of a part of the text, without the annotations before it; an annotation runs to the end of its line. */
export function withoutAnnotations(text: string, span: Span): Span {
  const { start, end } = span
  if (text[start] !== '@') return span
  const lexer = new Lexer(text.slice(start, end))
  let token = lexer.next()
  while (isSymbol(token, '@')) {
    lexer.skipLine()
    token = lexer.next()
  }
  return { start: start + token.start, end }
}

const isSymbol = (token: Token | undefined, text: string): boolean => token?.kind === 'symbol' && token.text === text
const OPENING = ['(', '[', '{']
const CLOSING = [')', ']', '}']

/** Position of the bracket that closes the one at `open`; the last token where none does. */
export function closingBracket(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at++) {
    if (OPENING.some(symbol => isSymbol(tokens[at], symbol))) depth++
    if (CLOSING.some(symbol => isSymbol(tokens[at], symbol)) && --depth === 0) return at
  }
  return tokens.length - 1
}

/** The parts between commas, outside of brackets, from token `first` up to, without, `last`. */
export function commaSeparated(tokens: readonly Token[], first: number, last: number): Span[] {
  const items: Span[] = []
  let from = first
  for (let at = first; at <= last; at++) {
    if (at < last && OPENING.some(symbol => isSymbol(tokens[at], symbol))) at = closingBracket(tokens, at)
    if (at < last && !isSymbol(tokens[at], ',')) continue
    if (at > from) items.push({ start: tokens[from]!.start, end: tokens[at - 1]!.end })
    from = at + 1
  }
  return items
}

export const positionOf = (tokens: readonly Token[], symbol: string, from = 0): number =>
  tokens.findIndex((token, at) => at >= from && isSymbol(token, symbol))
