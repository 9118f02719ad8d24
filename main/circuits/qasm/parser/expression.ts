import { type Expression, type IndexItem, indexExpressions, type Type, type TypeName } from '../model/ast'
import { limitExceeded, type SourceLocation, syntaxError, unsupportedError } from '../model/diagnostics'
import { MAX_BITS, MAX_DIGITS, MAX_HEIGHT } from '../model/limits'
import { FOREIGN_TYPES, TYPES } from './keywords'
import type { Token } from './lexer'
import { parseBlock } from './statement'
import { type Cursor, tokenText } from './token-cursor'

/** Binding strength of the infix operators of OpenQASM 3, weakest first; `**` is apart, it binds to the right. */
const LEVELS: readonly (readonly string[])[] = [
  ['||'],
  ['&&'],
  ['|'],
  ['^'],
  ['&'],
  ['==', '!='],
  ['<', '>', '<=', '>='],
  ['<<', '>>'],
  ['+', '-'],
  ['*', '/', '%'],
]
const LEVEL = new Map(LEVELS.flatMap((operators, level) => operators.map(operator => [operator, level] as const)))
type NodeFields = Expression extends infer E
  ? E extends Expression
    ? Omit<E, 'line' | 'column' | 'height'>
    : never
  : never

/** The node over its parts, with a limit on the height of the tree. */
function node(at: SourceLocation, shape: NodeFields, parts: readonly Expression[] = []): Expression {
  const height = 1 + parts.reduce((most, part) => Math.max(most, part.height), 0)
  if (height > MAX_HEIGHT) limitExceeded(at, `an expression of more than ${MAX_HEIGHT} operations in a row`)
  // Written into the fresh literal: this runs for each operand of a long program, and a copy costs three times as much.
  return Object.assign(shape, { line: at.line, column: at.column, height }) as Expression
}

export const parseExpression = (cursor: Cursor): Expression => cursor.nested(() => parseLevel(cursor, 0))
/** The expression that begins with `first`, an operand already taken. */
export const parseRest = (cursor: Cursor, first: Expression): Expression =>
  cursor.nested(() => parseLevel(cursor, 0, first))

/** `a ++ b` in the place of a stored value: bits or arrays joined end to end. */
export function parseJoined(cursor: Cursor): Expression {
  const at = cursor.peek()
  const first = parseExpression(cursor)
  if (!cursor.skip('++')) return first
  const parts = [first, ...cursor.items(() => parseExpression(cursor), '++')]
  return node(at, { kind: 'join', parts }, parts)
}

/** An expression of operators of at least that level, by precedence climbing; all of them bind to the left. */
function parseLevel(cursor: Cursor, level: number, first?: Expression): Expression {
  let left = first ? parsePower(cursor, first) : parseUnary(cursor)
  for (let found = levelOf(cursor); found >= level; found = levelOf(cursor)) {
    const operator = cursor.take()
    const right = parseLevel(cursor, found + 1)
    left = node(operator, { kind: 'binary', operator: operator.text, left, right }, [left, right])
  }
  return left
}

/** Whether an operator between two operands stands here. */
export const isInfix = (cursor: Cursor): boolean => cursor.is('**') || levelOf(cursor) >= 0

/** The level of the infix operator that stands here; -1 if none does. In OpenQASM 2, `^` is the power. */
function levelOf(cursor: Cursor): number {
  const { kind, text } = cursor.peek()
  if (kind !== 'symbol' || (cursor.version === 2 && text === '^')) return -1
  return LEVEL.get(text) ?? -1
}

function parseUnary(cursor: Cursor): Expression {
  const operator = ['-', '!', '~', '+'].find(symbol => cursor.is(symbol))
  if (operator === undefined) return parsePower(cursor)
  const at = cursor.take()
  const of = cursor.nested(() => parseUnary(cursor))
  return operator === '+' ? of : node(at, { kind: 'unary', operator, of }, [of])
}

function parsePower(cursor: Cursor, first?: Expression): Expression {
  const left = parsePostfix(cursor, first)
  if (!cursor.is('**') && !(cursor.version === 2 && cursor.is('^'))) return left
  const at = cursor.take()
  const right = cursor.nested(() => parseUnary(cursor))
  return node(at, { kind: 'binary', operator: '**', left, right }, [left, right])
}

