/** Survival points of one qubit, pooled over the prepared states, with an interval of their own. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { SurvivalPoint } from './survival-plot'

/** Two-sided 95 % of the standard normal distribution. */
const Z = 1.959963984540054

/** Wilson's score interval of a binomial fraction; nothing observed gives nulls, never 0. */
export function wilson(failures: number, shots: number): Estimate {
  const about = { confidence: 0.95, method: 'wilson' }
  if (shots === 0) return { value: null, low: null, high: null, ...about }
  const fraction = failures / shots
  const spread = Z * Math.sqrt((fraction * (1 - fraction)) / shots + (Z * Z) / (4 * shots * shots))
  const [centre, scale] = [fraction + (Z * Z) / (2 * shots), 1 + (Z * Z) / shots]
  return {
    value: fraction,
    low: failures === 0 ? 0 : (centre - spread) / scale,
    high: failures === shots ? 1 : (centre + spread) / scale,
    ...about,
  }
}

/** Error after `rounds` rounds over all states; null where the qubit was not measured at that length. */
export function pooledAfter(points: readonly SurvivalPoint[], rounds: number): Estimate | null {
  const here = points.filter(point => point.rounds === rounds)
  if (here.length === 0) return null
  const total = (read: (point: SurvivalPoint) => number) => here.reduce((sum, point) => sum + read(point), 0)
  return wilson(
    total(point => point.failures),
    total(point => point.accepted),
  )
}
