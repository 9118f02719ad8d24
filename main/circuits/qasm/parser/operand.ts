import type { Expression, Statement } from '../model/ast'
import { limitExceeded, type SourceLocation, syntaxError, unsupportedError } from '../model/diagnostics'
import { MAX_NESTING } from '../model/limits'
import { parseExpression, parseIndex, parseJoined, parseRest } from './expression'
import { isReserved } from './keywords'
import { type Cursor, tokenText } from './token-cursor'

export function parseName(cursor: Cursor, what: string): string {
  const token = cursor.take()
  if (token.kind !== 'name') return syntaxError(token, `expected the name of ${what}, found ${tokenText(token)}`)
  if (cursor.version === 3 && isReserved(token.text))
    syntaxError(token, `${tokenText(token)} is a word of the language and cannot name ${what}`)
  return token.text
}

/** Takes the semicolon behind a statement. */
export function closed<T>(cursor: Cursor, value: T): T {
  cursor.expect(';', 'at the end of the statement')
  return value
}

export const isOperandNext = (cursor: Cursor): boolean => ['name', 'hardware'].includes(cursor.peek().kind)

export const GATE_TIME = 'durations of gates are not supported: circuits carry no times; leave the brackets out'

/**
 * `x[100] q;` and `rx(1)[100] q;` are gates of a given duration, which look like an indexed name until their operands.
 */
export function checkNoDuration(cursor: Cursor, left: Expression): void {
  if (left.kind === 'index' && isOperandNext(cursor)) unsupportedError(left, GATE_TIME)
}

/** A qubit, a bit, a register, or a part of one. */
export function parseOperand(cursor: Cursor): Expression {
  const token = cursor.take()
  const { line, column } = token
  if (token.kind === 'hardware')
    return { line, column, kind: 'hardware', index: Number(token.text.slice(1)), height: 1 }
  if (token.kind !== 'name')
    return syntaxError(token, `expected a register or a part of one, found ${tokenText(token)}`)
  let operand: Expression = { line, column, kind: 'name', name: token.text, height: 1 }
  while (cursor.is('[')) {
    if (operand.height > MAX_NESTING) limitExceeded(cursor.peek(), `more than ${MAX_NESTING} levels within each other`)
    operand = { line, column, kind: 'index', of: operand, items: parseIndex(cursor), height: operand.height + 1 }
  }
  return operand
}

export function parseOperands(cursor: Cursor): Expression[] {
  return cursor.items(() => (cursor.is(';') ? null : parseOperand(cursor)))
}

export const parseValue = (cursor: Cursor): Expression => {
  if (cursor.is('{')) unsupportedError(cursor.peek(), 'a list of values is supported only where an array is declared')
  return parseJoined(cursor)
}

/** An expression that stands for itself, its value unused; its first operand may have been taken. */
export function parseEffect(cursor: Cursor, at: SourceLocation, first?: Expression): Statement {
  const of = first ? parseRest(cursor, first) : parseExpression(cursor)
  checkNoDuration(cursor, of)
  return closed(cursor, { line: at.line, column: at.column, kind: 'expression', of })
}
