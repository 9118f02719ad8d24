import { anyBit, type Bit, type Outcome, tabulated } from './model/bits'
import type { Place } from './model/diagnostics'

/**
 * A classical value while the program is unrolled: a number, bits (bit 0 first) of which some are known only at run time,
 * or a number known only at run time: `values[i]` where outcome k is bit k of i.
 */
export type Value =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'bits'; readonly bits: readonly Bit[] }
  | { readonly kind: 'table'; readonly of: readonly Outcome[]; readonly values: readonly number[] }

export const numeric = (value: number): Value => ({ kind: 'number', value })
export const bitwise = (bits: readonly Bit[]): Value => ({ kind: 'bits', bits })
export const RUN_TIME = 'its value is known only when the circuit runs; choose by if or switch'

/** Whether the value is not zero. */
export function truthOf(at: Place, value: Value): Bit {
  if (value.kind === 'number') return value.value === 0 ? 0 : 1
  if (value.kind === 'bits') return anyBit(at, value.bits)
  return tabulated(
    value.of,
    value.values.map(number => (number === 0 ? 0 : 1)),
  )
}

export const isRunTime = (value: Value): boolean =>
  value.kind === 'table' || (value.kind === 'bits' && value.bits.some(bit => typeof bit === 'object'))
