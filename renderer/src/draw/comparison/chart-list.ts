/** The plots below the survival of a run, as the window and the report show them. */
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Chart, DataTable } from '../charts/chart'
import type { Scheme } from '../charts/colours'
import {
  acceptancePlot,
  acceptanceTable,
  errorPerRoundPlot,
  errorPerRoundTable,
  residualPlot,
  residualTable,
} from './diagnostic-plots'
import { gainPlot, gainTable } from './gain-plot'

type Shown = Pick<RunRecord, 'mode' | 'comparison'>

export interface RunChart {
  readonly title: string
  /** What the exported file is of. */
  readonly file: string
  /** Null where there is nothing to draw. */
  readonly plot: (record: Shown, scheme: Scheme) => Chart | null
  readonly table: (record: Shown) => DataTable
  /** Stands in place of a plot that there is not. */
  readonly absent: (record: Shown) => string
}

const drawn = (chart: Chart | null) => (chart === null || chart.traces.length === 0 ? null : chart)

/** No shot was discarded and none was predicted to be. */
const keepsAll = ({ mode, comparison: { acceptance } }: Shown) =>
  mode === 'correction' && acceptance.every(each => each.measured.value === 1 && (each.predicted ?? 1) === 1)

export const RUN_CHARTS: readonly RunChart[] = [
  {
    title: 'Logical gain',
    file: 'gain',
    plot: ({ comparison }, scheme) => gainPlot(comparison, scheme),
    table: ({ comparison }) => gainTable(comparison),
    absent: () => 'No gain could be estimated: an error has no figure.',
  },
  {
    title: 'Error per round',
    file: 'error',
    plot: ({ comparison }, scheme) => drawn(errorPerRoundPlot(comparison, scheme)),
    table: ({ comparison }) => errorPerRoundTable(comparison),
    absent: () => 'No error per round could be estimated.',
  },
  {
    title: 'Fit residuals',
    file: 'residuals',
    plot: ({ comparison }, scheme) => residualPlot(comparison, scheme),
    table: ({ comparison }) => residualTable(comparison),
    absent: () => 'Nothing was fitted, so there are no residuals.',
  },
  {
    title: 'Acceptance, measured and predicted',
    file: 'acceptance',
    plot: (record, scheme) => (keepsAll(record) ? null : drawn(acceptancePlot(record.comparison, scheme))),
    table: ({ comparison }) => acceptanceTable(comparison),
    absent: record =>
      keepsAll(record)
        ? 'Correction mode kept every shot, so acceptance is 100 % and nothing is predicted of it.'
        : 'No acceptance was measured.',
  },
]
