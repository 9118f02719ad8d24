import { heldAngle } from '../../parameters/held-values'
import { asHeld } from '../../parameters/symbolic'
import type { Type, TypeName } from '../model/ast'
import type { Bit } from '../model/bits'
import { limitExceeded, type SourceLocation, semanticError, unsupportedError } from '../model/diagnostics'
import { MAX_BITS } from '../model/limits'
import { bitsOfValue, exactOf, integerOf, numberOf, resized, safe } from '../model/numbers'
import type { StepBudget } from '../model/step-budget'
import { mapTable } from '../model/tables'
import {
  bitsValue,
  integerValue,
  isRunTime,
  numberValue,
  ONLY_ANGLES,
  symbolValue,
  truthOf,
  type Value,
} from '../model/values'
import type { ProgramState } from '../state/program'
import { evaluateInteger } from './expression'
import type { ExpressionType } from './expression-types'
import { modulo } from './math-functions'

/** Largest width of an integer type whose values a double holds exactly. */
const EXACT_WIDTH = 52

/** The value as a variable of the type holds it. Hot loop: for each operation that a program's loops evaluate, up to millions. */
export const converted = (program: ProgramState, at: SourceLocation, type: Type, value: Value): Value =>
  convertedTo(program.budget, at, { type: type.name, width: widthOfType(program, type), value })

/** The declared width of a type; null where none is declared. */
export function widthOfType(program: ProgramState, { size }: Type): number | null {
  if (size === null) return null
  const width = evaluateInteger(program, size, 'a size')
  if (width > MAX_BITS) limitExceeded(size, `sizes end at ${MAX_BITS}`)
  return width >= 1 ? width : semanticError(size, `a size must be at least 1, not ${width}`)
}

export interface ConvertedValue {
  readonly type: TypeName
  readonly width: number | null
  readonly value: Value
  readonly from?: ExpressionType | null | undefined
}

/** The value as a variable of the type holds it; `from` is its present type, where that is known. */
export function convertedTo(
  budget: StepBudget,
  at: SourceLocation,
  { type, width, value, from = null }: ConvertedValue,
): Value {
  if (value.kind === 'symbol') return heldSymbol(at, { type, width, value, from })
  if (type === 'bool') return bitsValue([truthOf(at, value)])
  if (type === 'bit') return bitsValue(fitted(at, value, width ?? 1))
  if (type === 'angle' && value.kind === 'bits') return bitsValue(fitted(at, value, width ?? value.bits.length))
  if (value.kind === 'bits' && (type === 'int' || type === 'uint'))
    return integerOfBits(at, { type, width, value, from })
  if (value.kind === 'number' && (type === 'int' || type === 'uint'))
    return heldInteger(at, { type, width, value, from })
  const hold = (number: number) => held(at, { type, width, number, from })
  return isRunTime(value)
    ? mapTable(budget, at, [value], number => hold(number!))
    : numberValue(hold(numberOf(at, value, 'this value')))
}

/** Converts an input to a real number, to an angle of any width, or to an integer type that it is declared with. */
function heldSymbol(
  at: SourceLocation,
  { type, width, value, from }: Required<ConvertedValue> & { readonly value: { readonly kind: 'symbol' } },
): Value {
  if (type === 'float') return value
  const isKept = type === 'angle' || ((type === 'int' || type === 'uint') && from?.name === type)
  if (isKept) return symbolValue(asHeld(value.text, { type, width }))
  return unsupportedError(at, ONLY_ANGLES)
}

type BitsValue = Extract<Value, { kind: 'bits' }>

interface BitsConversion {
  readonly type: TypeName
  readonly width: number | null
  readonly value: BitsValue
  readonly from: ExpressionType | null
}

/** Converts bits to an integer: a number of their own width, which is then extended or cut to the width of the type. */
function integerOfBits(at: SourceLocation, { type, width, value, from }: BitsConversion): Value {
  const { bits, isSigned = false } = value
  if (width !== null && bits.length > width && from?.name === 'bit')
    semanticError(
      at,
      `${bits.length} bits do not fit in ${type}[${width}]: name those that are meant, as in c[0:${width - 1}]`,
    )
  const wide = width === null ? bits : resized(bits, width, isSigned)
  const isNegative = type === 'int' && (width === null ? isSigned : true)
  if (type === 'uint' && width === null && isSigned) unsupportedError(at, 'a signed number as uint without a width')
  const whole = bitsValue(wide, isNegative)
  const exact = exactOf(whole)
  return exact === null ? whole : integerValue(exact)
}

