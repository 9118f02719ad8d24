/** Survival of several runs, or of one run decoded twice, in one plot. */
import type { Comparison } from '../../../../main/contract/runs/comparison'
import type { Chart, DataTable } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { type Series, seriesOf } from './series'
import { reachOf, seriesTraces, survivalLayout, survivalTable } from './survival-plot'

export interface OverlaySeries {
  /** Tells it from the others in the legend. */
  readonly name: string
  readonly comparison: Comparison
}

/** One symbol each, so that no reader depends on colour; the physical qubit's is the open one. */
const SYMBOLS = ['circle', 'square', 'diamond', 'triangle-up', 'cross', 'star'] as const

/** As many as can be told apart. */
export const MAX_OVERLAYS = SYMBOLS.length

/** Later ones are smaller, so that points at one place leave each other in sight. */
const sizeOf = (at: number) => 16 - 2 * at

const encodedOf = ({ name, comparison }: OverlaySeries, at: number): Series[] =>
  seriesOf(comparison)
    .filter(({ key }) => key === 'encoded')
    .map(series => ({ ...series, name: `${name}, encoded`, symbol: SYMBOLS[at % SYMBOLS.length]!, size: sizeOf(at) }))

const bestOf = ({ name, comparison }: OverlaySeries, at: number): Series[] =>
  seriesOf(comparison)
    .filter(({ key }) => key === 'best')
    .map(series => ({
      ...series,
      name: `${name}, best physical`,
      symbol: `${SYMBOLS[at % SYMBOLS.length]!}-open`,
      size: sizeOf(at),
    }))

/** Encoded series only, or with the best physical qubit of each in the same colour. */
export function overlayPlot(overlaid: readonly OverlaySeries[], scheme: Scheme, physical = true): Chart {
  const groups = overlaid.map((one, at) => [...encodedOf(one, at), ...(physical ? bestOf(one, at) : [])])
  const until = reachOf(groups.flat())
  const colourOf = (series: Series) => INKS[scheme].series[groups.findIndex(group => group.includes(series))]!
  return { traces: seriesTraces(groups.flat(), until, colourOf), layout: survivalLayout(until, scheme) }
}

export function overlayTable(overlaid: readonly OverlaySeries[]): DataTable {
  const tables = overlaid.map(({ name, comparison }) => ({ name, table: survivalTable(comparison) }))
  return {
    columns: ['Run', ...(tables[0]?.table.columns ?? [])],
    rows: tables.flatMap(({ name, table }) => table.rows.map(row => [name, ...row])),
  }
}
