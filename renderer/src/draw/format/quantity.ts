/** Numbers with units: published or predicted values in three significant digits, estimates in the digits that their interval allows. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { intervalText, type NumberUnit, PERCENT, quantityText } from '../../../../main/contract/numbers/interval-text'
import {
  fixed,
  padded,
  pluralOf,
  shortest,
  significant,
  thousands,
  upToDecimals,
} from '../../../../main/contract/numbers/number-text'

/** Shown for a value that was not published or observed; screen readers read the cell's label. */
export const NO_VALUE = '—'

const written = (value: number | null, write: (value: number) => string) => (value === null ? NO_VALUE : write(value))

/** A probability (0..1) in percent; values below 1 by 10⁻⁷ or more are not rounded to 100 %. */
export const percent = (value: number | null) => written(value, known => quantityText(known, PERCENT, digitsOf(known)))

const shortOfOne = (value: number, digits: number) => shortest(value * 100, digits) !== '100'
const digitsOf = (value: number) =>
  value >= 1 ? 3 : ([3, 4, 5, 6, 7, 8, 9].find(digits => shortOfOne(value, digits)) ?? 3)
/** A fidelity, whose digits after the nines matter. */
export const fidelity = (value: number | null) => written(value, known => `${fixed(known * 100, 3)} %`)
/** Microseconds. */
export const microseconds = (value: number | null) => written(value, known => `${significant(known)} µs`)
/** A length as devices state it, in whole nanoseconds. */
export const wholeNanoseconds = (value: number | null) => (value === null ? NO_VALUE : `${count(value)} ns`)

/** Nanoseconds in; written as ns below one microsecond, µs and ms above. */
export const nanoseconds = (value: number | null) =>
  written(value, known => {
    if (known < 1_000) return `${significant(known)} ns`
    return known < 1_000_000 ? `${significant(known / 1_000, 4)} µs` : `${significant(known / 1_000_000, 4)} ms`
  })
/** An expected number of faults a round (Δ_round and its parts). */
export const faults = (value: number | null) =>
  written(value, known => (Math.abs(known) < 1e-5 ? significant(known) : padded(known)))
/** Whole numbers, thousands apart. */
export const count = (value: number | null) => written(value, thousands)

/** An amount of tokens or credits, thousands apart, to the millionth the ledger counts in. */
export const amount = (value: number) => upToDecimals(value, 6)

/** `1 qubit`, `2 qubits`, `2,000 branches`. */
export const countWithNoun = (value: number, noun: string) => `${count(value)} ${value === 1 ? noun : pluralOf(noun)}`

/** `2.86 [2.81, 2.91] %`, `> 21 %` where only a bound is known; where nothing was observed it says so instead of showing 0. */
export const estimate = (figure: Estimate, unit: NumberUnit = PERCENT): string => intervalText(figure, unit)

/** How sure an interval is: `95 %`. */
export const confidenceLevel = (figure: Pick<Estimate, 'confidence'>) => `${significant(figure.confidence * 100)} %`

/** How sure an interval is and by which method: `95 %, clopper-pearson`. */
export const confidence = (figure: Estimate) => `${confidenceLevel(figure)}, ${figure.method}`
