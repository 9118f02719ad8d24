import type { ArrayType, Expression, Initial, Parameter, Statement } from '../model/ast'
import { type SourceLocation, syntaxError } from '../model/diagnostics'
import { parseExpression, parseJoined, parseType } from './expression'
import { closed, parseName } from './operand'
import type { Cursor } from './token-cursor'

/** Words before the type of an array parameter; `const` in the first edition is the later `readonly`. */
const ACCESS: readonly string[] = ['readonly', 'const', 'mutable']

/** Whether the type of an array stands here. */
export const isArray = (cursor: Cursor): boolean => cursor.is('array') && cursor.is('[', 1)

/** `array[int[8], 4] a = {1, 2, 3, 4};` */
export function parseArray(cursor: Cursor, { line, column }: SourceLocation, isConst = false): Statement {
  const type = parseArrayType(cursor)
  const name = parseName(cursor, 'an array')
  const value = cursor.skip('=') ? parseInitial(cursor) : null
  if (isConst && value === null) syntaxError({ line, column }, `the constant ${name} has no value`)
  return closed(cursor, { line, column, kind: 'array', type, name, value, isConst })
}

function parseArrayType(cursor: Cursor): ArrayType {
  cursor.expect('array', 'before the type of an array')
  cursor.expect('[', 'after array')
  const of = parseType(cursor)
  cursor.expect(',', 'after the type of the elements')
  const dimensions = cursor.skip('#') ? parseDimensions(cursor) : null
  if (dimensions) cursor.expect(']', 'after the number of dimensions')
  const sizes = dimensions ? [] : cursor.list(']', () => parseExpression(cursor))
  return { of, sizes, dimensions }
}

function parseDimensions(cursor: Cursor): Expression {
  cursor.expect('dim', 'after #')
  cursor.expect('=', 'after #dim')
  return parseExpression(cursor)
}

function parseInitial(cursor: Cursor): Initial {
  const { line, column } = cursor.peek()
  if (!cursor.skip('{')) return parseJoined(cursor)
  return { kind: 'list', line, column, items: cursor.nested(() => cursor.list('}', () => parseInitial(cursor))) }
}

export const isArrayParameter = (cursor: Cursor): boolean =>
  isArray(cursor) || (ACCESS.some(word => cursor.is(word)) && cursor.is('array', 1))

export function parseArrayParameter(cursor: Cursor): Parameter {
  const access = isArray(cursor)
    ? syntaxError(cursor.peek(), 'expected readonly or mutable before the type of an array')
    : cursor.take().text
  const type = parseArrayType(cursor)
  return { name: parseName(cursor, 'a parameter'), type: type.of, array: { ...type, isConst: access !== 'mutable' } }
}
