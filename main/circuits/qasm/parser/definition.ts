import { type Cursor, named } from './token-cursor'
import { type Place, semantic, syntax, unsupported } from '../model/diagnostics'
import { isArrayParameter, parseArrayParameter } from './array'
import { isTypeWord, parseDesignator, parseType } from './expression'
import { parseName } from './operand'
import { parseBlock } from './statement'
import type { Parameter, Statement, Type } from '../model/ast'

const TYPED = 'typed parameters of gates (of a draft of OpenQASM 3) are not supported: write their names alone'

function parseNames(cursor: Cursor, end: string): string[] {
  return cursor.items(() => {
    if (cursor.is(end)) return null
    if (isTypeWord(cursor)) unsupported(cursor.peek(), TYPED)
    const name = parseName(cursor, 'a parameter or qubit')
    return cursor.is(':') ? unsupported(cursor.peek(), TYPED) : name
  })
}

function parseHead(cursor: Cursor, end: string) {
  const name = parseName(cursor, 'a gate')
  const params = cursor.skip('(') ? parseNames(cursor, ')') : null
  if (params) cursor.expect(')', 'after the parameters')
  const qubits = parseNames(cursor, end)
  return { name, params: params ?? [], qubits }
}

function needDifferent(at: Place, names: readonly string[]): void {
  const seen = new Set<string>()
  const twice = names.find(name => seen.size === seen.add(name).size)
  if (twice !== undefined) semantic(at, `the name ${twice} stands twice in this head`)
}

function parseKept(cursor: Cursor) {
  const body = parseBlock(cursor)
  cursor.keep()
  return body
}

/** After the word `gate`. */
export function parseGate(cursor: Cursor, at: Place): Statement {
  const head = parseHead(cursor, '{')
  needDifferent(at, [...head.params, ...head.qubits])
  if (head.qubits.length === 0) syntax(at, `the gate ${head.name} acts on no qubits`)
  const { line, column } = at
  return { line, column, kind: 'gate', ...head, body: parseKept(cursor) }
}

/** After the word `opaque`. */
export function parseOpaque(cursor: Cursor, at: Place): Statement {
  const { name } = parseHead(cursor, ';')
  cursor.expect(';', 'at the end of the declaration')
  return { ...at, kind: 'opaque', name }
}

/** After the word `def`. */
export function parseSubroutine(cursor: Cursor, at: Place): Statement {
  const name = parseName(cursor, 'a subroutine')
  const params = cursor.skip('(') ? cursor.list(')', () => parseParameter(cursor)) : []
  if (!cursor.is('->') && !cursor.is('{'))
    unsupported(
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
    return syntax(token, `expected the type of a parameter, found ${named(token)}`)
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
