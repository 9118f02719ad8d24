/** Survival points pooled over the prepared states, with intervals of their own, and all of them as a table. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { intervalParts } from '../../../../main/contract/numbers/interval-text'
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { DataTable } from '../charts/chart'
import { count, NO_VALUE, percent } from '../format/quantity'
import { wilsonInterval } from '../format/wilson-interval'
import { type PlottedSurvival, seriesOf } from './series'

/** Wilson's score interval of a binomial fraction; nothing observed gives nulls, never 0. */
export function wilsonEstimate(failures: number, shots: number): Estimate {
  const about = { confidence: 0.95, method: 'wilson' }
  if (shots === 0) return { value: null, low: null, high: null, ...about }
  const [low, high] = wilsonInterval(failures, shots)
  return { value: failures / shots, low, high, ...about }
}

/** Error after `rounds` rounds over all states; null where the qubit was not measured at that length. */
export function pooledAfter(points: readonly PlottedSurvival[], rounds: number): Estimate | null {
  const here = points.filter(point => point.rounds === rounds)
  if (here.length === 0) return null
  const total = (read: (point: PlottedSurvival) => number) => here.reduce((sum, point) => sum + read(point), 0)
  return wilsonEstimate(
    total(point => point.failures),
    total(point => point.accepted),
  )
}

/** The requested numbers of rounds, preceded by 0 when preparation and readout alone were measured too. */
export const recordedRounds = ({ rounds, comparison }: Pick<RunRecord, 'rounds' | 'comparison'>): readonly number[] =>
  comparison.physical.some(({ points }) => points.some(point => point.rounds === 0)) ? [0, ...rounds] : rounds

/** Survival is 1 − error, and its interval the mirrored one of the error. */
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
