/** Drift in words and as a table: Δ_round under each snapshot by term, what changed, and what moving was worth. */
import type { Drift, DriftChange } from '../../../../main/contract/backends/drift'
import { utc } from '../../../../main/contract/model/iso-time'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { DataTable } from '../charts/chart'
import { faults, NO_VALUE } from '../format/quantity'
import { ratio, STATUS_TEXT } from './module-text'

export const DRIFT_TERMS = ['two_qubit', 'single_qubit', 'measurement', 'idle', 'reset'] as const
export type DriftTerm = (typeof DRIFT_TERMS)[number]

export const DRIFT_TERM_TEXT: Record<DriftTerm, string> = {
  two_qubit: 'two-qubit gates',
  single_qubit: 'one-qubit gates',
  measurement: 'measurement',
  idle: 'idle',
  reset: 'reset',
}

/** Snapshots whose layout is another than before. */
export const movedTo = ({ changes }: Pick<Drift, 'changes'>) =>
  new Set(changes.filter(change => change.layout_changed).map(change => change.to))

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

/** Signed, in the unit of Δ_round: `+0.012`. */
export const signedFaults = (value: number | null) =>
  value === null ? NO_VALUE : `${value > 0 ? '+' : ''}${significant(value)}`

/** Text on the gain from the change of layout. */
export function gainWords({ gain_by_moving, layout_changed }: DriftChange): string {
  if (!layout_changed) return NO_VALUE
  return gain_by_moving === null
    ? 'had to move: the previous layout is no longer possible'
    : `${signedFaults(gain_by_moving)} faults a round`
}
