import { andBits, type Bit, notBit, orBits, xorBits } from '../model/bits'
import { type SourceLocation, semanticError } from '../model/diagnostics'
import { bitsOfInteger, bitsOfValue, exactOf, finiteOf, integerOf, numberOf, resized, safe } from '../model/numbers'
import type { StepBudget } from '../model/step-budget'
import { mapTable } from '../model/tables'
import { bitsValue, integerValue, isRunTime, numberValue, truthOf, type Value } from '../model/values'
import { remainder } from './math-functions'

/** Operators that take an angle as the bits of its fraction of a turn. */
export const BIT_OPERATORS: readonly string[] = ['&', '|', '^', '<<', '>>']

/** Hot loop: for each operation that a program's loops evaluate, up to millions. */
export function unaryValue(budget: StepBudget, at: SourceLocation, operator: string, value: Value): Value {
  if (operator === '!') return bitsValue([notBit(at, truthOf(at, value))])
  if (operator === '~' && value.kind === 'bits')
    return bitsValue(
      value.bits.map(bit => notBit(at, bit)),
      value.isSigned,
    )
  const exact = isPlain(value) ? null : exactOf(value)
  if (exact !== null && !Number.isSafeInteger(Number(exact)))
    return integerValue(operator === '~' ? -1n - exact : -exact)
  const compute =
    operator === '~' ? (a: number) => -1 - integerOf(at, numberValue(a), 'the operand of ~') : (a: number) => -a
  if (isRunTime(value)) return mapTable(budget, at, [value], a => compute(a!))
  return numberValue(compute(numberOf(at, value, `the operand of ${operator}`)))
}

export interface InfixOperation {
  readonly operator: string
  readonly left: Value
  readonly right: Value
}

/** The result of an infix operator other than && and ||, on values that may depend on measurements. */
export function binaryValue(budget: StepBudget, at: SourceLocation, { operator, left, right }: InfixOperation): Value {
  budget.spend(at, sizeOf(left) + sizeOf(right))
  if (operator === '==' || operator === '!=') return equality(budget, at, { operator, left, right })
  if (['&', '|', '^'].includes(operator) && (left.kind === 'bits' || right.kind === 'bits'))
    return bitOperation(at, { operator, left, right })
  if ((operator === '<<' || operator === '>>') && left.kind === 'bits')
    return shifted(at, left.bits, { operator, by: right })
  return arithmetic(budget, at, { operator, left, right })
}

const sizeOf = (value: Value) => (value.kind === 'bits' ? value.bits.length : 0)

/** Compares bits as integers of any width, signed bits in two's complement. */
function equality(budget: StepBudget, at: SourceLocation, { operator, left, right }: InfixOperation): Value {
  const isTabulated = left.kind === 'table' || right.kind === 'table'
  const equal = isTabulated
    ? truthOf(
        at,
        mapTable(budget, at, [left, right], (a, b) => (a === b ? 1 : 0)),
      )
    : equalBit(at, left, right)
  return bitsValue([operator === '==' ? equal : notBit(at, equal)])
}

function equalBit(at: SourceLocation, left: Value, right: Value): Bit {
  if (!isRunTime(left) && !isRunTime(right)) return equalNumbers(at, left, right) ? 1 : 0
  const [a, b] = alike(at, left, right)
  if (a === null || b === null) return 0
  return andBits(
    at,
    a.map((bit, i) => (b[i] === 1 ? bit : a[i] === 1 ? b[i]! : notBit(at, xorBits(at, [bit, b[i]!])))),
  )
}

function equalNumbers(at: SourceLocation, left: Value, right: Value): boolean {
  if (isPlain(left) && isPlain(right)) return left.value === right.value
  const [a, b] = [exactOf(left), exactOf(right)]
  return a === null || b === null ? numberOf(at, left, '==') === numberOf(at, right, '==') : a === b
}

const isSigned = (value: Value) => value.kind === 'bits' && value.isSigned === true

/** Both as bits of one width. A signed and an unsigned number of the same width are compared bit by bit, as in C. */
function alike(at: SourceLocation, left: Value, right: Value): [Bit[] | null, Bit[] | null] {
  const [a, b] = [sizeOf(left), sizeOf(right)]
  const isMixed = a !== b && a * b > 0 && isSigned(left) !== isSigned(right)
  const width = Math.max(a, b) + (isMixed ? 1 : 0)
  return [
    comparable(at, left, { width, isWithSigned: isSigned(right) }),
    comparable(at, right, { width, isWithSigned: isSigned(left) }),
  ]
}

/** The value as `width` bits; null if it does not fit, so that nothing equals it. */
function comparable(
  at: SourceLocation,
  value: Value,
  { width, isWithSigned }: { readonly width: number; readonly isWithSigned: boolean },
): Bit[] | null {
  if (value.kind === 'bits') return resized(value.bits, width, value.isSigned)
  if (value.kind === 'table') return bitsOfValue(at, value, width, 'the operand of a bit operation')
  const exact = exactOf(value) ?? BigInt(integerOf(at, value, 'what bits are compared with'))
  const isHeld = exact === BigInt.asUintN(width, exact) || (isWithSigned && exact === BigInt.asIntN(width, exact))
  return isHeld ? bitsOfInteger(exact, width) : null
}

function bitOperation(at: SourceLocation, { operator, left, right }: InfixOperation): Value {
  const [a, b] = alike(at, left, right)
  if (a === null || b === null) return semanticError(at, `the operands of ${operator} have different widths`)
  const combine = operator === '&' ? andBits : operator === '|' ? orBits : xorBits
  const bits = a.map((bit, i) => combine(at, [bit, b[i]!]))
  return bitsValue(bits, isSigned(left) || isSigned(right))
}

