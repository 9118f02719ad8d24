/** The smaller figures of a run, as the window and the report show them: gain and error per round, each on one line a series. */
import { estimateForm } from '../../../../main/contract/model/estimate-bounds'
import type { Estimate } from '../../../../main/contract/model/primitives'
import { intervalText, PERCENT } from '../../../../main/contract/numbers/interval-text'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Comparison, Gain } from '../../../../main/contract/runs/comparison'
import type { DataTable } from '../charts/chart'
import { FIGURE_VERDICTS, type Scheme } from '../charts/colours'
import type { FigurePoint, FigureSeries, MarkName, PaperFigure } from '../figures/model'
import { confidence, NO_VALUE, percent } from '../format/quantity'
import { gainFigure, VERDICT_TEXT } from '../runs/run-text'
import { MODELS } from './fit-table'
import { type ColumnWidth, type FigureRecord, sourceText } from './headline'
import { predictedErrorOf } from './predicted-error'
import { logRange } from './ranges'
import { lookOf, predictedLook, type Series, seriesOf } from './series'

export interface RunFigure {
  readonly title: string
  /** Part of the exported file's name; distinct from those of the headline figure, saved in the same folder. */
  readonly file: string
  /** Null where there is nothing to draw. */
  readonly figure: (record: FigureRecord, scheme: Scheme, width: ColumnWidth) => PaperFigure | null
  readonly table: (record: FigureRecord) => DataTable
  /** Text shown when `figure` gives null. */
  readonly absent: string
}

export const RUN_FIGURES: readonly RunFigure[] = [
  {
    title: 'Logical gain',
    file: 'gain',
    figure: gainForest,
    table: ({ comparison }) => gainTable(comparison),
    absent: 'No gain could be estimated: an error has no figure.',
  },
  {
    title: 'Error per round',
    file: 'error-per-round',
    figure: errorForest,
    table: ({ comparison }) => errorPerRoundTable(comparison),
    absent: 'No error per round could be estimated.',
  },
]

/** A row of a forest: one quantity with its interval. */
interface ForestRow {
  readonly name: string
  readonly figure: Estimate
  readonly tip: string
  readonly look: FigureSeries['look']
}

interface Forest {
  readonly name: string
  readonly title: string
  readonly rows: readonly ForestRow[]
  /** Value at which a reference line crosses all rows. */
  readonly rule?: number
}

/** Point of the figure, or of its known bound; null where neither fits on a logarithmic axis. */
function forestPoint({ figure, tip }: ForestRow, row: number): FigurePoint | null {
  const what = estimateForm(figure)
  if (what.kind === 'above' || what.kind === 'below')
    return what.than > 0 ? { x: what.than, y: row, low: null, high: null, bound: what.kind, tip } : null
  if (what.kind !== 'figure') return null
  // A fit at 0 is at the edge of the parameter's range; it does not measure an error of 0.
  if (what.value <= 0)
    return (figure.high ?? 0) > 0 ? { x: figure.high!, y: row, low: null, high: null, bound: 'below', tip } : null
  const low = figure.low === null ? null : Math.max(figure.low, Number.MIN_VALUE)
  return { x: what.value, y: row, low, high: figure.high, tip }
}

function forest({ name, title, rows, rule }: Forest, record: FigureRecord, width: ColumnWidth): PaperFigure | null {
  const drawn = rows.filter(row => forestPoint(row, 0) !== null)
  if (drawn.length === 0) return null
  const series = drawn.map(
    (row, at): FigureSeries => ({
      name: row.name,
      look: row.look,
      sideways: true,
      points: [forestPoint(row, at)!],
      curve: null,
    }),
  )
  const ends = series.flatMap(({ points }) => points.flatMap(({ x, low, high }) => [x, low ?? x, high ?? x]))
  const shown = ends.filter(end => end > 1e-12)
  return {
    alt: `${record.simulated ? 'Simulated. ' : ''}${name}: ${drawn.map(row => `${row.name} ${row.tip}`).join('; ')}.`,
    width_mm: width,
    height_mm: 9 + 7 * drawn.length,
    columns: [
      {
        share: 1,
        panels: [
          {
            name,
            share: 1,
            x: { title, kind: 'log', range: logRange(rule === undefined ? shown : [rule, ...shown]) },
            y: { title: '', kind: 'names', range: [0, drawn.length], names: drawn.map(row => row.name) },
            series,
            rules: rule === undefined ? [] : [{ along: 'y', at: rule }],
          },
        ],
      },
    ],
    legend: [],
    stamp: record.simulated ? 'SIMULATED' : null,
    source: sourceText(record),
  }
}

