/** Survival of pooled points, and all of them as a table. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { intervalParts } from '../../../../main/contract/numbers/interval-text'
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { DataTable } from '../charts/chart'
import { count, NO_VALUE, percent } from '../format/quantity'
import { type PlottedSurvival, seriesOf } from './series'

/** Survival is what is left after errors; its interval is the error's, mirrored. */
export const survivalOf = ({ error }: Pick<PlottedSurvival, 'error'>): Estimate => ({
  ...error,
  value: error.value === null ? null : 1 - error.value,
  low: error.high === null ? null : 1 - error.high,
  high: error.low === null ? null : 1 - error.low,
})

/** Value, low and high as cells, in the digits that the interval allows. */
export const estimateCells = (figure: Estimate): string[] => intervalParts(figure).map(part => part ?? NO_VALUE)

export const survivalTable = (comparison: Comparison): DataTable => ({
  columns: ['Series', 'Rounds', 'Shots', 'Accepted', 'Failures', 'Survival', 'Low', 'High', 'Interval'],
  rows: seriesOf(comparison).flatMap(series =>
    series.points.map(point => [
      series.name,
      point.rounds,
      ...[point.shots, point.accepted, point.failures].map(count),
      ...estimateCells(survivalOf(point)),
      `${percent(point.error.confidence)} ${point.error.method}`,
    ]),
  ),
})
