/** The fits behind a comparison: what was fitted, what came out, and how well it fits. */
import { PLAIN_NUMBER } from '../../../../main/contract/numbers/interval-text'
import { padded, significant } from '../../../../main/contract/numbers/number-text'
import { type Comparison, type DecayFit, POOR_FIT } from '../../../../main/contract/runs/comparison'
import { errorOfBasis } from '../../../../main/contract/runs/error-by-basis'
import type { DataTable } from '../charts/chart'
import { estimate, NO_VALUE } from '../format/quantity'
import { type Series, seriesOf } from './series'

export const MODELS: Record<DecayFit['model'], string> = {
  spam_and_error: '½[1 + A(1−2ε)^R]',
  error_only: '½[1 + (1−2ε)^R]',
}

/** Fits of earlier versions have no p-value: a deviance of so many times its degrees of freedom is poor in them. */
const POOR_RATIO = 3

/** Whether the points follow the fitted decay; a saturated fit does not show it. */
export function fitText({
  deviance,
  degrees_of_freedom: freedom,
  p_value: chance,
}: Pick<DecayFit, 'deviance' | 'degrees_of_freedom' | 'p_value'>): string {
  if (deviance === null || freedom < 1) return 'as many parameters as points'
  const poor = chance == null ? deviance > POOR_RATIO * freedom : chance < POOR_FIT
  const at = chance == null ? '' : ` at ${POOR_FIT * 100} %`
  const words = poor ? `poor${at}: the decay is not of this form` : `consistent${at}`
  return chance == null ? words : `${words}, p = ${significant(chance, 2)}`
}

const plain = (value: number | null) => (value === null ? NO_VALUE : padded(value, 4))
/** Differences below this are rounding errors of equal numbers. */
const ROUNDING = 1e-9
function farthest(fit: DecayFit): number {
  const most = Math.max(...fit.residuals.map(({ residual }) => Math.abs(residual)))
  return most < ROUNDING ? 0 : most
}

/** A series, then each of its bases. */
const rowsOf = (series: Series): string[][] => [row(series), ...basisRows(series)]

function basisRows({ name, fit }: Series): string[][] {
  const { bases, spam_by_basis: spams } = fit ?? {}
  if (!fit?.error_by_basis || !bases) return []
  return bases.map((basis, b) => [
    `${name}, basis ${basis}`,
    estimate(errorOfBasis(fit, b)),
    spams ? plain(spams[b] ?? null) : NO_VALUE,
    ...Array<string>(4).fill(NO_VALUE),
  ])
}

/** Whether R = 0 is part of the fit, where it was measured. */
const zeroText = ({ zero_rounds }: DecayFit): string =>
  zero_rounds === undefined ? '' : zero_rounds === 'joined' ? '; R = 0 in the fit' : '; R = 0 shown, not in the fit'

function row({ name, fit, error_per_round }: Series): string[] {
  const error = error_per_round === null ? NO_VALUE : estimate(error_per_round)
  if (fit === null) return [name, error, NO_VALUE, 'not fitted', NO_VALUE, NO_VALUE, NO_VALUE]
  return [
    name,
    error,
    fit.spam === null ? '1 (assumed)' : estimate(fit.spam, PLAIN_NUMBER),
    `${MODELS[fit.model]}${zeroText(fit)}`,
    fit.deviance === null ? NO_VALUE : `${significant(fit.deviance)} (${fit.degrees_of_freedom})`,
    fit.residuals.length === 0 ? NO_VALUE : significant(farthest(fit)),
    fitText(fit),
  ]
}

export const fitTable = (comparison: Comparison): DataTable => ({
  columns: [
    'Series',
    'Error per round ε',
    'A (SPAM), mean',
    'Model P(R)',
    'Deviance (freedom)',
    'Largest residual (std. errors)',
    'Fit',
  ],
  rows: seriesOf(comparison).flatMap(rowsOf),
})
