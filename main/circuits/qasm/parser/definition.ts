import type { Parameter, Statement, Type } from '../model/ast'
import { type SourceLocation, semanticError, syntaxError, unsupportedError } from '../model/diagnostics'
import { isArrayParameter, parseArrayParameter } from './array'
import { isTypeWord, parseDesignator, parseType } from './expression'
import { parseName } from './operand'
import { parseBlock } from './statement'
import { type Cursor, tokenText } from './token-cursor'

const TYPED = 'typed parameters of gates (of a draft of OpenQASM 3) are not supported: write their names alone'

function parseNames(cursor: Cursor, end: string): string[] {
  return cursor.items(() => {
    if (cursor.is(end)) return null
    if (isTypeWord(cursor)) unsupportedError(cursor.peek(), TYPED)
    const name = parseName(cursor, 'a parameter or qubit')
    return cursor.is(':') ? unsupportedError(cursor.peek(), TYPED) : name
  })
}

function parseHead(cursor: Cursor, end: string) {
  const name = parseName(cursor, 'a gate')
  const params = cursor.skip('(') ? parseNames(cursor, ')') : null
  if (params) cursor.expect(')', 'after the parameters')
  const qubits = parseNames(cursor, end)
  return { name, params: params ?? [], qubits }
}

function needDifferent(at: SourceLocation, names: readonly string[]): void {
  const seen = new Set<string>()
  const twice = names.find(name => seen.size === seen.add(name).size)
  if (twice !== undefined) semanticError(at, `the name ${twice} is listed twice in the head of this definition`)
}

function parseKept(cursor: Cursor) {
  const body = parseBlock(cursor)
  cursor.keep()
  return body
}

/** After the word `gate`. */
export function parseGate(cursor: Cursor, at: SourceLocation): Statement {
  const head = parseHead(cursor, '{')
  needDifferent(at, [...head.params, ...head.qubits])
  if (head.qubits.length === 0) syntaxError(at, `the gate ${head.name} acts on no qubits`)
  const { line, column } = at
  return { line, column, kind: 'gate', ...head, body: parseKept(cursor) }
}

/** After the word `opaque`. */
export function parseOpaque(cursor: Cursor, at: SourceLocation): Statement {
  const { name } = parseHead(cursor, ';')
  cursor.expect(';', 'at the end of the declaration')
  return { ...at, kind: 'opaque', name }
}

/** After the word `def`. */
export function parseSubroutine(cursor: Cursor, at: SourceLocation): Statement {
  const name = parseName(cursor, 'a subroutine')
  const params = cursor.skip('(') ? cursor.list(')', () => parseParameter(cursor)) : []
  if (!cursor.is('->') && !cursor.is('{'))
    unsupportedError(
      cursor.peek(),
      'qubits after the parenthesis (of a draft of OpenQASM 3) are not supported: write them inside, as in def f(qubit q)',
    )
  const result = cursor.skip('->') ? parseType(cursor) : null
  return { ...at, kind: 'def', name, params, result, body: parseKept(cursor) }
}

function parseParameter(cursor: Cursor): Parameter {
  const token = cursor.peek()
  const old = cursor.is('qreg') || cursor.is('creg')
  if (isArrayParameter(cursor)) return parseArrayParameter(cursor)
  if (!old && !cursor.is('qubit') && !isTypeWord(cursor))
    return syntaxError(token, `expected the type of a parameter, found ${tokenText(token)}`)
  const isQuantum = cursor.is('qreg') || cursor.is('qubit')
  const type: Type =
    old || isQuantum ? { name: isQuantum ? 'qubit' : 'bit', size: sizeAfterWord(cursor) } : parseType(cursor)
  const name = parseName(cursor, 'a parameter')
  const late = old ? parseDesignator(cursor) : null
  return { name, type: late ? { ...type, size: late } : type }
}

function sizeAfterWord(cursor: Cursor) {
  cursor.take()
  return parseDesignator(cursor)
}
