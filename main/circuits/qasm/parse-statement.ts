import { type Cursor, named } from './cursor'
import { type Place, semantic, syntax, unsupported } from './fault'
import { parseGate, parseOpaque, parseSubroutine } from './parse-definition'
import { isTypeWord, parseDesignator, parseExpression, parseIndex, parseIndexItem, parseType } from './parse-expression'
import type { Expression, Modifier, Statement, SwitchCase, Type } from './syntax'

/** Words that begin what the circuit model cannot hold, or that only drafts of OpenQASM 3 had. */
const FOREIGN: Readonly<Record<string, string>> = {
  cal: 'pulse-level calibration',
  defcal: 'pulse-level calibration',
  defcalgrammar: 'pulse-level calibration',
  box: 'timing',
  boxas: 'timing (of a draft of OpenQASM 3)',
  boxto: 'timing (of a draft of OpenQASM 3)',
  delay: 'timing',
  extern: 'a function outside the program',
  kernel: 'a function outside the program (of a draft of OpenQASM 3)',
  input: 'a parameter given at run time',
}

type Parse = (cursor: Cursor, at: Place) => Statement

const STATEMENTS: Readonly<Record<string, Parse>> = {
  include: parseInclude,
  const: (cursor, at) => parseConst(cursor, at),
  output: (cursor, at) => parseDeclaration(cursor, at),
  qubit: (cursor, at) => parseQubits(cursor, at),
  qreg: (cursor, at) => parseOldRegister(cursor, at, 'qubit'),
  creg: (cursor, at) => parseOldRegister(cursor, at, 'bit'),
  let: parseAlias,
  gate: parseGate,
  opaque: parseOpaque,
  def: parseSubroutine,
  measure: parseMeasure,
  reset: (cursor, at) => ({ ...at, kind: 'reset', of: closed(cursor, parseOperand(cursor)) }),
  barrier: (cursor, at) => ({ ...at, kind: 'barrier', of: closed(cursor, parseOperands(cursor)) }),
  nop: (cursor, at) => {
    parseOperands(cursor)
    return closed(cursor, { ...at, kind: 'nothing' })
  },
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
const IN_VERSION_2 = ['include', 'qreg', 'creg', 'gate', 'opaque', 'measure', 'reset', 'barrier', 'if']
/** Reserved by now, but published programs call their registers so. */
const NAMES_OF_OLD = ['input', 'output', 'kernel']
const MODIFIERS = ['inv', 'pow', 'ctrl', 'negctrl'] as const

/** One statement or block; pragmas and annotations before it are passed over. Null at the end of the text. */
export function parseStatement(cursor: Cursor): Statement | null {
  while (cursor.peek().kind === 'pragma' || cursor.is('@')) skipLine(cursor)
  const token = cursor.peek()
  const at = { line: token.line, column: token.column }
  if (token.kind === 'end') return null
  if (cursor.is('{')) return { ...at, kind: 'block', body: cursor.nested(() => parseBlock(cursor)) }
  if (cursor.skip(';')) return { ...at, kind: 'nothing' }
  if (token.kind !== 'name') return syntax(token, `expected a statement, found ${named(token)}`)
  return cursor.nested(() => parseNamed(cursor, token.text, at))
}

function parseNamed(cursor: Cursor, word: string, at: Place): Statement {
  if (NAMES_OF_OLD.includes(word) && (cursor.is('=', 1) || cursor.is('[', 1))) return parseAssignment(cursor, at)
  if (cursor.version === 3 && Object.hasOwn(FOREIGN, word))
    return unsupported(at, `${word} is not supported: ${FOREIGN[word]}`)
  const isKnown = cursor.version === 3 || IN_VERSION_2.includes(word)
  if (isKnown && Object.hasOwn(STATEMENTS, word)) {
    if (word !== 'measure') cursor.take()
    return STATEMENTS[word]!(cursor, at)
  }
  if (word === 'OPENQASM') return syntax(at, 'the OPENQASM line must be the first statement, and stand once')
  if (isTypeWord(cursor) && !cursor.is('(', 1)) return parseDeclaration(cursor, at)
  if (MODIFIERS.some(modifier => modifier === word) && cursor.version === 3) return parseModified(cursor, at)
  return parseCallOrAssignment(cursor, at)
}

/** An annotation runs to the end of its line. */
function skipLine(cursor: Cursor): void {
  const { line, kind } = cursor.take()
  while (kind !== 'pragma' && cursor.peek().line === line && cursor.peek().kind !== 'end') cursor.take()
}

function closed<T>(cursor: Cursor, value: T): T {
  cursor.expect(';', 'at the end of the statement')
  return value
}

export function parseBlock(cursor: Cursor): Statement[] {
  cursor.expect('{', 'before the block')
  const body: Statement[] = []
  while (!cursor.skip('}')) {
    const statement = parseStatement(cursor)
    if (statement === null) return syntax(cursor.peek(), 'a block is never closed by "}"')
    body.push(statement)
  }
  return body
}

function parseBody(cursor: Cursor): readonly Statement[] {
  if (cursor.is('{')) return cursor.nested(() => parseBlock(cursor))
  const statement = parseStatement(cursor)
  return statement ? [statement] : syntax(cursor.peek(), 'expected a statement, found the end of the text')
}

export function parseName(cursor: Cursor, what: string): string {
  const token = cursor.take()
  return token.kind === 'name' ? token.text : syntax(token, `expected the name of ${what}, found ${named(token)}`)
}

function parseInclude(cursor: Cursor, at: Place): Statement {
  const token = cursor.take()
  if (token.kind !== 'string') syntax(token, `expected a file name in quotes, found ${named(token)}`)
  return closed(cursor, { ...at, kind: 'include', path: token.text })
}

const parseValue = (cursor: Cursor): Expression => {
  if (cursor.is('{')) unsupported(cursor.peek(), 'arrays are not supported')
  const value = parseExpression(cursor)
  return cursor.is('++') ? unsupported(cursor.peek(), 'joining classical values by ++ is not supported') : value
}

function parseConst(cursor: Cursor, at: Place): Statement {
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

function parseDeclaration(cursor: Cursor, at: Place, isConst = false): Statement {
  const type = parseType(cursor)
  const name = parseName(cursor, `a variable of type ${type.name}`)
  const late = type.name === 'bit' && type.size === null ? parseDesignator(cursor) : null
  const value = cursor.skip('=') ? parseValue(cursor) : null
  if (isConst && value === null) semantic(at, `the constant ${name} has no value`)
  return closed(cursor, {
    ...at,
    kind: 'declare',
    type: late ? { name: 'bit', size: late } : type,
    name,
    value,
    isConst,
  })
}

/** `qubit[4] q;`, and `qubit q[4];` of the drafts. */
function parseQubits(cursor: Cursor, at: Place): Statement {
  const size = parseDesignator(cursor)
  const name = parseName(cursor, 'a register of qubits')
  const type: Type = { name: 'qubit', size: size ?? parseDesignator(cursor) }
  return closed(cursor, { ...at, kind: 'declare', type, name, value: null, isConst: false })
}

function parseOldRegister(cursor: Cursor, at: Place, kind: 'qubit' | 'bit'): Statement {
  const name = parseName(cursor, 'a register')
  const size = parseDesignator(cursor)
  if (size === null && cursor.version === 2) syntax(cursor.peek(), `expected the size of ${name} in brackets`)
  return closed(cursor, { ...at, kind: 'declare', type: { name: kind, size }, name, value: null, isConst: false })
}

function parseAlias(cursor: Cursor, at: Place): Statement {
  const name = parseName(cursor, 'an alias')
  cursor.expect('=', 'after the name of an alias')
  const parts = [parseExpression(cursor)]
  while (cursor.skip('++')) parts.push(parseExpression(cursor))
  return closed(cursor, { ...at, kind: 'alias', name, parts })
}

function parseMeasure(cursor: Cursor, at: Place): Statement {
  const measured = parseExpression(cursor)
  if (measured.kind !== 'measure')
    return syntax(at, 'the outcome of a measurement cannot be part of an expression here')
  const into = cursor.skip('->') ? parseOperand(cursor) : null
  if (into === null && cursor.version === 2)
    syntax(cursor.peek(), `expected "->" and a classical bit, found ${named(cursor.peek())}`)
  return closed(cursor, { ...at, kind: 'measure', of: measured.of, into })
}

function parseFor(cursor: Cursor, at: Place): Statement {
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
  return range.kind === 'range' ? range : syntax(range, 'expected a range start:stop or start:step:stop')
}

function parseCondition(cursor: Cursor): Expression {
  cursor.expect('(', 'before the condition')
  const condition = parseExpression(cursor)
  cursor.expect(')', 'after the condition')
  return condition
}

function parseIf(cursor: Cursor, at: Place): Statement {
  const [condition, then] = [parseCondition(cursor), parseBody(cursor)]
  const otherwise = cursor.version === 3 && cursor.skip('else') ? parseBody(cursor) : []
  return { ...at, kind: 'if', condition, then, otherwise }
}

function parseSwitch(cursor: Cursor, at: Place): Statement {
  const of = parseCondition(cursor)
  cursor.expect('{', 'before the cases')
  const cases: SwitchCase[] = []
  while (!cursor.skip('}')) cases.push(parseCase(cursor))
  return { ...at, kind: 'switch', of, cases }
}

function parseCase(cursor: Cursor): SwitchCase {
  if (cursor.skip('default')) return { values: null, body: parseBlock(cursor) }
  cursor.expect('case', 'or "default" in a switch')
  const values = [parseExpression(cursor)]
  while (cursor.skip(',') && !cursor.is('{')) values.push(parseExpression(cursor))
  return { values, body: parseBlock(cursor) }
}

function parseModified(cursor: Cursor, at: Place): Statement {
  const modifiers: Modifier[] = []
  for (;;) {
    const kind = MODIFIERS.find(modifier => cursor.is(modifier))
    if (kind === undefined) break
    modifiers.push(parseModifier(cursor, kind))
  }
  return parseApply(cursor, at, modifiers)
}

function parseModifier(cursor: Cursor, kind: Modifier['kind']): Modifier {
  const at = cursor.take()
  const hasArgument = kind !== 'inv' && (kind === 'pow' || cursor.is('('))
  const argument = hasArgument ? parseCondition(cursor) : null
  cursor.expect('@', `after ${kind}`)
  return { line: at.line, column: at.column, kind, argument }
}

function parseApply(cursor: Cursor, at: Place, modifiers: readonly Modifier[]): Statement {
  const name = parseName(cursor, 'a gate')
  const params = cursor.skip('(') ? cursor.list(')', () => parseExpression(cursor)) : []
  if (cursor.is('[')) unsupported(cursor.peek(), 'durations of gates are not supported')
  return { ...at, kind: 'apply', name, modifiers, params, operands: closed(cursor, parseOperands(cursor)) }
}

/** `name …`: a gate on operands, an assignment, or a call for its effect; the token after the name tells. */
function parseCallOrAssignment(cursor: Cursor, at: Place): Statement {
  const next = cursor.peek(1)
  if (next.kind === 'name' || next.kind === 'hardware') return parseApply(cursor, at, [])
  if (cursor.is('gphase')) return parseApply(cursor, at, [])
  if (!cursor.is('(', 1)) return parseAssignment(cursor, at)
  const name = parseName(cursor, 'a gate')
  cursor.expect('(', 'before the arguments')
  const params = cursor.list(')', () => parseExpression(cursor))
  if (!cursor.is(';'))
    return { ...at, kind: 'apply', name, modifiers: [], params, operands: closed(cursor, parseOperands(cursor)) }
  const height = 1 + params.reduce((most, param) => Math.max(most, param.height), 0)
  return closed(cursor, { ...at, kind: 'expression', of: { ...at, kind: 'call', name, args: params, height } })
}

function parseAssignment(cursor: Cursor, at: Place): Statement {
  const target = parseOperand(cursor)
  const operator = cursor.take()
  if (operator.kind !== 'symbol' || !/^(=|\*\*=|<<=|>>=|[-+*/&|~^%]=)$/.test(operator.text))
    return syntax(operator, `expected the operands of a gate, or an assignment, found ${named(operator)}`)
  return closed(cursor, { ...at, kind: 'assign', target, operator: operator.text, value: parseValue(cursor) })
}

/** A qubit, a bit, a register, or a part of one. */
export function parseOperand(cursor: Cursor): Expression {
  const token = cursor.take()
  const { line, column } = token
  if (token.kind === 'hardware')
    return { line, column, kind: 'hardware', index: Number(token.text.slice(1)), height: 1 }
  if (token.kind !== 'name') return syntax(token, `expected a register or a part of one, found ${named(token)}`)
  let operand: Expression = { line, column, kind: 'name', name: token.text, height: 1 }
  while (cursor.is('['))
    operand = { line, column, kind: 'index', of: operand, items: parseIndex(cursor), height: operand.height + 1 }
  return operand
}

function parseOperands(cursor: Cursor): Expression[] {
  if (cursor.is(';')) return []
  const operands = [parseOperand(cursor)]
  while (cursor.skip(',') && !cursor.is(';')) operands.push(parseOperand(cursor))
  return operands
}
