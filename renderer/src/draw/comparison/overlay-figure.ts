/** Survival of several runs, or of one run decoded twice, in one figure. */
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { DataTable } from '../charts/chart'
import { FIGURE_OVERLAYS, type Scheme } from '../charts/colours'
import type { DashName, MarkName, PaperFigure } from '../figures/model'
import type { ColumnWidth } from './headline'
import { type DrawnSeries, decayLegend, decayPanel, type Quantity } from './panels'
import { alongRounds } from './ranges'
import { seriesOf } from './series'
import { survivalTable } from './survival'

export interface OverlaySeries {
  /** Name of the run in the legend. */
  readonly name: string
  readonly comparison: Comparison
}

/** Marks of each run, so that no reader depends on colour; the physical qubit has an open mark. */
export const OVERLAY_MARKS: readonly (readonly [encoded: MarkName, physical: MarkName])[] = [
  ['circle', 'circle-open'],
  ['square', 'square-open'],
  ['diamond', 'diamond-open'],
  ['triangle', 'triangle-open'],
  ['cross', 'circle-open'],
  ['star', 'square-open'],
]

/** Most runs whose marks can be distinguished. */
export const MAX_OVERLAYS = OVERLAY_MARKS.length

interface OverlayView {
  readonly quantity: Quantity
  readonly scheme: Scheme
  readonly width: ColumnWidth
  /** Draw the best physical qubit of each run, too. */
  readonly physical?: boolean
  readonly simulated: boolean
}

export function overlayFigure(overlaid: readonly OverlaySeries[], view: OverlayView): PaperFigure {
  const { quantity, scheme, width, physical = true, simulated } = view
  const drawn = overlaid.flatMap((one, at) => [
    ...drawnOf(one, { key: 'encoded', at, scheme }),
    ...(physical ? drawnOf(one, { key: 'best', at, scheme }) : []),
  ])
  const names = drawn.map(({ series }) => series.name).join(', ')
  return {
    alt: `${simulated ? 'Simulated. ' : ''}${quantity === 'error' ? 'Error' : 'Survival'} against the number of rounds, overlaid: ${names}.`,
    width_mm: width,
    height_mm: width === 86 ? 60 : 84,
    columns: [{ share: 1, panels: [decayPanel(drawn, { quantity, along: alongRounds })] }],
    legend: decayLegend(drawn),
    stamp: simulated ? 'SIMULATED' : null,
    source: '',
  }
}

interface SeriesOptions {
  readonly key: 'encoded' | 'best'
  readonly at: number
  readonly scheme: Scheme
}

function drawnOf({ name, comparison }: OverlaySeries, { key, at, scheme }: SeriesOptions): DrawnSeries[] {
  const [encoded, physical] = OVERLAY_MARKS[at % OVERLAY_MARKS.length]!
  const dash: DashName = key === 'encoded' ? 'solid' : 'dash'
  const colour = FIGURE_OVERLAYS[scheme][at % FIGURE_OVERLAYS[scheme].length]!
  return seriesOf(comparison)
    .filter(series => series.key === key)
    .map(series => ({
      series: { ...series, name: `${name}, ${key === 'encoded' ? 'encoded' : 'best physical'}` },
      look: { colour, mark: key === 'encoded' ? encoded : physical, dash },
      points: true,
    }))
}

export function overlayTable(overlaid: readonly OverlaySeries[]): DataTable {
  const tables = overlaid.map(({ name, comparison }) => ({ name, table: survivalTable(comparison) }))
  return {
    columns: ['Run', ...(tables[0]?.table.columns ?? [])],
    rows: tables.flatMap(({ name, table }) => table.rows.map(row => [name, ...row])),
  }
}
