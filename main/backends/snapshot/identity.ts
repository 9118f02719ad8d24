/** The id of a snapshot comes from its figures, so the same figures have one id wherever and however they were read. */
import { createHash } from 'node:crypto'
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { isoTime } from '../../contract/model/iso-time'
import { NOT_LISTED, SYMMETRIC } from './ordering'

/** `cal-<date, compact>-<first 10 hex digits of the SHA-256 of the figures>`, e.g. cal-20260505T213203Z-0a1b2c3d4e. */
export function calibrationId(snapshot: Omit<CalibrationSnapshot, 'calibration_id'>): string {
  const date = snapshot.calibrated_at === null ? 'undated' : compact(snapshot.calibrated_at)
  return `cal-${date}-${createHash('sha256').update(canonical(snapshot)).digest('hex').slice(0, 10)}`
}

/** The snapshot under the id of its figures, whatever id it had before. */
export function withIdentity(snapshot: Omit<CalibrationSnapshot, 'calibration_id'>): CalibrationSnapshot {
  const { format, calibration_id: _, ...rest } = snapshot as CalibrationSnapshot
  return { format, calibration_id: calibrationId(snapshot), ...rest }
}

/** 2026-05-05T21:32:03.120Z becomes 20260505T213203Z. */
function compact(timestamp: string): string {
  return `${new Date(timestamp).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`
}

/**
 * Figures only: wording (notes, source, why a part is dead) may change without making it another calibration. Parts go by
 * label and those not listed are left out, so that a snapshot keeps its id when it is fitted to a device.
 */
function canonical(snapshot: Omit<CalibrationSnapshot, 'calibration_id'>): string {
  const label = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit.label]))
  return JSON.stringify([
    snapshot.source_device,
    snapshot.vendor,
    snapshot.calibrated_at === null ? null : isoTime(Date.parse(snapshot.calibrated_at)),
    snapshot.t2_kind,
    snapshot.qubits.filter(isListed).map(qubitFigures).sort(byText),
    snapshot.edges
      .filter(isListed)
      .map(edge => edgeFigures(edge, label))
      .sort(byText),
  ])
}

const isListed = (part: CalibrationQubit | CalibrationEdge): boolean => part.out_of_service !== NOT_LISTED

const byText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)

const qubitFigures = (q: CalibrationQubit): string =>
  JSON.stringify([
    q.label,
    q.t1_us,
    q.t2_us,
    q.t2_echo_us,
    q.fidelity_1q,
    q.readout_fidelity,
    q.reset_fidelity,
    q.gate_1q_length_ns,
    q.readout_length_ns,
    q.reset_length_ns,
    q.out_of_service !== null,
  ])

function edgeFigures(edge: CalibrationEdge, label: ReadonlyMap<number, string>): string {
  const ends = [label.get(edge.a) ?? '', label.get(edge.b) ?? '']
  const ordered = SYMMETRIC.has(edge.gate) ? ends.sort(byText) : ends
  // Only where it is set, so that snapshots without it have the ids from before the field existed.
  const cycle = edge.fidelity_of === 'cycle' ? ['cycle'] : []
  return JSON.stringify([
    ...ordered,
    edge.gate,
    edge.fidelity,
    edge.duration_ns,
    edge.out_of_service !== null,
    ...cycle,
  ])
}
