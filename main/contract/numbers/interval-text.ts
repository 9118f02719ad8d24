/** Estimates as text: two significant digits of the interval's narrower side set the decimals, and all numbers share one unit. */
import { estimateForm } from '../model/estimate-bounds'
import type { Estimate } from '../model/primitives'
import { decimalsFor, fixed, significant, timesPowerOfTen } from './number-text'

export interface NumberUnit {
  /** After the number, with its space. */
  readonly suffix: string
  /** The number that is written, over the value. */
  readonly factor: number
  /** Smaller numbers are written with a power of ten and without the unit. */
  readonly least?: number
  /** Ends get more decimals until it shows on which side of this value they lie. */
  readonly divide?: number
}

export const PLAIN_NUMBER: NumberUnit = { suffix: '', factor: 1 }
/** Probabilities from 0 to 1; values below 0.01 % are written as powers of ten. */
export const PERCENT: NumberUnit = { suffix: ' %', factor: 100, least: 1e-4 }
export const PERCENTAGE_POINTS: NumberUnit = { suffix: ' pp', factor: 100 }
/** A ratio, e.g. a gain. */
export const RATIO: NumberUnit = { suffix: ' ×', factor: 1, divide: 1 }

/** Stands for an estimate where the data give no figure and no bound. */
const UNDETERMINED = 'not determined'

/** Text of an estimate with neither value nor bound: counts that constrain nothing, or no counts. */
const missingReason = ({ method }: Pick<Estimate, 'method'>): string =>
  method.includes('not identifiable') ? UNDETERMINED : 'nothing observed'

type Interval = Pick<Estimate, 'value' | 'low' | 'high'>

/** How the numbers of one estimate are written: what they are multiplied by, their decimals, what follows the last. */
interface NumberFormat {
  readonly factor: number
  readonly decimals: number
  readonly suffix: string
  readonly divide: number | undefined
}

/** Digits beyond these say nothing, however narrow an interval is. */
const MAX_DIGITS = 8
/** Digits of an interval without width. */
const EXACT_DIGITS = 3

/** Range of numbers, in the unit, that are written without a power of ten. */
const WRITTEN = { from: 1e-3, below: 1e6 } as const

function lookOf(figure: Interval, unit: NumberUnit): NumberFormat {
  const largest = Math.max(...[figure.value, figure.low, figure.high].map(each => Math.abs(each ?? 0)))
  const { factor, suffix, exponent } = scaleOf(largest, unit)
  const uncertain = uncertaintyOf(figure) * factor
  const size = largest * factor
  const most = size > 0 ? MAX_DIGITS - 1 - Math.floor(Math.log10(size)) : MAX_DIGITS
  const decimals = uncertain > 0 ? decimalsFor(uncertain) : most - MAX_DIGITS + EXACT_DIGITS
  const shown = `${exponent === 0 ? '' : timesPowerOfTen(exponent)}${suffix}`
  return { factor, decimals: Math.max(0, Math.min(decimals, most)), suffix: shown, divide: unit.divide }
}

function scaleOf(
  largest: number,
  { suffix, factor, least = 0 }: NumberUnit,
): { factor: number; suffix: string; exponent: number } {
  const written = largest * factor
  const small = largest < least
  if (largest === 0 || (!small && written >= WRITTEN.from && written < WRITTEN.below))
    return { factor, suffix, exponent: 0 }
  const own = small ? 1 : factor
  const exponent = Math.floor(Math.log10(largest * own) + 1e-12)
  return { factor: own / 10 ** exponent, suffix: small ? '' : suffix, exponent }
}

/** The narrower side, as the wider one would round it away; half of the width where the value lies at an end or outside. */
function uncertaintyOf({ value, low, high }: Interval): number {
  if (low === null || high === null) return 0
  const sides = value === null ? [] : [value - low, high - value].filter(side => side > 0)
  return sides.length === 2 ? Math.min(...sides) : (high - low) / 2
}

const numbered = (value: number, { factor, decimals }: NumberFormat): string => fixed(value * factor, decimals)

/**
 * `2.862 [2.811, 2.914] %`; `< 0.03 %` of a probability where nothing of its kind was observed; `> 21 %` or `between 10 and 40 %` where only bounds are known; where nothing was observed it says so
 * instead of showing 0.
 */
