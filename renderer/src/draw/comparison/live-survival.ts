/** Survival of a run while it goes, from what is counted so far: pooled over states, with Wilson's intervals. */
import type { PartialCount } from '../../../../main/contract/runs/partial-counts'
import type { Chart, DataTable } from '../charts/chart'
import type { Scheme } from '../charts/colours'
import { count, percent } from '../format/quantity'
import { wilsonEstimate } from './pooled-survival'
import { type Series, seriesColour } from './series'
import { pointTrace, survivalLayout, survivalOf } from './survival-plot'

const NAMES = { encoded: 'Encoded so far', physical: 'All physical qubits together, so far' } as const
const KINDS = ['encoded', 'physical'] as const

/** In the order of their lengths. */
const pointsOf = (counts: readonly PartialCount[], of: PartialCount['of']) =>
  counts
    .filter(point => point.of === of)
    .sort((a, b) => a.rounds - b.rounds)
    .map(point => ({ ...point, state: null, error: wilsonEstimate(point.failures, point.accepted) }))

const LOOKS = {
  encoded: { key: 'encoded', symbol: 'circle' },
  physical: { key: 'best', symbol: 'square' },
} as const

const seriesSoFar = (counts: readonly PartialCount[], of: PartialCount['of']): Series => ({
  ...LOOKS[of],
  name: NAMES[of],
  dash: 'solid',
  points: pointsOf(counts, of),
  error_per_round: null,
  fit: null,
})

/** `most` is the largest number of rounds that the run asks for, so that the axis stands still. */
export function liveSurvivalPlot(counts: readonly PartialCount[], most: number, scheme: Scheme): Chart {
  const traces = KINDS.map(of => {
    const series = seriesSoFar(counts, of)
    return pointTrace(series, seriesColour(series, scheme))
  })
  return { traces, layout: survivalLayout(most * 1.05, scheme) }
}

export const liveSurvivalTable = (counts: readonly PartialCount[]): DataTable => ({
  columns: ['Series', 'Rounds', 'Shots so far', 'Kept', 'Failures', 'Survival', 'Low', 'High'],
  rows: KINDS.flatMap(of =>
    pointsOf(counts, of).map(point => {
      const { value, low, high } = survivalOf(point)
      const counted = [point.shots, point.accepted, point.failures].map(count)
      return [NAMES[of], point.rounds, ...counted, percent(value), percent(low), percent(high)]
    }),
  ),
})
