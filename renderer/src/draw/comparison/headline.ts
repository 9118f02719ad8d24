/** The figure of a run: error or survival over the ratio of errors, beside residuals and acceptance where the column is wide. */
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { Scheme } from '../charts/colours'
import type { FigureColumn, FigurePanel, LegendEntry, PaperFigure } from '../figures/model'
import { shortId } from '../format/job-and-run-text'
import { gainText } from '../runs/run-text'
import { decayLegend, decayPanel, drawnSeries, type Quantity, ratioPanel } from './panels'
import { alongRounds, alongTime } from './ranges'
import { maxRounds, measuredLook, predictedLook, seriesOf } from './series'
import { acceptancePanel, residualPanel } from './side-panels'

/** Column widths of journals in millimetres. */
export type ColumnWidth = 86 | 178

export interface HeadlineView {
  readonly quantity: Quantity
  readonly axis: 'rounds' | 'time'
  readonly width: ColumnWidth
  readonly scheme: Scheme
}

export type FigureRecord = Pick<
  RunRecord,
  'run_id' | 'mode' | 'comparison' | 'round_duration_measured' | 'simulated' | 'calibration_id' | 'logical_qubit_id'
>

const HEIGHT = { 86: 82, 178: 80 } as const

export function headlineFigure(record: FigureRecord, { quantity, axis, width, scheme }: HeadlineView): PaperFigure {
  const { comparison } = record
  const reach = maxRounds(seriesOf(comparison))
  const along = axis === 'time' ? alongTime(record.round_duration_measured.value_ns, reach) : alongRounds
  const drawn = drawnSeries(comparison, scheme)
  const left = stacked([
    [decayPanel(drawn, { quantity, along }), 0.66],
    [ratioPanel(comparison, { along, scheme }), 0.34],
  ])
  const others: [FigurePanel, number][] = [[residualPanel(comparison, { along, scheme }), 0.5]]
  if (!keepsAll(record)) others.push([acceptancePanel(comparison, { along, scheme }), 0.5])
  const columns: FigureColumn[] =
    width === 86
      ? [{ share: 1, panels: left }]
      : [
          { share: 0.56, panels: left },
          { share: 0.44, panels: stacked(shared(others)) },
        ]
  return {
    alt: altText(record, quantity),
    width_mm: width,
    height_mm: HEIGHT[width],
    columns,
    legend: [...decayLegend(drawn), ...(width === 178 ? acceptanceLegend(record, scheme) : [])],
    stamp: record.simulated ? 'SIMULATED' : null,
    source: sourceText(record),
  }
}

/** Legend of the acceptance panel, whose marks are those of the encoded series. */
function acceptanceLegend(record: FigureRecord, scheme: Scheme): LegendEntry[] {
  if (keepsAll(record)) return []
  const measured = { name: 'Acceptance, measured', note: '', look: measuredLook(scheme), line: false, marks: true }
  const predicted = { name: 'Acceptance, predicted', note: '', look: predictedLook(scheme), line: true, marks: false }
  return record.comparison.acceptance.every(each => each.predicted === null) ? [measured] : [measured, predicted]
}

/** Panels one below the other, with labels of the axis below the last one only. */
const stacked = (panels: readonly (readonly [FigurePanel, number])[]): FigurePanel[] =>
  panels.map(([panel, share], at) => ({
    ...panel,
    share,
    x: { ...panel.x, unlabelled: at < panels.length - 1 },
  }))

const shared = (panels: readonly (readonly [FigurePanel, number])[]): [FigurePanel, number][] =>
  panels.map(([panel]) => [panel, 1 / panels.length])

/** No shot was discarded and none was predicted to be. */
export const keepsAll = ({ mode, comparison: { acceptance } }: Pick<RunRecord, 'mode' | 'comparison'>): boolean =>
  mode === 'correction' && acceptance.every(each => each.measured.value === 1 && (each.predicted ?? 1) === 1)

export const sourceText = ({ run_id, logical_qubit_id, calibration_id }: FigureRecord): string =>
  `run ${shortId(run_id)}, ${logical_qubit_id}, calibration ${calibration_id}`

function altText({ comparison, simulated }: FigureRecord, quantity: Quantity): string {
  const series = seriesOf(comparison)
  const names = series.map(({ name }) => name.toLowerCase()).join(', ')
  const what = quantity === 'error' ? 'Error 1 − P(R) on a logarithmic axis' : 'Survival probability P(R)'
  const gain =
    comparison.best === null ? '' : ` Gain against the best physical qubit: ${gainText(comparison.gain_best)}.`
  return `${simulated ? 'Simulated. ' : ''}${what} against the number of rounds, of ${names}, with intervals and fits, over the ratio of physical to encoded errors.${gain}`
}
