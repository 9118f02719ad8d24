import { conditionDigits } from '../../contract/jobs/circuit'

/** Required value of a condition's bits: a number, or above 2^53 - 1 its decimal digits. */
type ConditionValue = number | string
type Digit = 0 | 1

/** Largest number of bits for which a double is exact. */
const EXACT_WIDTH = 53

/** Bits of the value, the lowest first, exact for any width. Requires `fits(value, width)`. */
export function valueBits(value: ConditionValue, width: number): Digit[] {
  if (typeof value === 'number' && width <= EXACT_WIDTH)
    return Array.from({ length: width }, (_, i) => (Math.floor(value / 2 ** i) % 2) as Digit)
  const digits = BigInt(value).toString(2)
  return Array.from({ length: width }, (_, i) => (digits[digits.length - 1 - i] === '1' ? 1 : 0))
}

/** The value of bits, the lowest first, as conditions carry it. */
export function valueOfBits(bits: readonly Digit[]): ConditionValue {
  const digits = bits.toReversed().join('')
  return digits.length <= EXACT_WIDTH
    ? Number.parseInt(digits || '0', 2)
    : canonicalValue(BigInt(`0b${digits}`).toString())
}

/** A number wherever a number is exact. */
export function canonicalValue(value: ConditionValue): ConditionValue {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** Whether `width` bits can hold the value. */
export function fits(value: ConditionValue, width: number): boolean {
  if (typeof value === 'number')
    return Number.isSafeInteger(value) && value >= 0 && (width > EXACT_WIDTH || value < 2 ** width)
  return conditionDigits.test(value) && BigInt(value).toString(2).length <= Math.max(1, width)
}
