import { type Cursor, named } from './token-cursor'
import { exceeded, syntax, unsupported } from '../model/diagnostics'
import { MAX_NESTING } from '../model/limits'
import { parseIndex } from './expression'
import { isReserved } from './keywords'
import type { Expression } from '../model/ast'

export function parseName(cursor: Cursor, what: string): string {
  const token = cursor.take()
  if (token.kind !== 'name') return syntax(token, `expected the name of ${what}, found ${named(token)}`)
  if (cursor.version === 3 && isReserved(token.text))
    syntax(token, `${named(token)} is a word of the language and cannot name ${what}`)
  return token.text
}

/** Takes the semicolon behind a statement. */
export function closed<T>(cursor: Cursor, value: T): T {
  cursor.expect(';', 'at the end of the statement')
  return value
}

export const isOperandNext = (cursor: Cursor): boolean => ['name', 'hardware'].includes(cursor.peek().kind)

export const GATE_TIME = 'durations of gates are not supported: circuits carry no times; leave the brackets out'

/** `x[100] q;` and `rx(1)[100] q;` are gates of a given duration, which look like an indexed name until their operands. */
export function needNoDuration(cursor: Cursor, left: Expression): void {
  if (left.kind === 'index' && isOperandNext(cursor)) unsupported(left, GATE_TIME)
}

/** A qubit, a bit, a register, or a part of one. */
export function parseOperand(cursor: Cursor): Expression {
  const token = cursor.take()
  const { line, column } = token
  if (token.kind === 'hardware')
    return { line, column, kind: 'hardware', index: Number(token.text.slice(1)), height: 1 }
  if (token.kind !== 'name') return syntax(token, `expected a register or a part of one, found ${named(token)}`)
  let operand: Expression = { line, column, kind: 'name', name: token.text, height: 1 }
  while (cursor.is('[')) {
    if (operand.height > MAX_NESTING) exceeded(cursor.peek(), `more than ${MAX_NESTING} levels within each other`)
    operand = { line, column, kind: 'index', of: operand, items: parseIndex(cursor), height: operand.height + 1 }
  }
  return operand
}

export function parseOperands(cursor: Cursor): Expression[] {
  return cursor.items(() => (cursor.is(';') ? null : parseOperand(cursor)))
}
