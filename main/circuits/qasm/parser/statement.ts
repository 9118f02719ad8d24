import { MAX_ITERATIONS } from '../../../contract/jobs/circuit'
import type { Statement } from '../model/ast'
import { type SourceLocation, StatementError, syntaxError, unsupportedError } from '../model/diagnostics'
import { isArray, parseArray } from './array'
import { parseCondition, parseFor, parseIf, parseSwitch } from './control-flow'
import {
  isTiming,
  parseAlias,
  parseConst,
  parseDeclaration,
  parseInclude,
  parseOldRegister,
  parseQubits,
  parseTiming,
} from './declaration'
import { parseGate, parseOpaque, parseSubroutine } from './definition'
import { isTypeWord, parseDesignator } from './expression'
import {
  isKeyword,
  isOfVersion3,
  LEGACY_NAMES,
  MODIFIERS,
  type StatementWord,
  UNSUPPORTED_WORDS,
  VALUE_WORDS,
} from './keywords'
import type { Token } from './lexer'
import { closed, parseEffect, parseOperand, parseOperands, parseValue } from './operand'
import { parseAssignment, parseCallOrAssignment, parseMeasure, parseModified } from './operations'
import { type Cursor, tokenText } from './token-cursor'

type Parse = (cursor: Cursor, at: SourceLocation) => Statement

const STATEMENTS: Readonly<Record<StatementWord, Parse>> = {
  include: parseInclude,
  const: (cursor, at) => parseConst(cursor, at),
  input: (cursor, at) => ({ ...parseDeclaration(cursor, at), isInput: true }),
  output: (cursor, at) => ({
    ...(isArray(cursor) ? parseArray(cursor, at) : parseDeclaration(cursor, at)),
    isOutput: true,
  }),
  qubit: (cursor, at) => parseQubits(cursor, at),
  qreg: (cursor, at) => parseOldRegister(cursor, at, 'qubit'),
  creg: (cursor, at) => parseOldRegister(cursor, at, 'bit'),
  let: parseAlias,
  gate: parseGate,
  opaque: parseOpaque,
  def: parseSubroutine,
  measure: parseMeasure,
  reset: (cursor, { line, column }) => ({ line, column, kind: 'reset', of: closed(cursor, parseOperand(cursor)) }),
  barrier: (cursor, { line, column }) => {
    return { line, column, kind: 'barrier', of: closed(cursor, parseOperands(cursor)) }
  },
  nop: (cursor, at) => {
    parseOperands(cursor)
    return closed(cursor, { ...at, kind: 'nothing' })
  },
  box: parseBox,
  delay: parseDelay,
  for: parseFor,
  while: (cursor, at) => ({ ...at, kind: 'while', condition: parseCondition(cursor), body: parseBody(cursor) }),
  if: parseIf,
  switch: parseSwitch,
  return: (cursor, at) => ({
    ...at,
    kind: 'return',
    value: closed(cursor, cursor.is(';') ? null : parseValue(cursor)),
  }),
  break: (cursor, at) => closed(cursor, { ...at, kind: 'break' }),
  continue: (cursor, at) => closed(cursor, { ...at, kind: 'continue' }),
  end: (cursor, at) => closed(cursor, { ...at, kind: 'end' }),
}
/** `@max_iterations 50`: the most iterations of the while loop that follows; null for any other annotation. */
function boundOf(at: SourceLocation, annotation: string): number | null {
  const [text = ''] = annotation.split('//', 1)
  const [word, most = '', ...more] = text.trim().split(/\s+/, 3)
  if (word !== 'max_iterations') return null
  const bound = /^[0-9]{1,9}$/.test(most) && more.length === 0 ? Number(most) : 0
  if (bound >= 1 && bound <= MAX_ITERATIONS) return bound
  return syntaxError(at, `expected the most iterations of the loop, a number from 1 to ${MAX_ITERATIONS}`)
}

/** One statement or block with the annotations before it; pragmas are passed over. Null at the end of the text. */
export function parseStatement(cursor: Cursor): Statement | null {
  const { first, maxIterations } = parseAnnotations(cursor)
  const token = cursor.peek()
  if (token.kind === 'end') return null
  const parsed = parseFrom(cursor, token)
  const statement =
    parsed.kind === 'while' && maxIterations !== null ? { ...parsed, max_iterations: maxIterations } : parsed
  cursor.locate(statement, first ?? token)
  return statement
}

interface StatementAnnotations {
  /** First token of the annotations directly before the statement; null without any. */
  readonly first: Token | null
  /** Most iterations of the loop from the annotations; the last one applies. */
  readonly maxIterations: number | null
}

function parseAnnotations(cursor: Cursor): StatementAnnotations {
  let maxIterations: number | null = null
  let first: Token | null = null
  while (cursor.peek().kind === 'pragma' || cursor.is('@')) {
    const token = cursor.peek()
    first = token.kind === 'pragma' ? null : (first ?? token)
    maxIterations = boundOf(token, cursor.skipLine()) ?? maxIterations
  }
  return { first, maxIterations }
}

