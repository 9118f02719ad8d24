import { allBits, anyBit, type Bit, notBit, oddBits } from './model/bits'
import { type Place, semantic } from './model/diagnostics'
import { finite, remainder } from './evaluation/math-functions'
import type { Meter } from './meter'
import { bitsOfNumber, bitsOfValue, integerOf, numberOf, safe } from './numbers'
import { lifted } from './tables'
import { bitwise, isRunTime, numeric, truthOf, type Value } from './values'

/** Operators that see an angle as the bits of its fraction of a turn. */
export const BIT_OPERATORS: readonly string[] = ['&', '|', '^', '<<', '>>']

export function unaryValue(meter: Meter, at: Place, operator: string, value: Value): Value {
  if (operator === '!') return bitwise([notBit(at, truthOf(at, value))])
  if (operator === '~' && value.kind === 'bits') return bitwise(value.bits.map(bit => notBit(at, bit)))
  const compute =
    operator === '~' ? (a: number) => -1 - integerOf(at, numeric(a), 'the operand of ~') : (a: number) => -a
  if (isRunTime(value)) return lifted(meter, at, [value], a => compute(a!))
  return numeric(compute(numberOf(at, value, `the operand of ${operator}`)))
}

/** Any infix operator but && and ||, on values known and unknown. */
export function binaryValue(meter: Meter, at: Place, operator: string, left: Value, right: Value): Value {
  meter.spend(at, sizeOf(left) + sizeOf(right))
  if (operator === '==' || operator === '!=') return equality(meter, at, operator, left, right)
  if (['&', '|', '^'].includes(operator) && (left.kind === 'bits' || right.kind === 'bits'))
    return bitOperation(at, operator, left, right)
  if ((operator === '<<' || operator === '>>') && left.kind === 'bits') return shifted(at, operator, left.bits, right)
  return arithmetic(meter, at, operator, left, right)
}

const sizeOf = (value: Value) => (value.kind === 'bits' ? value.bits.length : 0)

/** Bits compare as an unsigned number, however wide; the register is written low bit first in the condition. */
function equality(meter: Meter, at: Place, operator: string, left: Value, right: Value): Value {
  const isTabulated = left.kind === 'table' || right.kind === 'table'
  const equal = isTabulated
    ? truthOf(
        at,
        lifted(meter, at, [left, right], (a, b) => (a === b ? 1 : 0)),
      )
    : equalBit(at, left, right)
  return bitwise([operator === '==' ? equal : notBit(at, equal)])
}

function equalBit(at: Place, left: Value, right: Value): Bit {
  if (!isRunTime(left) && !isRunTime(right)) return numberOf(at, left, '==') === numberOf(at, right, '==') ? 1 : 0
  const width = Math.max(sizeOf(left), sizeOf(right))
  const [a, b] = [comparable(at, left, width), comparable(at, right, width)]
  if (a === null || b === null) return 0
  return allBits(
    at,
    a.map((bit, i) => (b[i] === 1 ? bit : a[i] === 1 ? b[i]! : notBit(at, oddBits(at, [bit, b[i]!])))),
  )
}

/** The value as that many bits; null if it has no such form, so that nothing equals it. */
function comparable(at: Place, value: Value, width: number): Bit[] | null {
  if (value.kind === 'bits') return [...value.bits, ...Array<Bit>(width - value.bits.length).fill(0)]
  if (value.kind === 'table') return bitsOfValue(at, value, width, 'the operand of a bit operation')
  const number = integerOf(at, value, 'what bits are compared with')
  return number < 0 || number >= 2 ** width ? null : bitsOfNumber(number, width)
}

function bitOperation(at: Place, operator: string, left: Value, right: Value): Value {
  const width = Math.max(sizeOf(left), sizeOf(right))
  const [a, b] = [comparable(at, left, width), comparable(at, right, width)]
  if (a === null || b === null) return semantic(at, `the operands of ${operator} have different widths`)
  const combine = operator === '&' ? allBits : operator === '|' ? anyBit : oddBits
  return bitwise(a.map((bit, i) => combine(at, [bit, b[i]!])))
}

function shifted(at: Place, operator: string, bits: readonly Bit[], by: Value): Value {
  const distance = integerOf(at, by, 'the distance of a shift')
  if (distance < 0) semantic(at, 'a shift by a negative distance')
  const from = operator === '<<' ? -distance : distance
  return bitwise(bits.map((_, i): Bit => bits[i + from] ?? 0))
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

const isComparison = (operator: string) => Object.hasOwn(COMPARE, operator)

function arithmetic(meter: Meter, at: Place, operator: string, left: Value, right: Value): Value {
  if (!isRunTime(left) && !isRunTime(right)) {
    const what = `the operand of ${operator}`
    const result = scalar(at, operator, numberOf(at, left, what), numberOf(at, right, what))
    return isComparison(operator) ? bitwise([result === 0 ? 0 : 1]) : numeric(result)
  }
  const result = lifted(meter, at, [left, right], (a, b) => scalar(at, operator, a!, b!))
  return isComparison(operator) ? bitwise([truthOf(at, result)]) : result
}

/** Quotients are exact here; what divides integers drops the fraction (evaluate.ts). */
function scalar(at: Place, operator: string, a: number, b: number): number {
  if (isComparison(operator)) return COMPARE[operator]!(a, b) ? 1 : 0
  if (operator === '%') return finite(at, remainder(at, a, b))
  if (Object.hasOwn(ARITHMETIC, operator)) return finite(at, ARITHMETIC[operator]!(a, b))
  if (!Number.isInteger(a) || !Number.isInteger(b)) semantic(at, `the operands of ${operator} must be integers`)
  if ((operator === '<<' || operator === '>>') && (b < 0 || b > 64)) semantic(at, 'shifts go from 0 to 64')
  return safe(at, Number(INTEGER[operator]!(BigInt(a), BigInt(b))))
}
