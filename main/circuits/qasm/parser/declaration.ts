import type { Statement, Type } from '../model/ast'
import { type SourceLocation, semanticError, syntaxError } from '../model/diagnostics'
import { isArray, parseArray } from './array'
import { isTypeWord, parseCastTo, parseDesignator, parseExpression, parseType } from './expression'
import { TIME_TYPES } from './keywords'
import { closed, parseEffect, parseName, parseValue } from './operand'
import { type Cursor, tokenText } from './token-cursor'

export function parseInclude(cursor: Cursor, at: SourceLocation): Statement {
  const token = cursor.take()
  if (token.kind !== 'string') syntaxError(token, `expected a file name in quotes, found ${tokenText(token)}`)
  return closed(cursor, { ...at, kind: 'include', path: token.text })
}

export function parseConst(cursor: Cursor, at: SourceLocation): Statement {
  if (isArray(cursor)) return parseArray(cursor, at, true)
  if (isTiming(cursor)) return parseTiming(cursor, at)
  if (isTypeWord(cursor)) return parseDeclaration(cursor, at, true)
  const name = parseName(cursor, 'a constant')
  cursor.expect('=', 'after the name of a constant')
  return closed(cursor, {
    ...at,
    kind: 'declare',
    type: { name: 'float', size: null },
    name,
    value: parseValue(cursor),
    isConst: true,
  })
}

/** `duration d = 2 * 50ns;` or `stretch s;`, from its type on. */
export function parseTiming(cursor: Cursor, { line, column }: SourceLocation): Statement {
  cursor.take()
  const name = parseName(cursor, 'a duration')
  const value = cursor.skip('=') ? parseValue(cursor) : null
  return closed(cursor, { line, column, kind: 'time', name, value })
}

/** Whether a duration or stretch is declared here. */
export const isTiming = (cursor: Cursor): boolean =>
  TIME_TYPES.some(type => cursor.is(type)) && cursor.peek(1).kind === 'name'

export function parseDeclaration(cursor: Cursor, at: SourceLocation, isConst = false): Statement {
  // A qubit comes here behind `input` and `output` alone, and is refused when the declaration runs.
  const type: Type = cursor.skip('qubit') ? { name: 'qubit', size: parseDesignator(cursor) } : parseType(cursor)
  if (cursor.is('(') && !isConst) return parseEffect(cursor, at, parseCastTo(cursor, at, type))
  const name = parseName(cursor, `a variable of type ${type.name}`)
  const late = type.name === 'bit' && type.size === null ? parseDesignator(cursor) : null
  const value = cursor.skip('=') ? parseValue(cursor) : null
  if (isConst && value === null) semanticError(at, `the constant ${name} has no value`)
  const { line, column } = at
  const whole: Type = late ? { name: 'bit', size: late } : type
  return declared(cursor, { line, column, kind: 'declare', type: whole, name, value, isConst })
}

/** Takes the end of a declaration, which may name only one thing. */
function declared(cursor: Cursor, statement: Statement): Statement {
  if (cursor.is(',')) syntaxError(cursor.peek(), 'a declaration has one name: write a statement for each')
  return closed(cursor, statement)
}

/** `qubit[4] q;`, and `qubit q[4];` of the drafts. */
export function parseQubits(cursor: Cursor, at: SourceLocation): Statement {
  const size = parseDesignator(cursor)
  const name = parseName(cursor, 'a register of qubits')
  const type: Type = { name: 'qubit', size: size ?? parseDesignator(cursor) }
  return declared(cursor, { ...at, kind: 'declare', type, name, value: null, isConst: false })
}

export function parseOldRegister(cursor: Cursor, at: SourceLocation, kind: 'qubit' | 'bit'): Statement {
  const name = parseName(cursor, 'a register')
  const size = parseDesignator(cursor)
  if (size === null && cursor.version === 2) syntaxError(cursor.peek(), `expected the size of ${name} in brackets`)
  return declared(cursor, { ...at, kind: 'declare', type: { name: kind, size }, name, value: null, isConst: false })
}

export function parseAlias(cursor: Cursor, at: SourceLocation): Statement {
  const name = parseName(cursor, 'an alias')
  cursor.expect('=', 'after the name of an alias')
  const parts = cursor.items(() => parseExpression(cursor), '++')
  return closed(cursor, { ...at, kind: 'alias', name, parts })
}