interface IntegerConversion {
  readonly type: 'int' | 'uint'
  readonly width: number | null
  readonly value: Value
  readonly from: ExpressionType | null
}

function heldInteger(at: SourceLocation, { type, width, value, from }: IntegerConversion): Value {
  const isPlain =
    value.kind === 'number' && value.exact === undefined && Math.abs(value.value) <= Number.MAX_SAFE_INTEGER
  if (isPlain && (width === null || width <= EXACT_WIDTH))
    return numberValue(held(at, { type, width, number: value.value, from }))
  const number = numberOf(
    at,
    value.kind === 'number' && value.exact !== undefined ? numberValue(0) : value,
    'this value',
  )
  const exact = exactOf(value) ?? BigInt(Math.trunc(number))
  if (Number.isSafeInteger(Number(exact)) && (width === null || width <= EXACT_WIDTH))
    return numberValue(held(at, { type, width, number: Number(exact), from }))
  if (width === null) return numberValue(safe(at, Number(exact)))
  if (type === 'uint') return integerValue(BigInt.asUintN(width, exact))
  const whole = isReinterpreted(width, from) ? BigInt.asIntN(width, exact) : exact
  return whole === BigInt.asIntN(width, whole)
    ? integerValue(whole)
    : semanticError(at, `${exact} does not fit in int[${width}]`)
}

/** An unsigned number of the same width keeps its bits. */
const isReinterpreted = (width: number, from: ExpressionType | null): boolean =>
  from?.name === 'uint' && from.width === width

interface NumberConversion {
  readonly type: TypeName
  readonly width: number | null
  readonly number: number
  readonly from: ExpressionType | null
}

/**
 * The number as a variable holds it: unsigned integers of a width wrap around, signed ones must fit, angles are
 * reduced to a turn.
 */
function held(at: SourceLocation, { type, width, number, from }: NumberConversion): number {
  if (type === 'angle') return heldAngle(number, width)
  if (type !== 'int' && type !== 'uint') return number
  const whole = safe(at, Math.trunc(number))
  if (width === null) return type === 'int' || whole >= 0 ? whole : belowZero(at, whole)
  if (width > EXACT_WIDTH) return type === 'int' || whole >= 0 ? whole : safe(at, 2 ** width + whole)
  if (type === 'uint') return modulo(whole, 2 ** width)
  const [least, end] = [-(2 ** (width - 1)), 2 ** (width - 1)]
  if (whole >= end && isReinterpreted(width, from)) return whole - 2 ** width
  return whole >= least && whole < end
    ? whole
    : semanticError(at, `${whole} does not fit in int[${width}], which goes from ${least} to ${end - 1}`)
}

const belowZero = (at: SourceLocation, whole: number): never =>
  unsupportedError(
    at,
    `${whole} in an unsigned integer without a width is not supported: write uint[n], which wraps around`,
  )

/** The bits of a value at exactly this width; a value that does not fit is refused. */
function fitted(at: SourceLocation, value: Value, width: number): Bit[] {
  if (value.kind === 'bits') {
    if (value.bits.length !== width) semanticError(at, `${value.bits.length} bits do not fit in ${width}`)
    return [...value.bits]
  }
  const numbers = value.kind === 'table' ? value.values : []
  const exact = value.kind === 'table' ? null : (exactOf(value) ?? BigInt(integerOf(at, value, 'what becomes bits')))
  const all = exact === null ? numbers.map(number => BigInt(Math.trunc(number))) : [exact]
  const outside = all.find(
    number => number !== BigInt.asUintN(width, number) && number !== BigInt.asIntN(width, number),
  )
  if (outside !== undefined) semanticError(at, `${outside} does not fit in ${width} ${width === 1 ? 'bit' : 'bits'}`)
  return bitsOfValue(at, value, width, 'what becomes bits')
}
