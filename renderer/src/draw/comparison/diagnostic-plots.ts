/** The smaller plots of a run, each with its table: error per round, fit residuals, acceptance. */
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Chart, DataTable, PlotlyData } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { logTicks, merged, namesAxis } from '../charts/plotly-layout'
import { NO_VALUE, percent, significant } from '../format/quantity'
import { MODELS } from './fit-table'
import { predictedColour, predictedErrorOf } from './predicted-error'
import { type Series, seriesColour, seriesOf } from './series'
import { errorBars, maxRounds, roundsAxis } from './survival-plot'

const ends = ({ value, low, high }: { value: number | null; low: number | null; high: number | null }) => [
  percent(value),
  percent(low),
  percent(high),
]

/**
 * Error per round ε with intervals, a line for each series; logarithmic, since they may lie decades apart. A fitted 0
 * has no place on such an axis: its upper limit is drawn instead, as a triangle that points to smaller errors.
 */
export function errorPerRoundPlot(comparison: Comparison, scheme: Scheme): Chart {
  const known = seriesOf(comparison).filter(
    ({ error_per_round: error }) => error !== null && error.value !== null && (error.high ?? 0) > 0,
  )
  const traces = known.flatMap(series => [
    errorTrace(series, seriesColour(series, scheme)),
    ...(series.key === 'encoded' ? predictedTraces(comparison, scheme) : []),
  ])
  return {
    traces,
    layout: {
      xaxis: { title: { text: 'Error per round ε' }, ...logTicks(known.flatMap(endsOf), '.2~p') },
      yaxis: namesAxis(traces.length),
      margin: { t: 8 },
    },
  }
}

const endsOf = ({ error_per_round: error }: Series) => [error?.value, error?.low, error?.high].map(end => end ?? 0)

/** Below what the encoded qubit measured. */
function predictedTraces(comparison: Comparison, scheme: Scheme): PlotlyData[] {
  const error = predictedErrorOf(comparison)
  if (error === null || (error.predicted.high ?? 0) <= 0) return []
  const series = { name: PREDICTED, symbol: 'circle-open', error_per_round: error.predicted }
  return [errorTrace(series, predictedColour(scheme))]
}

const PREDICTED = 'Encoded, predicted'

type Drawn = Pick<Series, 'name' | 'symbol' | 'error_per_round'>

function errorTrace(series: Drawn, colour: string): PlotlyData {
  const figure = series.error_per_round!
  const limit = (figure.value ?? 0) <= 0
  const [value, low, high] = ends(figure)
  return {
    x: [limit ? figure.high : figure.value],
    y: [series.name],
    ...(!limit && { error_x: errorBars([figure], colour) }),
    mode: limit ? 'markers+text' : 'markers',
    ...(limit && { text: [`below ${high}`], textposition: 'middle right', cliponaxis: false }),
    marker: { color: colour, symbol: limit ? 'triangle-left' : series.symbol, size: 11 },
    showlegend: false,
    hovertemplate: `${series.name}<br>ε = ${value} [${low}, ${high}]<extra></extra>`,
  }
}

export const errorPerRoundTable = (comparison: Comparison): DataTable => ({
  columns: ['Series', 'Error per round ε', 'Low', 'High', 'A (SPAM)', 'Model', 'Deviance', 'Degrees of freedom'],
  rows: seriesOf(comparison)
    .filter(series => series.error_per_round !== null)
    .flatMap(series => [
      [series.name, ...ends(series.error_per_round!), ...fitCells(series)],
      ...(series.key === 'encoded' ? predictedRows(comparison) : []),
    ]),
})

const predictedRows = (comparison: Comparison): (string | number)[][] => {
  const error = predictedErrorOf(comparison)
  return error === null ? [] : [[PREDICTED, ...ends(error.predicted), ...NO_FIT]]
}

const NO_FIT = [NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE]

const fitCells = ({ fit }: Series): (string | number)[] => {
  if (fit === null) return NO_FIT
  const spam = fit.spam?.value ?? null
  const deviance = fit.deviance === null ? NO_VALUE : significant(fit.deviance)
  return [spam === null ? '1 (assumed)' : significant(spam, 4), MODELS[fit.model], deviance, fit.degrees_of_freedom]
}

const withResiduals = (comparison: Comparison) =>
  seriesOf(comparison).flatMap(series =>
    series.fit?.residuals.length ? [{ series, residuals: series.fit.residuals }] : [],
  )

