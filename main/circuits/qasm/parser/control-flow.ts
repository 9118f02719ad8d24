import type { Expression, Statement, SwitchCase } from '../model/ast'
import { type SourceLocation, syntaxError } from '../model/diagnostics'
import { isTypeWord, parseExpression, parseIndexItem, parseType } from './expression'
import { parseName } from './operand'
import { parseBlock, parseBody } from './statement'
import type { Cursor } from './token-cursor'

export function parseFor(cursor: Cursor, at: SourceLocation): Statement {
  const type = isTypeWord(cursor) ? parseType(cursor) : null
  const name = parseName(cursor, 'a loop variable')
  cursor.expect('in', 'after the loop variable')
  const over = parseLoopValues(cursor)
  return { ...at, kind: 'for', type, name, over, body: parseBody(cursor) }
}

function parseLoopValues(cursor: Cursor) {
  if (cursor.skip('{')) return cursor.list('}', () => parseExpression(cursor))
  if (!cursor.is('[')) return { register: parseExpression(cursor) }
  cursor.take()
  const range = parseIndexItem(cursor)
  cursor.expect(']', 'after the range of the loop')
  return range.kind === 'range' ? range : syntaxError(range, 'expected a range start:stop or start:step:stop')
}

export function parseCondition(cursor: Cursor): Expression {
  cursor.expect('(', 'before the condition')
  const condition = parseExpression(cursor)
  cursor.expect(')', 'after the condition')
  return condition
}

export function parseIf(cursor: Cursor, { line, column }: SourceLocation): Statement {
  const [condition, then] = [parseCondition(cursor), parseBody(cursor)]
  const otherwise = cursor.version === 3 && cursor.skip('else') ? parseBody(cursor) : []
  return { line, column, kind: 'if', condition, then, otherwise }
}

export function parseSwitch(cursor: Cursor, at: SourceLocation): Statement {
  const of = parseCondition(cursor)
  cursor.expect('{', 'before the cases')
  const cases: SwitchCase[] = []
  while (!cursor.skip('}')) {
    if (cases.at(-1)?.values === null) syntaxError(cursor.peek(), 'default stands once, behind all cases')
    cases.push(parseCase(cursor))
  }
  return { ...at, kind: 'switch', of, cases }
}

function parseCase(cursor: Cursor): SwitchCase {
  if (cursor.skip('default')) return { values: null, body: parseBlock(cursor) }
  cursor.expect('case', 'or "default" in a switch')
  const first = parseExpression(cursor)
  const rest = cursor.skip(',') ? cursor.items(() => (cursor.is('{') ? null : parseExpression(cursor))) : []
  return { values: [first, ...rest], body: parseBlock(cursor) }
}
