import type { Cursor } from './parser/token-cursor'
import { type Place, unsupported } from './model/diagnostics'
import { parseExpression, parseJoined, parseRest } from './parser/expression'
import { closed, needNoDuration } from './parser/operand'
import type { Expression, Statement } from './model/ast'

export const parseValue = (cursor: Cursor): Expression => {
  if (cursor.is('{')) unsupported(cursor.peek(), 'a list of values is supported only where an array is declared')
  return parseJoined(cursor)
}

/** An expression that stands for itself, its value unused; its first operand may have been taken. */
export function parseEffect(cursor: Cursor, at: Place, first?: Expression): Statement {
  const of = first ? parseRest(cursor, first) : parseExpression(cursor)
  needNoDuration(cursor, of)
  return closed(cursor, { line: at.line, column: at.column, kind: 'expression', of })
}
