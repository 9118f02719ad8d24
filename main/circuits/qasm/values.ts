import { anyBit, type Bit } from './bits'
import { type Place, semantic, unsupported } from './fault'

/** A classical value while the program is unrolled: a number, or bits (bit 0 first) of which some are known only at run time. */
export type Value =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'bits'; readonly bits: readonly Bit[] }

export const numeric = (value: number): Value => ({ kind: 'number', value })
export const bitwise = (bits: readonly Bit[]): Value => ({ kind: 'bits', bits })
export const RUN_TIME = 'its value is known only when the circuit runs'

/** Bits as an unsigned integer, bit 0 the lowest. */
export function numberOf(at: Place, value: Value, what: string): number {
  if (value.kind === 'number') return value.value
  return value.bits.reduce<number>((sum, bit, i) => {
    if (typeof bit === 'object') return unsupported(at, `${what} cannot depend on a measurement: ${RUN_TIME}`)
    return bit === 1 ? safe(at, sum + 2 ** i) : sum
  }, 0)
}

export function integerOf(at: Place, value: Value, what: string): number {
  const number = numberOf(at, value, what)
  return Number.isInteger(number) ? safe(at, number) : semantic(at, `${what} must be an integer, not ${number}`)
}

export const safe = (at: Place, value: number): number =>
  Math.abs(value) <= Number.MAX_SAFE_INTEGER ? value : semantic(at, `integers end at ±${Number.MAX_SAFE_INTEGER} here`)

/** Whether the value is not zero. */
export const truthOf = (at: Place, value: Value): Bit =>
  value.kind === 'number' ? (value.value === 0 ? 0 : 1) : anyBit(at, value.bits)

/** The lowest `width` bits of a non-negative or two's-complement integer. */
export function bitsOfNumber(value: number, width: number): Bit[] {
  let rest = value
  return Array.from({ length: width }, () => {
    const bit = ((rest % 2) + 2) % 2 === 1 ? 1 : 0
    rest = Math.floor(rest / 2)
    return bit
  })
}

export const isRunTime = (value: Value): boolean =>
  value.kind === 'bits' && value.bits.some(bit => typeof bit === 'object')
