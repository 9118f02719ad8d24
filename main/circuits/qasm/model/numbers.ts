import { type Bit, fromTruthTable } from './bits'
import { type SourceLocation, semanticError, unsupportedError } from './diagnostics'
import { NOT_CONSTANT, ONLY_ANGLES, type Value } from './values'

/**
 * The value as a number, bits as an integer with bit 0 lowest. Refuses inputs, and values that depend on measurements.
 */
export function numberOf(at: SourceLocation, value: Value, what: string): number {
  if (value.kind === 'number') return finiteOf(at, value.value)
  if (value.kind === 'symbol') return unsupportedError(at, ONLY_ANGLES)
  const exact = exactOf(value)
  if (exact === null) return unsupportedError(at, `${what} cannot depend on a measurement: ${NOT_CONSTANT}`)
  return safe(at, Number(exact))
}

export const finiteOf = (at: SourceLocation, value: number): number =>
  Number.isFinite(value) ? value : semanticError(at, 'this has no finite value')

/**
 * The integer that the value is, of any size. null for fractions, for doubles beyond the safe integers without `exact`,
 * for inputs, and for values that are known only when the circuit runs.
 */
export function exactOf(value: Value): bigint | null {
  if (value.kind === 'table' || value.kind === 'symbol') return null
  if (value.kind === 'number') return value.exact ?? (Number.isSafeInteger(value.value) ? BigInt(value.value) : null)
  const { bits, isSigned } = value
  if (bits.some(bit => typeof bit === 'object')) return null
  const whole = BigInt(`0b0${bits.toReversed().join('')}`)
  return isSigned ? BigInt.asIntN(bits.length, whole) : whole
}

export const integerOf = (at: SourceLocation, value: Value, what: string): number =>
  whole(at, numberOf(at, value, what), what)

const whole = (at: SourceLocation, number: number, what: string): number =>
  Number.isInteger(number) ? safe(at, number) : semanticError(at, `${what} must be an integer, not ${number}`)

export const safe = (at: SourceLocation, value: number): number =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER
    ? value
    : semanticError(at, `integers end at ±${Number.MAX_SAFE_INTEGER} here`)

/**
 * The lowest `width` bits of the value, the lowest first; bits that are fewer are not extended. Hot loop: for each
 * operation that a program's loops evaluate, up to millions.
 */
export function bitsOfValue(at: SourceLocation, value: Value, width: number, what: string): Bit[] {
  if (value.kind === 'bits') return value.bits.slice(0, width)
  if (value.kind === 'number') return bitsOfInteger(exactOf(value) ?? BigInt(integerOf(at, value, what)), width)
  if (value.kind === 'symbol') return unsupportedError(at, ONLY_ANGLES)
  const rows = value.values.map(number => bitsOfNumber(whole(at, number, what), width) as (0 | 1)[])
  return Array.from({ length: width }, (_, bit) =>
    fromTruthTable(
      value.of,
      rows.map(row => row[bit]!),
    ),
  )
}

/** The lowest `width` bits of an integer, in two's complement where it is negative. */
export function bitsOfNumber(value: number, width: number): Bit[] {
  let rest = value
  return Array.from({ length: width }, () => {
    const bit = ((rest % 2) + 2) % 2 === 1 ? 1 : 0
    rest = Math.floor(rest / 2)
    return bit
  })
}

/** The lowest `width` bits of an integer of any size, in two's complement where it is negative. */
export function bitsOfInteger(value: bigint, width: number): Bit[] {
  const number = Number(value)
  if (Number.isSafeInteger(number)) return bitsOfNumber(number, width)
  const digits = BigInt.asUintN(width, value).toString(2)
  return Array.from({ length: width }, (_, i) => (digits[digits.length - 1 - i] === '1' ? 1 : 0))
}

/** The bits cut or extended to `width`: bits that are added are 0, or copies of the sign where the bits are signed. */
export function resized(bits: readonly Bit[], width: number, isSigned = false): Bit[] {
  const above: Bit = isSigned ? (bits.at(-1) ?? 0) : 0
  return Array.from({ length: width }, (_, i) => bits[i] ?? above)
}