/** What each fit leaves over at each number of rounds, by basis where there are several; null when nothing was fitted. */
export function residualPlot(comparison: Comparison, scheme: Scheme): Chart | null {
  const fitted = withResiduals(comparison)
  if (fitted.length === 0) return null
  const most = maxRounds(seriesOf(comparison))
  // A fit through as many points as it has parameters leaves rounding errors, which are nothing to look into.
  const farthest =
    ROOM * Math.max(1, ...fitted.flatMap(({ residuals }) => residuals.map(each => Math.abs(each.residual))))
  return {
    traces: fitted.map(({ series, residuals }, at) => ({
      // The series stand side by side, so that the letters can be read.
      x: residuals.map(each => each.rounds + (at - (fitted.length - 1) / 2) * most * BESIDE),
      customdata: residuals.map(each => each.rounds),
      y: residuals.map(each => each.residual),
      mode: 'markers+text',
      text: residuals.map(({ basis }) => basis ?? ''),
      textposition: 'middle right',
      textfont: { size: 10 },
      marker: { color: seriesColour(series, scheme), symbol: series.symbol, size: 8 },
      name: series.name,
      hovertemplate: `${series.name} %{text}<br>R = %{customdata}: %{y:.2f}<extra></extra>`,
    })),
    layout: {
      xaxis: roundsAxis(most),
      yaxis: { title: { text: RESIDUAL }, zeroline: true, range: [-farthest, farthest] },
    },
  }
}

/** Above the farthest point, as a share of its height. */
const ROOM = 1.1
/** Of the axis, between two series. */
const BESIDE = 0.025

const RESIDUAL = 'Residual (standard errors)'
export const residualTable = (comparison: Comparison): DataTable => ({
  columns: ['Series', 'Basis', 'Rounds', RESIDUAL],
  rows: withResiduals(comparison).flatMap(({ series, residuals }) =>
    residuals.map(each => [series.name, each.basis ?? 'all', each.rounds, significant(each.residual)]),
  ),
})

/** Acceptance on its own axis: measured with intervals beside what the calibration predicted. */
export function acceptancePlot({ acceptance }: Comparison, scheme: Scheme): Chart {
  const colour = { measured: INKS[scheme].series[0]!, predicted: predictedColour(scheme) }
  const measured = acceptance.filter(each => each.measured.value !== null)
  const predicted = acceptance.filter(each => each.predicted !== null)
  const traces = [
    {
      x: measured.map(each => each.rounds),
      y: measured.map(each => each.measured.value),
      error_y: errorBars(
        measured.map(each => each.measured),
        colour.measured,
      ),
      mode: 'markers',
      marker: { color: colour.measured, symbol: 'circle', size: 9 },
      name: 'Measured',
      hovertemplate: 'Measured<br>R = %{x}: %{y:.3%}<extra></extra>',
    },
    {
      x: predicted.map(each => each.rounds),
      y: predicted.map(each => each.predicted),
      mode: 'lines+markers',
      line: { color: colour.predicted, dash: 'dash', width: 2 },
      marker: { color: colour.predicted, symbol: 'cross-thin-open', size: 10 },
      name: 'Predicted from the calibration',
      hovertemplate: 'Predicted<br>R = %{x}: %{y:.3%}<extra></extra>',
    },
  ]
  return {
    traces: traces.filter(trace => trace.x.length > 0),
    layout: {
      xaxis: roundsAxis(Math.max(1, ...acceptance.map(each => each.rounds))),
      yaxis: { title: { text: 'Acceptance' }, tickformat: '.3~%', range: [0, highestAcceptance(acceptance) * 1.05] },
    },
  }
}

/** All of it, unless so little is accepted that the points would lie on the axis. */
function highestAcceptance(acceptance: Comparison['acceptance']): number {
  const highest = Math.max(0, ...acceptance.flatMap(({ measured, predicted }) => [measured.high ?? 0, predicted ?? 0]))
  return highest < 0.3 && highest > 0 ? highest : 1
}

export const acceptanceTable = ({ acceptance }: Comparison): DataTable => ({
  columns: ['Rounds', 'Measured', 'Low', 'High', 'Predicted'],
  rows: acceptance.map(each => [each.rounds, ...ends(each.measured), percent(each.predicted)]),
})

/** Says on the chart itself, and so in every exported file, which run it shows: under the axis title, where nothing is. */
export function withRunName(chart: Chart, { run_id }: Pick<RunRecord, 'run_id'>): Chart {
  const layout = chart.layout ?? {}
  const { title } = (layout.xaxis ?? {}) as { title?: { text?: string } }
  const text = `${title?.text ?? ''}<br>run ${run_id.slice(0, 8)}`
  return { ...chart, layout: merged({ ...layout }, { xaxis: { title: { text } } }) }
}
