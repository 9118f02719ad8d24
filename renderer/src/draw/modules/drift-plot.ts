/** Drift: Δ_round of what a chiplet resolves to under each snapshot, stacked by term, and where the layout moved. */
import type { Drift, DriftChange, DriftPoint } from '../../../../main/contract/backends/drift'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Chart, DataTable, PlotlyData } from '../charts/chart'
import { INKS, type Scheme, TERM_FILLS } from '../charts/colours'
import { faults, NO_VALUE } from '../format/quantity'
import { utc } from '../format/time'
import { ratio, STATUS_TEXT } from './text'

export const DRIFT_TERMS = ['two_qubit', 'single_qubit', 'measurement', 'idle', 'reset'] as const
export type DriftTerm = (typeof DRIFT_TERMS)[number]

const DRIFT_TERM_TEXT: Record<DriftTerm, string> = {
  two_qubit: 'two-qubit gates',
  single_qubit: 'one-qubit gates',
  measurement: 'measurement',
  idle: 'idle',
  reset: 'reset',
}

/** The ranking's colours of the same terms; its gates are two terms here. */
export const DRIFT_COLOURS: Record<DriftTerm, string> = {
  two_qubit: TERM_FILLS.gate,
  single_qubit: TERM_FILLS.single_qubit,
  measurement: TERM_FILLS.measurement,
  idle: TERM_FILLS.idle,
  reset: TERM_FILLS.reset,
}

/** Category of a snapshot on the axis: its time where the publisher states one, with its id so that no two are alike. */
export const snapshotLabel = ({ calibration_id, calibrated_at }: DriftPoint) =>
  calibrated_at === null ? calibration_id : `${calibrated_at.slice(0, 10)}<br>${calibration_id}`

/** What stands under the bar: the time, and as much of a long id as distinguishes it from the others. */
export const tickText = ({ calibration_id, calibrated_at }: DriftPoint) => {
  const id = calibration_id.length > ID_FITS ? `…${calibration_id.slice(1 - ID_FITS)}` : calibration_id
  return calibrated_at === null ? id : `${calibrated_at.slice(0, 10)}<br>${id}`
}

/** Characters, as wide as a date. */
const ID_FITS = 11

const movedTo = ({ changes }: Pick<Drift, 'changes'>) =>
  new Set(changes.filter(change => change.layout_changed).map(change => change.to))

const termTrace = (term: DriftTerm, { points }: Drift): PlotlyData => ({
  type: 'bar',
  name: DRIFT_TERM_TEXT[term],
  x: points.map(snapshotLabel),
  y: points.map(point => point.terms?.[term] ?? null),
  marker: { color: DRIFT_COLOURS[term] },
  hovertemplate: `${DRIFT_TERM_TEXT[term]}: %{y:.4f}<extra></extra>`,
})

const stayingTrace = ({ points }: Drift, scheme: Scheme): PlotlyData => ({
  type: 'scatter',
  mode: 'lines+markers',
  name: 'current layout under that snapshot',
  x: points.map(snapshotLabel),
  y: points.map(point => point.current_layout_score),
  line: { color: INKS[scheme].ink, width: 2, dash: 'dot' },
  marker: { color: INKS[scheme].ink, symbol: 'diamond', size: 8 },
  hovertemplate: 'current layout: %{y:.4f}<extra></extra>',
})

/** Words above a bar: where the layout moved, and why there is no bar. */
function marks({ points, changes }: Drift, scheme: Scheme) {
  const moved = movedTo({ changes })
  return points.flatMap(point => {
    const text = point.terms === null ? '✕' : moved.has(point.calibration_id) ? '▼ moved' : null
    if (text === null) return []
    const colour = point.terms === null ? INKS[scheme].bad : INKS[scheme].accent
    return [
      {
        x: snapshotLabel(point),
        y: Math.max(point.terms?.total ?? 0, point.current_layout_score ?? 0),
        yanchor: 'bottom',
        yshift: 4,
        showarrow: false,
        text,
        font: { color: colour, size: 13 },
      },
    ]
  })
}

export const driftPlot = (drift: Drift, scheme: Scheme): Chart => ({
  traces: [...DRIFT_TERMS.map(term => termTrace(term, drift)), stayingTrace(drift, scheme)],
  layout: {
    barmode: 'stack',
    // A lone bar as wide as the plot would look like a sum.
    bargap: Math.max(0.35, 1 - 0.12 * drift.points.length),
    legend: { traceorder: 'normal' },
    xaxis: {
      type: 'category',
      title: { text: 'Calibration snapshot, oldest first' },
      tickvals: drift.points.map(snapshotLabel),
      ticktext: drift.points.map(tickText),
    },
    yaxis: { title: { text: 'Δ_round (expected faults a round)' }, rangemode: 'tozero' },
    annotations: marks(drift, scheme),
  },
})

export const driftTable = (drift: Drift): DataTable => {
  const moved = movedTo(drift)
  return {
    columns: [
      'Snapshot',
      'Taken',
      'Status',
      'Δ_round',
      ...DRIFT_TERMS.map(term => DRIFT_TERM_TEXT[term]),
      'Current layout here',
      'Coherence ratio',
      'Layout',
    ],
    rows: drift.points.map(point => [
      point.calibration_id,
      utc(point.calibrated_at),
      STATUS_TEXT[point.status],
      faults(point.terms?.total ?? null),
      ...DRIFT_TERMS.map(term => faults(point.terms?.[term] ?? null)),
      faults(point.current_layout_score),
      point.coherence_ratio === null ? NO_VALUE : ratio(point.coherence_ratio),
      point.layout === null ? 'none' : moved.has(point.calibration_id) ? 'moved' : 'as before',
    ]),
  }
}

/** `A 4 → 5, D2 7 → none`; a dash where every role stayed. */
export const driftMoveText = ({ moved }: Pick<DriftChange, 'moved'>) =>
  moved.map(({ role, from, to }) => `${role} ${from ?? 'none'} → ${to ?? 'none'}`).join(', ') || NO_VALUE

/** Signed, with the unit of Δ_round understood: `+0.012`. */
export const signedFaults = (value: number | null) =>
  value === null ? NO_VALUE : `${value > 0 ? '+' : ''}${significant(value)}`

/** What moving was worth. */
export function gainWords({ gain_by_moving, layout_changed }: DriftChange): string {
  if (!layout_changed) return NO_VALUE
  return gain_by_moving === null
    ? 'had to move: the layout before cannot stay'
    : `${signedFaults(gain_by_moving)} faults a round`
}
