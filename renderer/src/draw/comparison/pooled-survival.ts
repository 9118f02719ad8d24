/** Survival points of one qubit, pooled over the prepared states, with an interval of their own. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { RunRecord } from '../../../../main/contract/runs/record'
import { wilsonInterval } from '../format/wilson-interval'
import type { PlottedSurvival } from './series'

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

/** As requested, after 0 rounds where those were measured too: preparation and readout alone. */
export const recordedRounds = ({ rounds, comparison }: Pick<RunRecord, 'rounds' | 'comparison'>): readonly number[] =>
  comparison.physical.some(({ points }) => points.some(point => point.rounds === 0)) ? [0, ...rounds] : rounds
