/** Survival of a run while it goes, from what is counted so far: pooled over states, with Wilson's intervals. */
import type { PartialCount } from '../../../../main/contract/runs/partial-counts'
import type { DataTable } from '../charts/chart'
import type { Scheme } from '../charts/colours'
import type { PaperFigure } from '../figures/model'
import { count } from '../format/quantity'
import type { ColumnWidth } from './headline'
import { decayLegend, decayPanel } from './panels'
import { alongRounds } from './ranges'
import { lookOf, type Series } from './series'
import { estimateCells, survivalOf, wilsonEstimate } from './survival'

const NAMES = { encoded: 'Encoded so far', physical: 'All physical qubits together, so far' } as const
const KINDS = ['encoded', 'physical'] as const

/** Points in the order of their numbers of rounds. */
const pointsOf = (counts: readonly PartialCount[], of: PartialCount['of']) =>
  counts
    .filter(point => point.of === of)
    .sort((a, b) => a.rounds - b.rounds)
    .map(point => ({ ...point, state: null, error: wilsonEstimate(point.failures, point.accepted) }))

const LOOKS = {
  encoded: { key: 'encoded', mark: 'circle' },
  physical: { key: 'best', mark: 'square-open' },
} as const

const seriesSoFar = (counts: readonly PartialCount[], of: PartialCount['of']): Series => ({
  ...LOOKS[of],
  name: NAMES[of],
  dash: 'solid',
  points: pointsOf(counts, of),
  error_per_round: null,
  fit: null,
})

interface LiveView {
  /** The largest number of rounds that the run asks for, so that the axis stands still. */
  readonly most: number
  readonly simulated: boolean
  readonly scheme: Scheme
  readonly width: ColumnWidth
}

export function liveSurvivalFigure(counts: readonly PartialCount[], view: LiveView): PaperFigure {
  const { most, simulated, scheme, width } = view
  const drawn = KINDS.map(of => {
    const series = seriesSoFar(counts, of)
    return { series, look: lookOf(series, scheme), points: true }
  })
  return {
    alt: `${simulated ? 'Simulated. ' : ''}Survival against the number of rounds, of the shots counted so far.`,
    width_mm: width,
    height_mm: width === 86 ? 50 : 64,
    columns: [{ share: 1, panels: [decayPanel(drawn, { quantity: 'survival', along: alongRounds }, most)] }],
    legend: decayLegend(drawn),
    stamp: simulated ? 'SIMULATED' : null,
    source: 'shots counted so far',
  }
}

export const liveSurvivalTable = (counts: readonly PartialCount[]): DataTable => ({
  columns: ['Series', 'Rounds', 'Shots so far', 'Kept', 'Failures', 'Survival', 'Low', 'High'],
  rows: KINDS.flatMap(of =>
    pointsOf(counts, of).map(point => {
      const counted = [point.shots, point.accepted, point.failures].map(count)
      return [NAMES[of], point.rounds, ...counted, ...estimateCells(survivalOf(point))]
    }),
  ),
})