function shifted(
  at: SourceLocation,
  bits: readonly Bit[],
  { operator, by }: { readonly operator: string; readonly by: Value },
): Value {
  const distance = integerOf(at, by, 'the distance of a shift')
  if (distance < 0) semanticError(at, 'a shift by a negative distance')
  const from = operator === '<<' ? -distance : distance
  return bitsValue(bits.map((_, i): Bit => bits[i + from] ?? 0))
}

const COMPARE: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  '<': (a, b) => a < b,
  '>': (a, b) => a > b,
  '<=': (a, b) => a <= b,
  '>=': (a, b) => a >= b,
}
const ARITHMETIC: Readonly<Record<string, (a: number, b: number) => number>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '/': (a, b) => a / b,
  '**': (a, b) => a ** b,
}
const INTEGER: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '&': (a, b) => a & b,
  '|': (a, b) => a | b,
  '^': (a, b) => a ^ b,
  '<<': (a, b) => a << b,
  '>>': (a, b) => a >> b,
}
/** Operators on integers with integer results, exact where doubles are not. */
const EXACT: Readonly<Record<string, (a: bigint, b: bigint) => bigint>> = {
  '+': (a, b) => a + b,
  '-': (a, b) => a - b,
  '*': (a, b) => a * b,
  '**': (a, b) => a ** b,
}

/** Operators that make integers of integers, whatever their size. */
const isKept = (operator: string) => operator === '%' || Object.hasOwn(EXACT, operator)
type PlainNumber = Extract<Value, { kind: 'number' }>
/** A number that a double holds; most are, and BigInts cost several times as much. */
const isPlain = (value: Value): value is PlainNumber => value.kind === 'number' && value.exact === undefined
export const isComparison = (operator: string) => Object.hasOwn(COMPARE, operator)
/** Longest shift of an integer that is not given as bits. */
const MAX_SHIFT = 64n

function arithmetic(budget: StepBudget, at: SourceLocation, { operator, left, right }: InfixOperation): Value {
  if (!isRunTime(left) && !isRunTime(right)) return known(at, { operator, left, right })
  const result = mapTable(budget, at, [left, right], (a, b) => scalar(at, operator, a!, b!))
  return isComparison(operator) ? bitsValue([truthOf(at, result)]) : result
}

function known(at: SourceLocation, { operator, left, right }: InfixOperation): Value {
  if (isPlain(left) && isPlain(right) && !Object.hasOwn(INTEGER, operator)) {
    const result = scalar(at, operator, left.value, right.value)
    if (isComparison(operator)) return bitsValue([result === 0 ? 0 : 1])
    if (Math.abs(result) <= Number.MAX_SAFE_INTEGER) return numberValue(result)
  }
  const [a, b] = [exactOf(left), exactOf(right)]
  const isExact = a !== null && b !== null
  if (isComparison(operator) && isExact) return bitsValue([COMPARE[operator]!(a < b ? -1 : a > b ? 1 : 0, 0) ? 1 : 0])
  if (isExact && Object.hasOwn(INTEGER, operator)) return integerValue(ofIntegers(at, operator, [a, b]))
  const isLarge = isExact && [a, b].some(whole => !Number.isSafeInteger(Number(whole)))
  if (isLarge && isKept(operator)) return largeResult(at, operator, [a, b])
  const what = `the operand of ${operator}`
  const result = scalar(at, operator, numberOf(at, left, what), numberOf(at, right, what))
  if (isComparison(operator)) return bitsValue([result === 0 ? 0 : 1])
  const isRounded = isExact && Number.isInteger(result) && !Number.isSafeInteger(result)
  return isRounded && isKept(operator) ? largeResult(at, operator, [a, b]) : numberValue(result)
}

/** The result where a double does not hold all digits of the integers; powers are bounded by the range of doubles. */
function largeResult(at: SourceLocation, operator: string, [a, b]: readonly [bigint, bigint]): Value {
  if (operator === '%') return integerValue(largeRemainder(at, a, b))
  const power = operator === '**' ? finiteOf(at, Number(a) ** Number(b)) : 0
  return operator === '**' && b < 0n ? numberValue(power) : integerValue(EXACT[operator]!(a, b))
}

function largeRemainder(at: SourceLocation, a: bigint, b: bigint): bigint {
  const rest = a % (b === 0n ? semanticError(at, 'this has no finite value') : b)
  if (rest !== 0n && (a < 0n || b < 0n)) remainder(at, -1, 2)
  return rest
}

function ofIntegers(at: SourceLocation, operator: string, [a, b]: readonly [bigint, bigint]): bigint {
  if ((operator === '<<' || operator === '>>') && (b < 0n || b > MAX_SHIFT))
    semanticError(at, `shifts go from 0 to ${MAX_SHIFT}`)
  return INTEGER[operator]!(a, b)
}

/**
 * Quotients keep their fraction here; `expression.ts` drops that of integers. Hot loop: for each operation that a program's loops
 * evaluate and each row of a table, up to millions.
 */
function scalar(at: SourceLocation, operator: string, a: number, b: number): number {
  if (isComparison(operator)) return COMPARE[operator]!(a, b) ? 1 : 0
  if (operator === '%') return finiteOf(at, remainder(at, a, b))
  if (Object.hasOwn(ARITHMETIC, operator)) return finiteOf(at, ARITHMETIC[operator]!(a, b))
  if (!Number.isInteger(a) || !Number.isInteger(b)) semanticError(at, `the operands of ${operator} must be integers`)
  return safe(at, Number(ofIntegers(at, operator, [BigInt(a), BigInt(b)])))
}
