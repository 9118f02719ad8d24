/** Arithmetic rules of operand types: bits of real numbers, unsigned numbers below 0, angles beyond a turn (OpenQASM 3). */
import { heldAngle } from '../../parameters/held-values'
import type { Expression, ExpressionOf } from '../model/ast'
import { type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { exactOf } from '../model/numbers'
import { mapTable } from '../model/tables'
import { bitsValue, integerValue, isRunTime, type Value } from '../model/values'
import type { ProgramState } from '../state/program'
import { angleBits, angleOfBits, quotientOfAngles } from './angle'
import { comparedBitwise } from './bitwise-comparison'
import { type ExpressionType, promotedType, typeOf } from './expression-types'
import { binaryValue, isComparison, unaryValue } from './operators'
import { isSymbolic, type TypedOperand } from './symbolic'

/**
 * An infix operator on bits; angles are read and returned as the bits of their fraction of a turn. Hot loop: for each operation
 * that a program's loops evaluate, up to millions.
 */
export function bitResult(program: ProgramState, at: ExpressionOf<'binary'>, left: Value, right: Value): Value {
  const [first, second] = [typeOf(program, at.left), typeOf(program, at.right)]
  const { operator } = at
  const isShift = operator === '<<' || operator === '>>'
  needNoReal(at, operator, first)
  needNoReal(at, operator, second)
  if (isShift && second.name === 'angle') semanticError(at, 'the distance of a shift must be an integer, not an angle')
  const kind = isShift ? first : promotedType(operator, first, second)
  if (kind.name === 'angle')
    return binaryValue(program.budget, at, { operator, left: asBits(program, at, { value: left, type: kind }), right })
  if (operator === '^' && left.kind === 'number' && right.kind === 'number' && !program.statesVersion)
    program.xorOfNumbers ??= { line: at.line, column: at.column }
  const result = binaryValue(program.budget, at, { operator, left, right })
  return isShift && kind.name === 'uint' ? shiftedOff(program, at, { value: result, type: kind }) : result
}

const asBits = (program: ProgramState, at: SourceLocation, { value, type }: TypedOperand): Value =>
  value.kind === 'bits' ? value : angleBits(program.budget, at, value, type.width)

/** Drops the bits that a shift moves off the end of a number of a declared width. */
function shiftedOff(program: ProgramState, at: SourceLocation, { value, type: { width } }: TypedOperand): Value {
  if (width === null || value.kind === 'bits') return value
  if (value.kind === 'table') return mapTable(program.budget, at, [value], number => number! % 2 ** width)
  return integerValue(BigInt.asUintN(width, exactOf(value)!))
}

function needNoReal(at: SourceLocation, operator: string, { name }: ExpressionType): void {
  if (name !== 'float') return
  const hint =
    operator === '^'
      ? '; it is the exclusive or of bits, and ** is the power'
      : '; int(x) drops what is behind the point'
  semanticError(at, `${operator} takes integers and bits, not real numbers${hint}`)
}

/** `~` on bits, and on integers of a declared width. */
export function inverted(program: ProgramState, at: ExpressionOf<'unary'>, value: Value): Value {
  const kind = typeOf(program, at.of)
  if (kind.name === 'float') semanticError(at, '~ takes integers and bits, not real numbers')
  const { width } = kind
  if (kind.name === 'angle') return unaryValue(program.budget, at, '~', asBits(program, at, { value, type: kind }))
  if (kind.name !== 'uint' || value.kind === 'bits') return unaryValue(program.budget, at, '~', value)
  if (width === null)
    return unsupportedError(at, '~ of an unsigned integer without a width is not supported: write uint[n]')
  return binaryValue(program.budget, at, { operator: '-', left: integerValue(2n ** BigInt(width) - 1n), right: value })
}

/** The bits of an angle as that angle in radians, any other value as it is. */
export const fromBits = (program: ProgramState, at: Expression, value: Value): Value =>
  value.kind === 'bits' && typeOf(program, at).name === 'angle' ? angleOfBits(program.budget, at, value.bits) : value

export function negated(program: ProgramState, at: ExpressionOf<'unary'>, value: Value): Value {
  const result = unaryValue(program.budget, at, '-', value)
  if (!program.names.needsRangeChecks) return result
  const kind = typeOf(program, at.of)
  if (kind.name === 'angle') return wrapped(program, at, { value: result, type: kind })
  return checked(at, { value: result, type: kind }, 'negative of an unsigned integer')
}

const isTruth = (operator: string): boolean => isComparison(operator) || operator === '==' || operator === '!='

/**
 * Infix operators other than bit operators, `&&` and `||`. Hot loop: for each operation that a program's loops evaluate, up to
 * millions.
 */
export function computed(program: ProgramState, at: ExpressionOf<'binary'>, left: Value, right: Value): Value {
  const { operator } = at
  if (!program.names.needsRangeChecks && operator !== '%' && operator !== '**') return plain(program, at, left, right)
  const a = { value: left, type: typeOf(program, at.left) }
  const b = { value: right, type: typeOf(program, at.right) }
  const kind = promotedType(isTruth(operator) ? '+' : operator, a.type, b.type)
  if (kind.name === 'angle' || a.type.name === 'angle') return angleResult(program, at, { kind, left: a, right: b })
  if (operator === '%' && kind.name === 'float')
    semanticError(at, '% takes integers, not real numbers; mod(a, b) is the remainder of real numbers')
  if (kind.name === 'uint') needUnsigned(at, operator, a, b)
  const result = plain(program, at, left, right)
  if (isTruth(operator) || operator === '/') return result
  if (operator === '**' && kind.name !== 'float') needWhole(at, result)
  return checked(at, { value: result, type: kind }, 'result of unsigned integers')
}

/** Hot loop: for each operation that a program's loops evaluate, up to millions. */
function plain(program: ProgramState, at: ExpressionOf<'binary'>, left: Value, right: Value): Value {
  const { operator } = at
  const isNumeric = left.kind === 'number' && right.kind === 'number'
  const compared = isNumeric ? null : comparedBitwise(program, at, { operator, left, right })
  return compared === null ? binaryValue(program.budget, at, { operator, left, right }) : bitsValue([compared])
}

/**
 * Operators on angles, in radians; an operand that is added to an angle or compared with one is first converted to an angle of
 * its width.
 */
function angleResult(
  program: ProgramState,
  at: ExpressionOf<'binary'>,
  { kind, left, right }: { readonly kind: ExpressionType; readonly left: TypedOperand; readonly right: TypedOperand },
): Value {
  const { operator } = at
  const { budget } = program
  if (isTruth(operator) || operator === '+' || operator === '-') {
    const [a, b] = [left, right].map(({ value }) => wrapped(program, at, { value, type: kind }))
    const result = binaryValue(budget, at, { operator, left: a!, right: b! })
    return isTruth(operator) ? result : wrapped(program, at, { value: result, type: kind })
  }
  if (kind.name === 'float') return binaryValue(budget, at, { operator, left: left.value, right: right.value })
  const [of, by] = left.type.name === 'angle' ? [left, right] : [right, left]
  const compute = (angle: number, other: number): number => {
    if (operator === '*') return heldAngle(angle * other, kind.width)
    return kind.name === 'uint'
      ? quotientOfAngles(at, angle, other, of.type.width)
      : heldAngle(dividedAngle(at, { angle, by: other, width: of.type.width }), kind.width)
  }
  return mapTable(budget, at, [of.value, by.value], (angle, other) => compute(angle!, other!))
}

/** The quotient of an angle by an integer, in radians; an angle of a declared width drops what is below its lowest bit. */
function dividedAngle(
  at: SourceLocation,
  { angle, by, width }: { readonly angle: number; readonly by: number; readonly width: number | null },
): number {
  const quotient = angle / by
  if (!Number.isFinite(quotient) || by < 0) return semanticError(at, 'an angle is divided by a positive integer')
  if (width === null) return quotient
  const step = (2 * Math.PI) / 2 ** width
  return step * Math.floor(Math.round(angle / step) / by)
}

function wrapped(program: ProgramState, at: SourceLocation, { value, type: { width } }: TypedOperand): Value {
  return mapTable(program.budget, at, [value], radians => heldAngle(radians!, width))
}

function needWhole(at: SourceLocation, value: Value): void {
  if (value.kind === 'number' && !Number.isInteger(value.value))
    unsupportedError(at, 'a negative power of an integer is not supported: make it a real number, as in 2.0 ** -1')
}

/** The numbers that the value may be; empty for bits, which always fit their width, and for inputs. */
function numbersIn(value: Value): readonly number[] {
  if (value.kind === 'number') return [value.value]
  return value.kind === 'table' ? value.values : []
}

/**
 * Refuses a negative number beside an unsigned integer, except in sums: in C, −1 there is the largest integer, which depends on
 * the target.
 */
function needUnsigned(at: SourceLocation, operator: string, ...operands: readonly TypedOperand[]): void {
  const isSum = operator === '+' || operator === '-'
  if (!isSum && operands.some(({ value }) => numbersIn(value).some(number => number < 0)))
    unsupportedError(
      at,
      `a negative number beside an unsigned integer (${operator}) is not supported: write int(…) around that`,
    )
}

/** Refuses a result outside the range of its type: OpenQASM does not say whether it wraps around or gets wider. */
function checked(at: SourceLocation, { value, type: { name, width } }: TypedOperand, what: string): Value {
  const isUnsigned = name === 'uint'
  if (!isUnsigned && (name !== 'int' || width === null)) return value
  if (value.kind === 'number' && value.value >= 0 && (width === null || value.value < 2 ** (width - 1))) return value
  const [least, end] = isUnsigned ? [0, 2 ** (width ?? 1024)] : [-(2 ** (width! - 1)), 2 ** (width! - 1)]
  const outside = numbersIn(value).find(number => number < least || number >= end)
  if (outside === undefined) return value
  const type = width === null ? name : `${name}[${width}]`
  return unsupportedError(
    at,
    `${outside} as ${isUnsigned ? `the ${what}` : 'the result of integers'} is outside of ${type}, and OpenQASM leaves open whether it wraps around: write int(…) around the operands, or store it in a variable first`,
  )
}

/**
 * The value for a variable of an integer type. Sums, differences and products of integers may leave their range before they are
 * stored: modulo the width of the variable, wrapping around early or late is the same. Hot loop: for each operation that a
 * program's loops evaluate, up to millions.
 */
export function evaluatedFor(
  program: ProgramState,
  target: Pick<ExpressionType, 'name' | 'width'>,
  expression: Expression,
  evaluate: (program: ProgramState, expression: Expression) => Value,
): Value {
  const isInteger = target.name === 'uint' || target.name === 'int'
  if (
    !program.names.needsRangeChecks ||
    !isInteger ||
    !isModular(expression) ||
    !sameModulus(typeOf(program, expression), target)
  )
    return evaluate(program, expression)
  const inner = (part: Expression) => program.budget.nested(part, () => evaluatedFor(program, target, part, evaluate))
  const parts = (expression.kind === 'unary' ? [expression.of] : [expression.left, expression.right]).map(inner)
  if (isSymbolic(...parts)) return evaluate(program, expression)
  const [left, right] = parts as [Value, Value]
  if (expression.kind === 'unary') return unaryValue(program.budget, expression, '-', left)
  return binaryValue(program.budget, expression, { operator: expression.operator, left, right })
}

const isModular = (expression: Expression): expression is ExpressionOf<'binary'> | ExpressionOf<'unary'> =>
  (expression.kind === 'binary' && ['+', '-', '*'].includes(expression.operator)) ||
  (expression.kind === 'unary' && expression.operator === '-')

/** Whether a number keeps its value modulo the width of the target where it first wraps around to the given type. */
function sameModulus({ name, width: of }: ExpressionType, { width }: Pick<ExpressionType, 'width'>): boolean {
  if (name !== 'uint' && name !== 'int') return false
  if (of !== null) return width !== null && of >= width
  return name === 'int' || width === null || width <= MIN_MACHINE_WIDTH
}
/** Least width of an integer declared without a width, on any machine. */
const MIN_MACHINE_WIDTH = 32

/**
 * Notes a comparison of signed bits with a number that only unsigned bits of their width can be, which published programs mean.
 * Hot loop: for each operation that a program's loops evaluate, up to millions.
 */
export function noteUnsigned(program: ProgramState, at: SourceLocation, left: Value, right: Value): void {
  for (const [bits, other] of [
    [left, right],
    [right, left],
  ] as const) {
    if (bits.kind !== 'bits' || !bits.isSigned || isRunTime(other)) continue
    const [number, width] = [exactOf(other), bits.bits.length]
    if (number === null || other.kind === 'bits' || number < 2n ** BigInt(width - 1) || number >= 2n ** BigInt(width))
      continue
    program.readUnsigned ??= { line: at.line, column: at.column, width, number }
  }
}
