import type { Estimate } from '../../contract/model/primitives'
import {
  boundOfInterval,
  intervalText,
  type NumberUnit,
  PERCENT,
  quantityText,
  RATIO,
} from '../../contract/numbers/interval-text'
import { padded, significant } from '../../contract/numbers/number-text'
import type { DecayFit, Gain } from '../../contract/runs/comparison'
import { errorOfBasis } from '../../contract/runs/error-by-basis'

export type ReportRow = readonly [string, string]

export const microsecondsText = (ns: number): string => `${significant(ns / 1000, 4)} µs`

/** `1.23 [1.19, 1.27] %`, or `> 21 %` where only a bound is known; without a figure the reason. */
export function withInterval(estimate: Estimate, unit: NumberUnit = PERCENT): string {
  const oneSided = boundOfInterval(estimate, unit)
  return oneSided === null ? intervalText(estimate, unit) : `${oneSided}  (bound, no figure)`
}

export const predictedText = (predicted: number | null | undefined): string =>
  predicted == null ? '–' : quantityText(predicted, PERCENT)

export const boundOf = (estimate: Estimate, unit: NumberUnit = PERCENT): string =>
  boundOfInterval(estimate, unit) ?? 'not bounded'

export const goodnessRows = (fit: DecayFit | null): ReportRow[] =>
  fit?.deviance == null || fit.p_value == null
    ? []
    : [['fit', `deviance ${significant(fit.deviance)} (${fit.degrees_of_freedom}), p = ${significant(fit.p_value, 2)}`]]

type FitByBasis = Pick<DecayFit, 'bases' | 'spam_by_basis' | 'error_by_basis' | 'bounds_by_basis'>

/** ε of each basis, and its A where A is fitted per basis. */
export const byBasis = (fit: FitByBasis | null): ReportRow[] =>
  (fit?.bases ?? []).map((basis, b) => {
    const spam = fit?.spam_by_basis?.[b]
    const error = `ε ${withInterval(errorOfBasis(fit!, b))}`
    return [`basis ${basis}`, spam == null ? error : `${error}, A ${padded(spam, 4)}`]
  })

const VERDICTS = { gain: 'GAIN', no_gain: 'LOSS', inconclusive: 'INCONCLUSIVE' } as const

export const gainWithVerdict = ({ estimate, verdict }: Gain): string =>
  `${withInterval(estimate, RATIO)}  ${VERDICTS[verdict]}`
