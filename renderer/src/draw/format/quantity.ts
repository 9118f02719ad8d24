/** How figures are written: every one with its unit, three significant digits, and its interval where it is an estimate. */
import { boundText, estimateForm } from '../../../../main/contract/model/estimate-bounds'
import type { Estimate } from '../../../../main/contract/model/primitives'

/** Stands where nothing was published or observed; screen readers get the words from the cell's label. */
export const NO_VALUE = '—'

const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹'
const MINUS = '−'
const superscript = (exponent: number) =>
  (exponent < 0 ? '⁻' : '') + [...String(Math.abs(exponent))].map(digit => SUPERSCRIPTS[Number(digit)]).join('')

/** Three significant digits; powers of ten below 0.001 and from 100,000 on. */
export function significant(value: number, digits = 3): string {
  const size = Math.abs(value)
  if (size === 0) return '0'
  if (size < 1e-3 || size >= 1e5) {
    const [mantissa, exponent] = value.toExponential(digits - 1).split('e') as [string, string]
    return `${mantissa.replace('-', MINUS)} × 10${superscript(Number(exponent))}`
  }
  return Number(value.toPrecision(digits)).toString().replace('-', MINUS)
}

const written = (value: number | null, write: (value: number) => string) => (value === null ? NO_VALUE : write(value))

/** A probability (0..1) in percent; what is short of 1 is not rounded up to it, down to a part in 10⁷. */
export const percent = (value: number | null) =>
  written(value, known => `${significant(known * 100, digitsOf(known))} %`)

const shortOfOne = (value: number, digits: number) => Number((value * 100).toPrecision(digits)) < 100
const digitsOf = (value: number) =>
  value >= 1 ? 3 : ([3, 4, 5, 6, 7, 8, 9].find(digits => shortOfOne(value, digits)) ?? 3)
/** A difference of two shares, in percentage points. */
export const percentagePoints = (value: number | null) => written(value, known => `${significant(known * 100)} pp`)
/** A fidelity, whose digits after the nines matter. */
export const fidelity = (value: number | null) => written(value, known => `${(known * 100).toFixed(3)} %`)
/** Microseconds. */
export const microseconds = (value: number | null) => written(value, known => `${significant(known)} µs`)
/** Nanoseconds in; written as ns below one microsecond, µs and ms above. */
export const nanoseconds = (value: number | null) =>
  written(value, known => {
    if (known < 1_000) return `${significant(known)} ns`
    return known < 1_000_000 ? `${significant(known / 1_000, 4)} µs` : `${significant(known / 1_000_000, 4)} ms`
  })
/** An expected number of faults a round (Δ_round and its parts). */
export const faults = (value: number | null) =>
  written(value, known => (Math.abs(known) < 1e-5 ? significant(known) : Number(known.toPrecision(3)).toString()))
/** Whole numbers, thousands apart. */
export const count = (value: number | null) => written(value, known => known.toLocaleString('en-GB'))

/** An amount of tokens or credits, thousands apart, to the millionth the ledger counts in. */
export const amount = (value: number) => value.toLocaleString('en-GB', { maximumFractionDigits: 6 }).replace('-', MINUS)

/** `1 qubit`, `2 qubits`. */
export const countWithNoun = (value: number, noun: string) => `${count(value)} ${noun}${value === 1 ? '' : 's'}`

/** Stands for the value where an interval is known but no value: the data tell too little. */
export const UNDETERMINED = 'not determined'

/** What stands for an estimate without a value and without an end: counts that tell nothing, or no counts. */
export const missingReason = ({ method }: Pick<Estimate, 'method'>) =>
  method.includes('not identifiable') ? UNDETERMINED : 'nothing observed'

/** `> 21 %` or `< 4.3 ×` of an estimate that is bounded on one side only; null of any other. */
export const bound = (figure: Estimate, write: (value: number | null) => string = percent): string | null =>
  boundText(figure, write)

/** `2.86 % [2.81 %, 2.91 %]`, `> 21 %` where only a bound is known; where nothing was observed it says so instead of showing 0. */
export function estimate(figure: Estimate, write: (value: number | null) => string = percent): string {
  const what = estimateForm(figure)
  if (what.kind === 'nothing') return missingReason(figure)
  const value = what.kind === 'figure' ? write(what.value) : UNDETERMINED
  return bound(figure, write) ?? `${value} [${write(figure.low)}, ${write(figure.high)}]`
}

/** How sure an interval is and by which method: `95 %, clopper-pearson`. */
export const confidence = (figure: Estimate) => `${significant(figure.confidence * 100)} %, ${figure.method}`

/** A gain factor, e.g. `0.41 ×`. */
export const times = (value: number | null) => written(value, known => `${significant(known)} ×`)
