/** The fits behind a comparison: what was fitted, what came out, and how well it fits. */
import { type Comparison, type DecayFit, POOR_FIT } from '../../../../main/contract/comparison'
import type { Twin } from '../charts/plotly-layout'
import { ABSENT, estimate, percent, significant } from '../format/quantity'
import { type Series, seriesOf } from './survival-plot'

export const MODELS: Record<DecayFit['model'], string> = {
  spam_and_error: '½[1 + A(1−2ε)^R]',
  error_only: '½[1 + (1−2ε)^R]',
}

/** Fits of earlier versions tell no chance: a deviance of so many times its degrees of freedom is poor in them. */
const POOR_RATIO = 3

/** Whether the points follow the fitted decay; a saturated fit cannot tell. */
export function fitWords({
  deviance,
  degrees_of_freedom: freedom,
  p_value: chance,
}: Pick<DecayFit, 'deviance' | 'degrees_of_freedom' | 'p_value'>): string {
  if (deviance === null || freedom < 1) return 'as many parameters as points'
  const poor = chance == null ? deviance > POOR_RATIO * freedom : chance < POOR_FIT
  const words = poor ? 'poor: the decay is not of this form' : 'consistent'
  return chance == null ? words : `${words}, p = ${significant(chance, 2)}`
}

const plain = (value: number | null) => (value === null ? ABSENT : significant(value, 4))
const farthest = (fit: DecayFit) => Math.max(...fit.residuals.map(({ residual }) => Math.abs(residual)))

/** A series, then each of its bases. */
const rowsOf = (series: Series): string[][] => [row(series), ...basisRows(series)]

function basisRows({ name, fit }: Series): string[][] {
  const { bases, error_by_basis: errors, spam_by_basis: spams } = fit ?? {}
  if (!bases || !errors) return []
  return bases.map((basis, b) => [
    `${name}, basis ${basis}`,
    percent(errors[b]!),
    spams ? plain(spams[b]!) : ABSENT,
    ...Array<string>(4).fill(ABSENT),
  ])
}

function row({ name, fit, error_per_round }: Series): string[] {
  const error = error_per_round === null ? ABSENT : estimate(error_per_round)
  if (fit === null) return [name, error, ABSENT, 'not fitted', ABSENT, ABSENT, ABSENT]
  return [
    name,
    error,
    fit.spam === null ? '1 (assumed)' : estimate(fit.spam, plain),
    MODELS[fit.model],
    fit.deviance === null ? ABSENT : `${significant(fit.deviance)} (${fit.degrees_of_freedom})`,
    fit.residuals.length === 0 ? ABSENT : significant(farthest(fit)),
    fitWords(fit),
  ]
}

export const fitTwin = (comparison: Comparison): Twin => ({
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
