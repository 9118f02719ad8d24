/** The panels beside the headline of a run: residuals and acceptance. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { intervalText, PERCENT } from '../../../../main/contract/numbers/interval-text'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { FigurePanel, FigurePoint, FigureSeries } from '../figures/model'
import { percent } from '../format/quantity'
import type { PanelView } from './panels'
import { linearRange, PROBABILITY } from './ranges'
import {
  APART,
  BESIDE_BEFORE,
  BESIDE_REACH,
  besideOf,
  closestRounds,
  lookOf,
  maxRounds,
  measuredLook,
  predictedLook,
  seriesOf,
} from './series'

const withResiduals = (comparison: Comparison) =>
  seriesOf(comparison).flatMap(series =>
    series.fit?.residuals.length ? [{ series, residuals: series.fit.residuals }] : [],
  )

/** Two standard errors: of many points one in twenty lies beyond. */
const USUAL = 2
/** The least that the axis shows, so that rounding errors of a saturated fit are not blown up. */
const LEAST = 2.5

/** Where numbers of rounds lie so many points apart, letters fit beside their points. */
const LETTERED = 15
/** Distance in points between series: residuals of all of them lie about 0 and would cover one another. */
const RESIDUALS_APART = 2 * APART

/** Residuals of each fit in standard errors. Letters name the basis of those beyond one, where several would overlap. */
export function residualPanel(comparison: Comparison, { along, scheme }: Omit<PanelView, 'quantity'>): FigurePanel {
  const fitted = withResiduals(comparison)
  const all = seriesOf(comparison)
  const hasLetters = closestRounds(all) >= LETTERED
  const series = fitted.map(
    ({ series: one, residuals }): FigureSeries => ({
      name: one.name,
      look: lookOf(one, scheme),
      beside: besideOf(one, all, RESIDUALS_APART),
      points: residuals.map(({ rounds, basis, residual }) => ({
        x: along.place(rounds),
        y: residual,
        low: null,
        high: null,
        ...(basis && hasLetters && Math.abs(residual) > 1 && { label: basis }),
        tip: `${along.text(rounds)}${basis ? `, basis ${basis}` : ''}, ${significant(residual)} standard errors`,
      })),
      curve: null,
    }),
  )
  const farthest = Math.max(LEAST, ...series.flatMap(({ points }) => points.map(({ y }) => Math.abs(y)))) * 1.15
  return {
    name: 'Fit residuals (standard errors)',
    share: 1,
    x: along.axis(maxRounds(all) * BESIDE_REACH, BESIDE_BEFORE),
    y: { title: 'Residual (σ)', kind: 'linear', range: [-farthest, farthest] },
    series,
    rules: [-USUAL, 0, USUAL].map(at => ({ along: 'x', at })),
    ...(fitted.length === 0 && { absent: 'Nothing was fitted.' }),
  }
}

/** Smallest share of the range that the axis shows: often all shots are kept but for a few in 100,000. */
const KEPT_SHARE = 5e-5

/** Measured, with intervals, beside what the calibration predicted. */
export function acceptancePanel(
  { acceptance }: Comparison,
  { along, scheme }: Omit<PanelView, 'quantity'>,
): FigurePanel {
  const measured = acceptance.flatMap(({ rounds, measured: { value, low, high }, ...each }): FigurePoint[] =>
    value === null
      ? []
      : [
          {
            x: along.place(rounds),
            y: value,
            low,
            high,
            tip: acceptanceTip(along.text(rounds), { value, low, high }, each),
          },
        ],
  )
  const predicted = acceptance.filter(each => each.predicted !== null)
  const curve = { x: predicted.map(({ rounds }) => along.place(rounds)), y: predicted.map(each => each.predicted!) }
  const ends = [...measured.flatMap(({ y, low, high }) => [y, low ?? y, high ?? y]), ...curve.y]
  return {
    name: 'Acceptance',
    share: 1,
    x: along.axis(Math.max(1, ...acceptance.map(({ rounds }) => rounds)) * BESIDE_REACH, BESIDE_BEFORE),
    y: { title: 'Acceptance', kind: 'linear', range: linearRange(ends, PROBABILITY, KEPT_SHARE), limits: PROBABILITY },
    series: [
      {
        name: 'Acceptance, predicted',
        look: predictedLook(scheme),
        points: [],
        curve: curve.x.length > 0 ? curve : null,
      },
      {
        name: 'Acceptance, measured',
        look: measuredLook(scheme),
        points: measured,
        curve: null,
      },
    ],
    rules: [],
    ...(ends.length === 0 && { absent: 'No acceptance was measured.' }),
  }
}

const acceptanceTip = (
  where: string,
  figure: Pick<Estimate, 'value' | 'low' | 'high'>,
  { predicted }: { readonly predicted: number | null },
): string =>
  `${where}, measured ${intervalText({ ...figure, confidence: 0.95, method: '' }, PERCENT)}, predicted ${percent(predicted)}`