export function intervalText(figure: Estimate, unit: NumberUnit = PERCENT): string {
  const what = estimateForm(figure)
  if (what.kind === 'nothing') return missingReason(figure)
  const bound = boundOfInterval(figure, unit) ?? boundOfNone(figure, unit)
  if (bound !== null) return bound
  const look = lookOf(figure, unit)
  if (what.kind !== 'figure') return betweenText(figure, look)
  const value = numbered(what.value, look)
  const ends = endsText(figure, look)
  return ends === null ? `${value}${look.suffix}` : `${value} ${ends}${look.suffix}`
}

const betweenText = ({ low, high }: Interval, look: NumberFormat): string =>
  `between ${endText(low, look, '−∞')} and ${endText(high, look, '∞')}${look.suffix}`

/** `> 21 %` or `< 4.3 ×` of an estimate that is bounded on one side only; null of any other. */
export function boundOfInterval(figure: Interval, unit: NumberUnit = PERCENT): string | null {
  const what = estimateForm(figure)
  if (what.kind !== 'above' && what.kind !== 'below') return null
  return `${what.kind === 'above' ? '>' : '<'} ${quantityText(what.than, unit)}`
}

/** `< 0.03 %` of a probability that was measured or fitted as 0: a limit, not a measured absence. null of any other. */
export function boundOfNone({ value, low, high }: Interval, unit: NumberUnit): string | null {
  if (unit !== PERCENT || value !== 0 || low !== 0 || high === null || high === 0) return null
  return `< ${quantityText(high, unit)}`
}

const endsText = ({ low, high }: Interval, look: NumberFormat): string | null =>
  low === null && high === null ? null : `[${endText(low, look, '−∞')}, ${endText(high, look, '∞')}]`

const endText = (end: number | null, look: NumberFormat, open: string): string =>
  end === null ? open : numberedEnd(end, look)

/** With more decimals than the others where it would be rounded onto the dividing value: `[1.0004, 1258] ×`. */
function numberedEnd(end: number, look: NumberFormat): string {
  const { divide } = look
  if (divide === undefined || end === divide) return numbered(end, look)
  const onDivide = (decimals: number) =>
    numbered(end, { ...look, decimals }) === numbered(divide, { ...look, decimals })
  let { decimals } = look
  while (decimals < MAX_DIGITS && onDivide(decimals)) decimals++
  return numbered(end, { ...look, decimals })
}

/** The value alone, and its interval alone, in the digits that they have together: `2.862 %` and `[2.811, 2.914] %`. */
export function splitInterval(
  figure: Interval,
  unit: NumberUnit = PERCENT,
): { value: string | null; interval: string | null } {
  const look = lookOf(figure, unit)
  const ends = endsText(figure, look)
  return {
    value: figure.value === null ? null : `${numbered(figure.value, look)}${look.suffix}`,
    interval: ends === null ? null : `${ends}${look.suffix}`,
  }
}

/** Value, low and high by themselves, as cells of a table; null where there is none. */
export function intervalParts(
  figure: Interval,
  unit: NumberUnit = PERCENT,
): readonly [string | null, string | null, string | null] {
  const look = lookOf(figure, unit)
  const withUnit = (text: string) => `${text}${look.suffix}`
  const part = (value: number | null, text: (value: number, look: NumberFormat) => string) =>
    value === null ? null : withUnit(text(value, look))
  return [part(figure.value, numbered), part(figure.low, numberedEnd), part(figure.high, numberedEnd)]
}

/** `0.4321 ± 0.0012`: the digits follow the standard error. */
export function plusMinus(value: number, error: number, unit: NumberUnit = PLAIN_NUMBER): string {
  if (!(error > 0)) return quantityText(value, unit)
  const look = lookOf({ value, low: value - error, high: value + error }, unit)
  return `${numbered(value, look)} ± ${numbered(error, look)}${look.suffix}`
}

/** A number without an interval, with so many significant digits. */
export function quantityText(value: number, unit: NumberUnit = PLAIN_NUMBER, digits = 3): string {
  const { factor, suffix, least = 0 } = unit
  if (value !== 0 && Math.abs(value) < least) return significant(value, digits)
  return `${significant(value * factor, digits)}${suffix}`
}
