import { type Bit, fromTruthTable, type MeasurementOutcome, orBits } from './bits'
import { type SourceLocation, unsupportedError } from './diagnostics'

/**
 * A classical value while the program is unrolled: a number; bits, bit 0 first, each known or dependent on
 * measurements; or a table, which is the number `values[i]` where outcome k is bit k of i. `exact` is the integer where
 * it is not a safe integer of a double. Signed bits are a number in two's complement, others an unsigned one.
 */
export type Value =
  | { readonly kind: 'number'; readonly value: number; readonly exact?: bigint }
  | { readonly kind: 'bits'; readonly bits: readonly Bit[]; readonly isSigned?: boolean }
  | { readonly kind: 'table'; readonly of: readonly MeasurementOutcome[]; readonly values: readonly number[] }
  /** An expression of inputs (main/circuits/parameters). */
  | { readonly kind: 'symbol'; readonly text: string }

export const symbolValue = (text: string): Value => ({ kind: 'symbol', text })
export const numberValue = (value: number): Value => ({ kind: 'number', value })
export const bitsValue = (bits: readonly Bit[], isSigned = false): Value =>
  isSigned ? { kind: 'bits', bits, isSigned } : { kind: 'bits', bits }
/** An integer of any size. */
export const integerValue = (exact: bigint): Value => {
  const value = Number(exact)
  return Number.isSafeInteger(value) ? { kind: 'number', value } : { kind: 'number', value, exact }
}
/** Message where an input stands in a place that needs a value. */
export const ONLY_ANGLES = 'an input is known only with each row of parameters: it may stand in angles of gates alone'
export const NOT_CONSTANT = 'its value is known only when the circuit runs; choose by if or switch'

/** Whether the value is not zero. */
export function truthOf(at: SourceLocation, value: Value): Bit {
  if (value.kind === 'number') return value.value === 0 ? 0 : 1
  if (value.kind === 'symbol') return unsupportedError(at, ONLY_ANGLES)
  if (value.kind === 'bits') return orBits(at, value.bits)
  return fromTruthTable(
    value.of,
    value.values.map(number => (number === 0 ? 0 : 1)),
  )
}

export const isRunTime = (value: Value): boolean =>
  value.kind === 'table' || (value.kind === 'bits' && value.bits.some(bit => typeof bit === 'object'))
