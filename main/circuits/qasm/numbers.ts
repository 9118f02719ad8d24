import { type Bit, tabulated } from './model/bits'
import { type Place, semantic, unsupported } from './model/diagnostics'
import { numeric, RUN_TIME, type Value } from './values'

/** Bits as an unsigned integer, bit 0 the lowest. */
export function numberOf(at: Place, value: Value, what: string): number {
  if (value.kind === 'number') return value.value
  if (value.kind === 'table') return unsupported(at, `${what} cannot depend on a measurement: ${RUN_TIME}`)
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

/** The value as that many bits, the lowest first. */
export function bitsOfValue(at: Place, value: Value, width: number, what: string): Bit[] {
  if (value.kind === 'bits') return value.bits.slice(0, width)
  if (value.kind === 'number') return bitsOfNumber(integerOf(at, value, what), width)
  const rows = value.values.map(number => bitsOfNumber(integerOf(at, numeric(number), what), width) as (0 | 1)[])
  return Array.from({ length: width }, (_, place) =>
    tabulated(
      value.of,
      rows.map(row => row[place]!),
    ),
  )
}

/** The lowest `width` bits of a non-negative or two's-complement integer. */
export function bitsOfNumber(value: number, width: number): Bit[] {
  let rest = value
  return Array.from({ length: width }, () => {
    const bit = ((rest % 2) + 2) % 2 === 1 ? 1 : 0
    rest = Math.floor(rest / 2)
    return bit
  })
}
