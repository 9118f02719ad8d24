/** The main panels of figures of runs: error or survival, and the ratio of errors. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { intervalText, RATIO } from '../../../../main/contract/numbers/interval-text'
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { Scheme } from '../charts/colours'
import type { FigureCurve, FigurePanel, FigurePoint, FigureSeries, LegendEntry } from '../figures/model'
import { countWithNoun } from '../format/quantity'
import { decayCurve, firstFitted } from './decay-curve'
import { errorRatio } from './error-ratio'
import { type AlongAxis, linearRange, logRangeOfRounds, PROBABILITY } from './ranges'
import { besideOf, lookOf, maxRounds, type PlottedSurvival, type Series, seriesOf } from './series'
import { survivalOf } from './survival'

export type Quantity = 'error' | 'survival'

export interface PanelView {
  readonly quantity: Quantity
  readonly along: AlongAxis
  readonly scheme: Scheme
}

/** End of the line of a fit, as a multiple of the last number of rounds. */
const REACH = 1.05

/** A series, the look that it is drawn with, and whether its points are drawn or its line alone. */
export interface DrawnSeries {
  readonly series: Series
  readonly look: FigureSeries['look']
  readonly points: boolean
}

export const drawnSeries = (comparison: Comparison, scheme: Scheme): DrawnSeries[] =>
  seriesOf(comparison).map(series => ({ series, look: lookOf(series, scheme), points: true }))

/** `most`: the largest number of rounds that the axis has room for; that of the points when left out. */
export function decayPanel(
  drawn: readonly DrawnSeries[],
  { quantity, along }: Omit<PanelView, 'scheme'>,
  most = maxRounds(drawn.map(({ series }) => series)),
): FigurePanel {
  const reach = most * REACH
  const all = drawn.map(each => each.series)
  const series = drawn.map(
    (each): FigureSeries => ({ ...decaySeries(each, reach, { quantity, along }), beside: besideOf(each.series, all) }),
  )
  const isError = quantity === 'error'
  const range = isError ? logRangeOfRounds(...endsByRounds(series)) : linearRange(endsOf(series), PROBABILITY)
  return {
    name: isError ? 'Error 1 − P(R)' : 'Survival probability P(R)',
    share: 1,
    x: along.axis(reach),
    y: {
      title: isError ? 'Error 1 − *P*(*R*)' : 'Survival probability *P*(*R*)',
      kind: isError ? 'log' : 'linear',
      range,
      ...(isError ? {} : { limits: PROBABILITY }),
    },
    series,
    // Where the state is entirely lost.
    rules: range[0] < HALF && HALF < range[1] ? [{ along: 'x', at: HALF }] : [],
  }
}

const HALF = 0.5

const pointEnds = ({ y, low, high }: FigurePoint): number[] => [y, low ?? y, high ?? y]

/** Values that the range must include: points with their intervals, and the lines without their first place. */
const endsOf = (series: readonly FigureSeries[]): number[] =>
  series.flatMap(({ points, curve }) => [...points.flatMap(pointEnds), ...(curve?.y.slice(1) ?? [])])

/** Ends of intervals after rounds, and at R = 0; of lines, only the part from the first rounds on. */
function endsByRounds(series: readonly FigureSeries[]): [after: number[], before: number[]] {
  const points = series.flatMap(each => each.points)
  const later = points.filter(({ x }) => x > 0)
  const from = later.length > 0 ? Math.min(...later.map(({ x }) => x)) : 0
  const lines = series.flatMap(({ curve }) => curve?.y.filter((_, at) => curve.x[at]! >= from) ?? [])
  return [[...later.flatMap(pointEnds), ...lines], points.filter(({ x }) => x === 0).flatMap(pointEnds)]
}

function decaySeries(
  { series, look, points }: DrawnSeries,
  reach: number,
  view: Omit<PanelView, 'scheme'>,
): FigureSeries {
  return {
    name: series.name,
    look,
    points: points ? series.points.flatMap(point => decayPoint(point, view)) : [],
    curve: decayLine(series, reach, view),
  }
}