function parsePostfix(cursor: Cursor, first?: Expression): Expression {
  let left = first ?? parsePrimary(cursor)
  while (cursor.is('[')) {
    const at = cursor.peek()
    const items = parseIndex(cursor)
    left = node(at, { kind: 'index', of: left, items }, [left, ...items.flatMap(indexExpressions)])
  }
  return left
}

/** `[ … ]`: positions, ranges, or one set. */
export function parseIndex(cursor: Cursor): IndexItem[] {
  cursor.expect('[', 'before an index')
  if (!cursor.skip('{')) return cursor.list(']', () => parseIndexItem(cursor))
  const set = cursor.list('}', () => parseExpression(cursor))
  cursor.expect(']', 'after the set of indices')
  return set
}

export function parseIndexItem(cursor: Cursor): IndexItem {
  const at = cursor.peek()
  const start = cursor.is(':') ? null : parseExpression(cursor)
  if (!cursor.skip(':')) return start!
  const second = isRangeEnd(cursor) ? null : parseExpression(cursor)
  const range = { kind: 'range', line: at.line, column: at.column } as const
  if (!cursor.skip(':')) return { ...range, start, step: null, stop: second }
  return { ...range, start, step: second, stop: isRangeEnd(cursor) ? null : parseExpression(cursor) }
}

const isRangeEnd = (cursor: Cursor) => [']', ',', ':'].some(symbol => cursor.is(symbol))

function parsePrimary(cursor: Cursor): Expression {
  const token = cursor.peek()
  if (token.text.includes('_') && (token.kind === 'number' || token.kind === 'timing') && MISPLACED.test(token.text))
    return syntaxError(token, `an underscore in a number stands between two digits, not as in ${tokenText(token)}`)
  if (token.kind === 'number') {
    /** OpenQASM 2 has real numbers alone. */
    const isInteger = cursor.version === 3 && INTEGER.test(token.text)
    const exact = exactOf(token)
    const value = numberOf(token, exact)
    return node(
      cursor.take(),
      exact === null ? { kind: 'number', value, isInteger } : { kind: 'number', value, isInteger, exact },
    )
  }
  if (token.kind === 'string') return node(cursor.take(), { kind: 'bits', bits: bitsOf(token) })
  if (token.kind === 'hardware') return node(cursor.take(), { kind: 'hardware', index: hardwareIndex(token) })
  if (token.kind === 'timing') return parseTime(cursor)
  if (token.kind === 'name') return parseWord(cursor)
  if (cursor.skip('(')) {
    const inner = parseExpression(cursor)
    cursor.expect(')', 'to close the parenthesis')
    return inner
  }
  return syntaxError(token, `expected an expression, found ${tokenText(token)}`)
}

function parseWord(cursor: Cursor): Expression {
  const token = cursor.peek()
  if (isTypeWord(cursor)) return parseCast(cursor)
  cursor.take()
  if (token.text === 'true' || token.text === 'false')
    return node(token, { kind: 'bits', bits: [token.text === 'true' ? 1 : 0] })
  if (token.text === 'measure') {
    const of = parsePostfix(cursor)
    return node(token, { kind: 'measure', of }, [of])
  }
  if (token.text === 'durationof') return parseDurationOf(cursor, token)
  if (token.text === 'lengthof')
    return unsupportedError(token, 'lengthof (of a draft of OpenQASM 3) is not supported: write durationof')
  if (!cursor.skip('(')) return node(token, { kind: 'name', name: token.text })
  const args = cursor.nested(() => cursor.list(')', () => parseExpression(cursor)))
  return node(token, { kind: 'call', name: token.text, args }, args)
}

function parseTime(cursor: Cursor): Expression {
  const token = cursor.take()
  if (token.text.endsWith('im')) unsupportedError(token, `imaginary numbers (${token.text}) are not supported`)
  return node(token, { kind: 'time', text: token.text })
}

/** `durationof({ … })`, or of the name of a box; what stands inside is read as statements and never run. */
function parseDurationOf(cursor: Cursor, at: Token): Expression {
  cursor.expect('(', 'after durationof')
  if (cursor.is('{')) cursor.nested(() => parseBlock(cursor))
  else parseExpression(cursor)
  cursor.expect(')', 'to close durationof')
  return node(at, { kind: 'time', text: 'durationof(…)' })
}

