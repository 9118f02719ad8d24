import type { Expression, Modifier, Statement } from '../model/ast'
import { limitExceeded, type SourceLocation, syntaxError, unsupportedError } from '../model/diagnostics'
import { MAX_MODIFIERS } from '../model/limits'
import { parseCondition } from './control-flow'
import { isInfix, parseExpression } from './expression'
import { MODIFIERS } from './keywords'
import {
  checkNoDuration,
  closed,
  GATE_TIME,
  isOperandNext,
  parseEffect,
  parseName,
  parseOperand,
  parseOperands,
  parseValue,
} from './operand'
import { type Cursor, tokenText } from './token-cursor'

export function parseMeasure(cursor: Cursor, at: SourceLocation): Statement {
  const measured = parseExpression(cursor)
  if (measured.kind !== 'measure')
    return syntaxError(at, 'the outcome of a measurement cannot be part of an expression here')
  const into = cursor.skip('->') ? parseOperand(cursor) : null
  if (into === null && cursor.version === 2)
    syntaxError(cursor.peek(), `expected "->" and a classical bit, found ${tokenText(cursor.peek())}`)
  return closed(cursor, { line: at.line, column: at.column, kind: 'measure', of: measured.of, into })
}

export function parseModified(cursor: Cursor, at: SourceLocation): Statement {
  const modifiers: Modifier[] = []
  for (;;) {
    const kind = MODIFIERS.find(modifier => cursor.is(modifier))
    if (kind === undefined) break
    if (modifiers.length >= MAX_MODIFIERS)
      limitExceeded(cursor.peek(), `more than ${MAX_MODIFIERS} modifiers on one gate`)
    modifiers.push(parseModifier(cursor, kind))
  }
  return parseApply(cursor, at, modifiers)
}

function parseModifier(cursor: Cursor, kind: Modifier['kind']): Modifier {
  const at = cursor.take()
  const hasArgument = kind !== 'inv' && (kind === 'pow' || cursor.is('('))
  const given = hasArgument ? parseCondition(cursor) : null
  const argument = given && kind === 'pow' ? ofReals(given) : given
  cursor.expect('@', `after ${kind}`)
  return { line: at.line, column: at.column, kind, argument }
}

const OF_REALS: readonly string[] = ['+', '-', '*', '/', '**']
const canBeReal = (expression: Expression): boolean =>
  expression.kind === 'number' || ('operator' in expression && OF_REALS.includes(expression.operator))

/**
 * `pow(1/2)` is the square root, as in stdgates.inc of the standard, though elsewhere integers divide as integers: the
 * number that the exponent begins with is real, and so is one that begins a quotient or power in it.
 */
function ofReals(expression: Expression): Expression {
  if (!canBeReal(expression)) return expression
  if (expression.kind === 'number') return { ...expression, isInteger: false }
  if (expression.kind === 'unary') return { ...expression, of: ofReals(expression.of) }
  if (expression.kind !== 'binary') return expression
  return { ...expression, left: ofReals(expression.left), right: withRealQuotients(expression.right) }
}

/** The expression with its quotients and powers of written numbers real; integers of any other kind stay integers. */
function withRealQuotients(expression: Expression): Expression {
  if (!canBeReal(expression)) return expression
  if (expression.kind === 'unary') return { ...expression, of: withRealQuotients(expression.of) }
  if (expression.kind !== 'binary') return expression
  if (expression.operator === '/' || expression.operator === '**') return ofReals(expression)
  return { ...expression, left: withRealQuotients(expression.left), right: withRealQuotients(expression.right) }
}

function parseApply(cursor: Cursor, { line, column }: SourceLocation, modifiers: readonly Modifier[]): Statement {
  // The global phase is called like a gate, and a word of the language.
  const name = cursor.is('gphase') ? cursor.take().text : parseName(cursor, 'a gate')
  const params = cursor.skip('(') ? cursor.list(')', () => parseExpression(cursor)) : []
  if (cursor.is('[')) unsupportedError(cursor.peek(), GATE_TIME)
  return { line, column, kind: 'apply', name, modifiers, params, operands: closed(cursor, parseOperands(cursor)) }
}

/** `name …`: a gate on operands, an assignment, or a call for its effect; the token after the name decides. */
export function parseCallOrAssignment(cursor: Cursor, at: SourceLocation): Statement {
  const next = cursor.peek(1)
  if (next.kind === 'name' || next.kind === 'hardware') return parseApply(cursor, at, [])
  if (cursor.is('gphase')) return parseApply(cursor, at, [])
  if (!cursor.is('(', 1)) return parseAssignment(cursor, at)
  const { line, column } = at
  const name = parseName(cursor, 'a gate')
  cursor.expect('(', 'before the arguments')
  const params = cursor.list(')', () => parseExpression(cursor))
  if (isOperandNext(cursor) || cursor.version === 2)
    return { line, column, kind: 'apply', name, modifiers: [], params, operands: closed(cursor, parseOperands(cursor)) }
  const height = 1 + params.reduce((most, param) => Math.max(most, param.height), 0)
  return parseEffect(cursor, at, { line, column, kind: 'call', name, args: params, height })
}

export function parseAssignment(cursor: Cursor, at: SourceLocation): Statement {
  const target = parseOperand(cursor)
  checkNoDuration(cursor, target)
  if (cursor.version === 3 && (cursor.is(';') || isInfix(cursor))) return parseEffect(cursor, at, target)
  const operator = cursor.take()
  if (operator.text === '++' || operator.text === '--')
    syntaxError(operator, `there is no ${operator.text}: write ${operator.text[0]}= 1`)
  if (operator.kind !== 'symbol' || !/^(=|\*\*=|<<=|>>=|[-+*/&|~^%]=)$/.test(operator.text))
    return syntaxError(operator, `expected the operands of a gate, or an assignment, found ${tokenText(operator)}`)
  if (operator.text === '~=') unsupportedError(operator, 'the assignment ~= is not supported: write a = ~a')
  const value = parseValue(cursor)
  return closed(cursor, { line: at.line, column: at.column, kind: 'assign', target, operator: operator.text, value })
}
