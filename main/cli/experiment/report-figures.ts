import { boundText } from '../../contract/model/estimate-bounds'
import type { Estimate } from '../../contract/model/primitives'
import type { DecayFit, Gain } from '../../contract/runs/comparison'

export type ReportRow = readonly [string, string]

export const digits = (value: number, count = 4): string =>
  value === 0 || (Math.abs(value) >= 1e-3 && Math.abs(value) < 1e5)
    ? String(Number(value.toPrecision(count)))
    : value.toExponential(count - 1)

export const microsecondsText = (ns: number): string => `${digits(ns / 1000)} µs`

/** `0.0123 [0.0119, 0.0127]`, `> 0.21` where only a bound is known; a dash where nothing was observed, `unknown` where the counts cannot tell. */
export function withInterval(estimate: Estimate): string {
  const { value, low, high } = estimate
  const oneSided = boundText(estimate, end => digits(end, 3))
  if (oneSided !== null) return `${oneSided}  (bound, no figure)`
  if (low === null || high === null) return '–'
  return `${value === null ? 'unknown' : digits(value)} [${digits(low, 3)}, ${digits(high, 3)}]`
}

export const predictedText = (predicted: number | null | undefined): string =>
  predicted == null ? '–' : `${digits(predicted * 100, 3)} %`

export const boundOf = (estimate: Estimate): string => boundText(estimate, end => digits(end, 3)) ?? 'not bounded'

export const goodnessRows = (fit: DecayFit | null): ReportRow[] =>
  fit?.deviance == null || fit.p_value == null
    ? []
    : [['fit', `deviance ${digits(fit.deviance, 3)} (${fit.degrees_of_freedom}), p = ${digits(fit.p_value, 2)}`]]

type ByBasis = Pick<DecayFit, 'bases' | 'spam_by_basis' | 'error_by_basis' | 'bounds_by_basis'>

/** ε, and A where it is told apart, of each basis. */
export const byBasis = (fit: ByBasis | null): ReportRow[] =>
  (fit?.bases ?? []).map((basis, b) => {
    const spam = fit?.spam_by_basis?.[b]
    const value = fit?.error_by_basis?.[b]
    const error = value == null ? `ε ${belowText(fit?.bounds_by_basis?.[b]?.low)}` : `ε ${digits(value, 3)}`
    return [`basis ${basis}`, spam == null ? error : `${error}, A ${digits(spam, 4)}`]
  })

const belowText = (low: number | undefined): string => (low ? `above ${digits(low, 3)}` : 'not known')

const VERDICTS = { gain: 'GAIN', no_gain: 'NO GAIN', inconclusive: 'INCONCLUSIVE' } as const

export const gainWithVerdict = ({ estimate, verdict }: Gain): string =>
  `${withInterval(estimate)}  ${VERDICTS[verdict]}`