function decayPoint(point: PlottedSurvival, { quantity, along }: Omit<PanelView, 'scheme'>): FigurePoint[] {
  const figure = quantity === 'error' ? point.error : survivalOf(point)
  if (figure.value === null) return []
  const place = { x: along.place(point.rounds), counted: point.accepted }
  const tip = `${along.text(point.rounds)}, ${intervalText(figure)}, ${countWithNoun(point.accepted, 'shot')}`
  // Nothing failed: 0 has no place on a logarithmic axis, so the upper end is drawn as a bound.
  if (quantity === 'error' && figure.value <= 0)
    return figure.high === null || figure.high <= 0
      ? []
      : [{ ...place, y: figure.high, low: null, high: null, bound: 'below', tip }]
  return [{ ...place, y: figure.value, low: figure.low, high: figure.high, tip }]
}

function decayLine(series: Series, reach: number, { quantity, along }: Omit<PanelView, 'scheme'>): FigureCurve | null {
  const measured = series.points.map(({ rounds }) => rounds)
  const from = firstFitted(series.fit, measured)
  const curve = series.error_per_round && decayCurve(series.error_per_round, series.fit, { from, until: reach })
  if (!curve) return null
  const x = curve.rounds.map(along.place)
  const flipped = (values: readonly number[]) => values.map(value => 1 - value)
  return quantity === 'survival'
    ? { x, y: curve.survival, low: curve.low, high: curve.high }
    : { x, y: flipped(curve.survival), low: flipped(curve.high), high: flipped(curve.low) }
}

/**
 * Ratio of errors, not the gain, which is the ratio of ε: preparation and readout count here. Above 1 the encoded state has
 * failed less often than the physical qubit.
 */
export function ratioPanel(comparison: Comparison, { along, scheme }: Omit<PanelView, 'quantity'>): FigurePanel {
  const all = seriesOf(comparison)
  const [encoded, ...physical] = all
  const series = physical.map(
    (each): FigureSeries => ({
      name: `Against ${each.name.toLowerCase()}`,
      look: { ...lookOf(each, scheme), dash: 'solid' },
      beside: besideOf(each, all),
      points: each.points.flatMap(point => ratioPoints(point, encoded!, along)),
      curve: null,
    }),
  )
  const [after, before] = endsByRounds(series)
  return {
    name: 'Error ratio after R rounds, physical over encoded',
    share: 1,
    x: along.axis(maxRounds([encoded!, ...physical]) * REACH),
    y: { title: 'Error ratio', kind: 'log', range: logRangeOfRounds([1, ...after], before) },
    series,
    rules: [{ along: 'x', at: 1 }],
    ...(after.length + before.length === 0 && { absent: 'No errors to compare.' }),
  }
}

function ratioPoints(point: PlottedSurvival, encoded: Series, along: AlongAxis): FigurePoint[] {
  const own = encoded.points.find(({ rounds }) => rounds === point.rounds)
  const ratio = own && errorRatio(point.error, own.error)
  if (!ratio) return []
  const place = { x: along.place(point.rounds), tip: `${along.text(point.rounds)}, ${intervalText(ratio, RATIO)}` }
  if (ratio.value === null)
    return ratio.low === null || ratio.low <= 0
      ? []
      : [{ ...place, y: ratio.low, low: null, high: null, bound: 'above' }]
  if (ratio.value <= 0)
    return ratio.high === null ? [] : [{ ...place, y: ratio.high, low: null, high: null, bound: 'below' }]
  return [{ ...place, y: ratio.value, low: ratio.low, high: ratio.high }]
}

/** `ε = 9.00 [8.10, 9.90] %, N = 480,000 shots`. */
const decayNote = ({ error_per_round, points }: Series): string => {
  const shots = points.reduce((sum, { accepted }) => sum + accepted, 0)
  const counted = `*N* = ${countWithNoun(shots, 'shot')}`
  return error_per_round === null ? counted : `${errorText(error_per_round)}, ${counted}`
}

/** `ε = 9.00 [8.10, 9.90] %`; a bound, or the text for a missing value, takes the place of the equals sign. */
const errorText = (error: Estimate): string => {
  const text = intervalText(error)
  return /^[\d−]/.test(text) ? `ε = ${text}` : `ε ${text}`
}

export const decayLegend = (drawn: readonly DrawnSeries[]): LegendEntry[] =>
  drawn.map(({ series, look, points }) => ({
    name: series.name,
    note: decayNote(series),
    look,
    line: series.error_per_round?.value != null,
    marks: points,
  }))
