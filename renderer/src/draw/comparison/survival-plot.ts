/** Survival against rounds: encoded, best and median physical qubit, with intervals and fitted decays. */

import type { Estimate } from '../../../../main/contract/model/primitives'
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { Chart, DataTable, PlotlyData } from '../charts/chart'
import { INKS, type Scheme, withAlpha } from '../charts/colours'
import { count, percent } from '../format/quantity'
import { decayCurve } from './decay-curve'
import { type PlottedSurvival, type Series, seriesColour, seriesOf } from './series'

/** Survival is what is left after errors; its interval is the error's, mirrored. */
export const survivalOf = ({ error }: Pick<PlottedSurvival, 'error'>): Estimate => ({
  ...error,
  value: error.value === null ? null : 1 - error.value,
  low: error.high === null ? null : 1 - error.high,
  high: error.low === null ? null : 1 - error.low,
})

/** Error bars in plotly's form: distances from the value, not ends. */
export function errorBars(figures: readonly Estimate[], colour: string) {
  const distance = (from: number | null, to: number | null) =>
    from === null || to === null ? 0 : Math.max(0, to - from)
  return {
    type: 'data',
    symmetric: false,
    array: figures.map(figure => distance(figure.value, figure.high)),
    arrayminus: figures.map(figure => distance(figure.low, figure.value)),
    color: colour,
    thickness: 1.5,
    width: 5,
  }
}

/** The ends of the band, then the line; none where ε has no value. */
export function curveTraces(series: Series, until: number, colour: string): PlotlyData[] {
  const curve = series.error_per_round && decayCurve(series.error_per_round, series.fit, until)
  if (!curve) return []
  const hidden = { mode: 'lines', line: { width: 0 }, hoverinfo: 'skip', showlegend: false, legendgroup: series.name }
  return [
    { ...hidden, x: curve.rounds, y: curve.low },
    { ...hidden, x: curve.rounds, y: curve.high, fill: 'tonexty', fillcolor: withAlpha(colour, 0.18) },
    {
      x: curve.rounds,
      y: curve.survival,
      mode: 'lines',
      line: { color: colour, width: 2, dash: series.dash },
      hoverinfo: 'skip',
      showlegend: false,
      legendgroup: series.name,
    },
  ]
}

/** Points with their intervals. */
export function pointTrace(series: Series, colour: string): PlotlyData {
  const known = series.points.filter(point => point.error.value !== null)
  const survivals = known.map(survivalOf)
  return {
    x: known.map(point => point.rounds),
    y: survivals.map(figure => figure.value),
    error_y: errorBars(survivals, colour),
    mode: 'markers',
    marker: { color: colour, symbol: series.symbol, size: series.size ?? 9 },
    name: series.name,
    legendgroup: series.name,
    text: survivals.map(({ low, high }) => `[${percent(low)}, ${percent(high)}]`),
    hovertemplate: `${series.name}<br>R = %{x}: %{y:.3%} %{text}<extra></extra>`,
  }
}

export const maxRounds = (series: readonly Series[]) =>
  Math.max(1, ...series.flatMap(each => each.points.map(point => point.rounds)))

/** Rounds are whole: few of them are ticked one by one, many as plotly sees fit. */
export const roundsAxis = (most: number) => ({
  title: { text: 'Rounds R' },
  rangemode: 'tozero',
  ...(most <= 12 && { dtick: 1 }),
})

/** Curve with its band, then the points, of each series in its colour; points lie over every curve. */
export const seriesTraces = (series: readonly Series[], until: number, colourOf: (series: Series) => string) => [
  ...series.flatMap(each => curveTraces(each, until, colourOf(each))),
  ...series.map(each => pointTrace(each, colourOf(each))),
]

/** Room beside R = 0, so that its points do not lie on the edge. */
const BEFORE = 0.02

/** Survival against rounds, up to `until`. The dotted line at ½ is a state that is entirely lost. */
export function survivalLayout(until: number, scheme: Scheme) {
  const half = { type: 'line', xref: 'paper', x0: 0, x1: 1, y0: 0.5, y1: 0.5 }
  return {
    xaxis: { ...roundsAxis(until), range: [-BEFORE * until, until] },
    yaxis: { title: { text: 'Survival probability P(R)' }, tickformat: '.0%' },
    shapes: [{ ...half, line: { width: 1, dash: 'dot', color: INKS[scheme].quiet } }],
  }
}

/** Rounds that a survival plot reaches: a little beyond the last point. */
export const reachOf = (series: readonly Series[]) => maxRounds(series) * 1.05

/** Survival plot of one comparison. */
export function survivalPlot(comparison: Comparison, scheme: Scheme): Chart {
  const series = seriesOf(comparison)
  const until = reachOf(series)
  return {
    traces: seriesTraces(series, until, each => seriesColour(each, scheme)),
    layout: survivalLayout(until, scheme),
  }
}

/** The same points as rows. */
export const survivalTable = (comparison: Comparison): DataTable => ({
  columns: ['Series', 'Rounds', 'Shots', 'Accepted', 'Failures', 'Survival', 'Low', 'High', 'Interval'],
  rows: seriesOf(comparison).flatMap(series =>
    series.points.map(point => {
      const { value, low, high } = survivalOf(point)
      const interval = `${percent(point.error.confidence)} ${point.error.method}`
      return [
        series.name,
        point.rounds,
        ...[point.shots, point.accepted, point.failures].map(count),
        percent(value),
        percent(low),
        percent(high),
        interval,
      ]
    }),
  ),
})