function parseFrom(cursor: Cursor, token: Token): Statement {
  // Literals, here and in the other frequent statements: spreading `at` into them costs more than all the rest.
  const { line, column } = token
  if (cursor.is('{')) return { line, column, kind: 'block', body: cursor.nested(() => parseBlock(cursor)) }
  if (cursor.skip(';')) return { line, column, kind: 'nothing' }
  const at = { line, column }
  if (token.kind !== 'name') {
    if (beginsExpression(cursor)) return cursor.nested(() => parseEffect(cursor, at))
    const hint = cursor.is('#') ? '; comments begin with //' : ''
    return syntaxError(token, `expected a statement, found ${tokenText(token)}${hint}`)
  }
  return cursor.nested(() => parseNamed(cursor, token.text, at))
}

/** Whether the next token, which is no name, begins an expression, which is a statement only in OpenQASM 3. */
const beginsExpression = (cursor: Cursor): boolean =>
  cursor.version === 3 &&
  (['number', 'timing', 'string', 'hardware'].includes(cursor.peek().kind) ||
    ['(', '-', '!', '~'].some(symbol => cursor.is(symbol)))

function parseNamed(cursor: Cursor, word: string, at: SourceLocation): Statement {
  if (LEGACY_NAMES.includes(word) && (cursor.is('=', 1) || cursor.is('[', 1))) return parseAssignment(cursor, at)
  if (cursor.version === 3 && Object.hasOwn(UNSUPPORTED_WORDS, word))
    return unsupportedError(at, `${word} is not supported: ${UNSUPPORTED_WORDS[word]}`)
  if (isKeyword(word, cursor.version)) {
    if (word !== 'measure') cursor.take()
    return STATEMENTS[word](cursor, at)
  }
  if (word === 'OPENQASM') return syntaxError(at, 'the OPENQASM line must be the first statement, and stand once')
  if (isTypeWord(cursor)) return parseTyped(cursor, at)
  if (VALUE_WORDS.includes(word) && cursor.version === 3) return parseEffect(cursor, at)
  if (MODIFIERS.some(modifier => modifier === word) && cursor.version === 3) return parseModified(cursor, at)
  return cursor.version === 2 && isOfVersion3(word) ? parseEarly(cursor, word, at) : parseCallOrAssignment(cursor, at)
}

/**
 * A statement of OpenQASM 2 that begins with a word of OpenQASM 3: the name of a gate, or else the cause of the fault.
 */
function parseEarly(cursor: Cursor, word: string, at: SourceLocation): Statement {
  try {
    return parseCallOrAssignment(cursor, at)
  } catch (error) {
    if (!(error instanceof StatementError) || error.isFinal) throw error
    return syntaxError(at, `${word} is a word of OpenQASM 3, and the program is said to be OpenQASM 2`)
  }
}

function parseTyped(cursor: Cursor, at: SourceLocation): Statement {
  if (isArray(cursor)) return parseArray(cursor, at)
  return isTiming(cursor) ? parseTiming(cursor, at) : parseDeclaration(cursor, at)
}

/** Circuits carry no times: a box is read as the block that it holds, whatever its duration. */
function parseBox(cursor: Cursor, at: SourceLocation): Statement {
  const time = parseDesignator(cursor)
  return { ...at, kind: 'block', time, body: parseBlock(cursor) }
}

function parseDelay(cursor: Cursor, { line, column }: SourceLocation): Statement {
  const time = parseDesignator(cursor)
  if (time === null) return syntaxError(cursor.peek(), 'expected how long the delay is, as in delay[100ns]')
  return { line, column, kind: 'delay', time, of: closed(cursor, parseOperands(cursor)) }
}

export function parseBlock(cursor: Cursor): Statement[] {
  cursor.expect('{', 'before the block')
  const body: Statement[] = []
  for (;;) {
    skipPragmas(cursor)
    if (cursor.skip('}')) return body
    const statement = parseStatement(cursor)
    if (statement === null) return syntaxError(cursor.peek(), 'a block is never closed by "}"')
    cursor.hold()
    body.push(statement)
  }
}

function skipPragmas(cursor: Cursor): void {
  while (cursor.peek().kind === 'pragma') cursor.skipLine()
}

export function parseBody(cursor: Cursor): readonly Statement[] {
  if (cursor.is('{')) return cursor.nested(() => parseBlock(cursor))
  if (cursor.peek().kind === 'pragma') {
    cursor.skipLine()
    return []
  }
  if (cursor.is(';'))
    syntaxError(cursor.peek(), 'an empty statement cannot be a branch or the body of a loop: write { }')
  const statement = parseStatement(cursor)
  return statement ? [statement] : syntaxError(cursor.peek(), 'expected a statement, found the end of the text')
}