const gainsOf = ({ gain_best, gain_median, best, median }: Comparison): { name: string; gain: Gain }[] => [
  { name: `Best (qubit ${best?.qubit ?? 'none'})`, gain: gain_best },
  { name: `Median (qubit ${median?.qubit ?? 'none'})`, gain: gain_median },
]

const VERDICT_MARKS: Record<Gain['verdict'], MarkName> = {
  gain: 'circle',
  no_gain: 'square',
  inconclusive: 'diamond-open',
}

/** On a logarithmic axis, gains of 2 and ½ are equally far from 1. */
function gainForest(record: FigureRecord, scheme: Scheme, width: ColumnWidth): PaperFigure | null {
  const rows = gainsOf(record.comparison).map(
    ({ name, gain }): ForestRow => ({
      name: `${name}: ${VERDICT_TEXT[gain.verdict].toLowerCase()}`,
      figure: gain.estimate,
      tip: gainFigure(gain),
      look: { colour: FIGURE_VERDICTS[scheme][gain.verdict], mark: VERDICT_MARKS[gain.verdict], dash: 'solid' },
    }),
  )
  const title = 'Logical gain ε_{physical} / ε_{logical}'
  return forest({ name: 'Logical gain', title, rows, rule: 1 }, record, width)
}

export const gainTable = (comparison: Comparison): DataTable => ({
  columns: ['Against', 'Gain and interval', 'Confidence, method', 'Verdict'],
  rows: gainsOf(comparison).map(({ name, gain }) => [
    name,
    gainFigure(gain),
    confidence(gain.estimate),
    VERDICT_TEXT[gain.verdict],
  ]),
})

const PREDICTED = 'Encoded, predicted'

function errorForest(record: FigureRecord, scheme: Scheme, width: ColumnWidth): PaperFigure | null {
  const { comparison } = record
  const predicted = predictedErrorOf(comparison)
  const rows = seriesOf(comparison).flatMap((series): ForestRow[] => [
    ...(series.error_per_round === null ? [] : [errorRow(series.name, series.error_per_round, lookOf(series, scheme))]),
    ...(series.key === 'encoded' && predicted ? [errorRow(PREDICTED, predicted.predicted, predictedLook(scheme))] : []),
  ])
  return forest({ name: 'Error per round', title: 'Error per round ε', rows }, record, width)
}

const errorRow = (name: string, figure: Estimate, look: FigureSeries['look']): ForestRow => ({
  name,
  figure,
  tip: intervalText(figure, PERCENT),
  look,
})

export const errorPerRoundTable = (comparison: Comparison): DataTable => ({
  columns: ['Series', 'Error per round ε', 'Confidence, method', 'A (SPAM)', 'Model', 'Deviance', 'Degrees of freedom'],
  rows: seriesOf(comparison)
    .filter(series => series.error_per_round !== null)
    .flatMap(series => [
      [series.name, ...errorCells(series.error_per_round!), ...fitCells(series)],
      ...(series.key === 'encoded' ? predictedRows(comparison) : []),
    ]),
})

const errorCells = (figure: Estimate): string[] => [intervalText(figure), confidence(figure)]

const predictedRows = (comparison: Comparison): (string | number)[][] => {
  const error = predictedErrorOf(comparison)
  return error === null ? [] : [[PREDICTED, ...errorCells(error.predicted), ...NO_FIT]]
}

const NO_FIT = [NO_VALUE, NO_VALUE, NO_VALUE, NO_VALUE]

const fitCells = ({ fit }: Series): (string | number)[] => {
  if (fit === null) return NO_FIT
  const spam = fit.spam?.value ?? null
  const deviance = fit.deviance === null ? NO_VALUE : significant(fit.deviance)
  return [spam === null ? '1 (assumed)' : significant(spam, 4), MODELS[fit.model], deviance, fit.degrees_of_freedom]
}

export const residualTable = (comparison: Comparison): DataTable => ({
  columns: ['Series', 'Basis', 'Rounds', 'Residual (standard errors)'],
  rows: seriesOf(comparison).flatMap(({ name, fit }) =>
    (fit?.residuals ?? []).map(each => [name, each.basis ?? 'all', each.rounds, significant(each.residual)]),
  ),
})

export const acceptanceTable = ({ acceptance }: Comparison): DataTable => ({
  columns: ['Rounds', 'Measured', 'Confidence, method', 'Predicted'],
  rows: acceptance.map(({ rounds, measured, predicted }) => [rounds, ...errorCells(measured), percent(predicted)]),
})
