/** Values of parameters with their units: up to nine digits, and a prefix where the unit takes one. */
import type { ParameterReading, ParameterValue } from '../../../../main/contract/instruments/reading'
import { roundedTo, scientific, shortest } from '../../../../main/contract/numbers/number-text'
import { NO_VALUE } from '../format/quantity'
import { duration } from '../format/time'

/** Units that take a prefix; those of gauges and ratios stay as they are. */
const PREFIXED = new Set(['V', 'A', 'K', 'Hz', 's', 'Pa', 'W', 'B/s'])
const PREFIXES = [
  [1e9, 'G'],
  [1e6, 'M'],
  [1e3, 'k'],
  [1, ''],
  [1e-3, 'm'],
  [1e-6, 'µ'],
  [1e-9, 'n'],
] as const
const DIGITS = 9
/** Most characters of a text, such as raw bytes of a source. */
const MAX_SHOWN = 60

/** Up to nine digits, without trailing zeros; powers of ten far from 1. */
function upToNineDigits(value: number): string {
  const size = Math.abs(value)
  return size !== 0 && (size < 1e-4 || size >= 1e9) ? scientific(value, DIGITS) : shortest(value, DIGITS)
}

/** `250 mV`, `6.01 GHz`, `12.75 dB`, `on`; a dash where there is none. */
export function valueWithUnit(value: ParameterValue | null, unit: string | null): string {
  if (value === null) return NO_VALUE
  if (typeof value === 'boolean') return value ? 'on' : 'off'
  if (typeof value === 'string') return value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value
  if (unit === null) return upToNineDigits(value)
  if (!PREFIXED.has(unit) || value === 0) return `${upToNineDigits(value)} ${unit}`
  // The prefix follows the value rounded to nine digits, so that 999.9999999999 mV is 1 V.
  const size = Math.abs(roundedTo(value, DIGITS))
  const [factor, prefix] = PREFIXES.find(([least]) => size >= least) ?? PREFIXES.at(-1)!
  return `${upToNineDigits(value / factor)} ${prefix}${unit}`
}

/** The reading of a sensor, or why it gave no value. */
export const latestText = ({ value, unit, status }: ParameterReading): string =>
  status === 'ok' ? valueWithUnit(value, unit) : `no value: ${status.replaceAll('_', ' ')}`

/** How long ago, in words; `now` for a time in the future (another clock). */
export const sinceText = (at: string, now: number): string => {
  const ms = now - Date.parse(at)
  return ms < 1_000 ? 'now' : `${duration(ms)} ago`
}