function parseCast(cursor: Cursor): Expression {
  const at = cursor.peek()
  return parseCastTo(cursor, at, parseType(cursor))
}

/** Reads the rest of a cast, after its type. */
export function parseCastTo(cursor: Cursor, at: SourceLocation, type: Type): Expression {
  cursor.expect('(', 'after the type of a cast')
  const of = parseExpression(cursor)
  cursor.expect(')', 'to close the cast')
  return node(at, { kind: 'cast', type, of }, [of])
}

/** Whether a classical type starts here (OpenQASM 3 alone has them). */
export const isTypeWord = (cursor: Cursor): boolean => {
  const { kind, text } = cursor.peek()
  if (kind !== 'name' || cursor.version === 2) return false
  return (
    TYPES.has(text) ||
    (FOREIGN_TYPES.has(text) && ['name', 'symbol'].includes(cursor.peek(1).kind) && !cursor.is('=', 1))
  )
}

/** A scalar classical type with its size; the types that the circuit model has no use for are named as unsupported. */
export function parseType(cursor: Cursor): Type {
  const token = cursor.take()
  if (FOREIGN_TYPES.has(token.text))
    unsupportedError(token, `the type ${token.text} is not supported here: ${FOREIGN_TYPES.get(token.text)}`)
  if (!TYPES.has(token.text)) syntaxError(token, `expected a type, found ${tokenText(token)}`)
  if (token.text === 'bool' && cursor.is('['))
    syntaxError(cursor.peek(), 'bool is one truth value and has no size: write bit[n] for n bits')
  return { name: token.text as TypeName, size: parseDesignator(cursor) }
}

export function parseDesignator(cursor: Cursor): Expression | null {
  if (!cursor.skip('[')) return null
  const size = parseExpression(cursor)
  cursor.expect(']', 'after the size')
  return size
}

/** An underscore in a number that does not stand between two digits; the units of times begin with these letters. */
const MISPLACED = /__|_$|_(?:[.nuµμms]|dt)|\._|^0[bBoxX]_|^[0-9._]*_(?:[eE]|im)/
const INTEGER = /^(0[bBoxX][0-9a-fA-F_]+|[0-9_]+)$/
/** Integers of fewer characters are exact as doubles. */
const MAX_EXACT_DIGITS = 14
const RADIX: Readonly<Record<string, number>> = { b: 2, B: 2, o: 8, x: 16, X: 16 }

/** The exact value of an integer beyond the safe integers of a double; null for all other numbers. */
function exactOf(token: Token): bigint | null {
  if (token.text.length < MAX_EXACT_DIGITS || !INTEGER.test(token.text)) return null
  const text = token.text.replaceAll('_', '')
  if (text.length > MAX_DIGITS) return limitExceeded(token, `integers end at ${MAX_DIGITS} digits`)
  const exact = BigInt(/^0[bBoxX]/.test(text) ? text.toLowerCase() : text.replace(/^0+(?=.)/, ''))
  return Number.isSafeInteger(Number(exact)) ? null : exact
}

function numberOf(token: Token, exact: bigint | null): number {
  const text = token.text.replaceAll('_', '')
  const radix = RADIX[text[1] ?? '']
  const value = exact === null && radix !== undefined ? Number.parseInt(text.slice(2), radix) : Number(exact ?? text)
  return Number.isFinite(value) || exact !== null
    ? value
    : syntaxError(token, `${tokenText(token)} is no finite number`)
}

/** "01" has its right-most character as bit 0. */
function bitsOf(token: Token): (0 | 1)[] {
  const text = token.text.replaceAll('_', '')
  if (!/^[01]+$/.test(text)) syntaxError(token, `expected a string of 0 and 1, found ${tokenText(token)}`)
  if (text.length > MAX_BITS) limitExceeded(token, `more than ${MAX_BITS} bits`)
  return Array.from(text, digit => (digit === '1' ? 1 : 0)).reverse()
}

function hardwareIndex(token: Token): number {
  const index = Number(token.text.slice(1))
  return index < MAX_BITS ? index : limitExceeded(token, `physical qubits end at $${MAX_BITS - 1}`)
}
