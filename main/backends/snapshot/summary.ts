/** What lists show of a snapshot: counts and medians of what works. */
import type { CalibrationSnapshot, CalibrationSummary } from '../../contract/calibration/snapshot'

/** A snapshot of a device and when this installation got it (milliseconds since 1970 UTC). */
export interface DatedSnapshot {
  readonly snapshot: CalibrationSnapshot
  readonly imported_at: number
  /** False where it lies beside the device profile. */
  readonly imported: boolean
}

/** The current one of a history that is ordered oldest first and never empty. */
export const newest = (snapshots: readonly DatedSnapshot[]): DatedSnapshot => snapshots.at(-1)!

export function summarize({ snapshot, imported_at }: DatedSnapshot, current: boolean): CalibrationSummary {
  const qubits = snapshot.qubits.filter(qubit => qubit.out_of_service === null)
  const edges = snapshot.edges.filter(edge => edge.out_of_service === null)
  return {
    calibration_id: snapshot.calibration_id,
    calibrated_at: snapshot.calibrated_at,
    imported_at: new Date(imported_at).toISOString(),
    vendor: snapshot.vendor,
    source: snapshot.source,
    current,
    qubits: snapshot.qubits.length,
    qubits_out_of_service: snapshot.qubits.length - qubits.length,
    edges: snapshot.edges.length,
    edges_out_of_service: snapshot.edges.length - edges.length,
    median: {
      t1_us: median(qubits.map(qubit => qubit.t1_us)),
      t2_us: median(qubits.map(qubit => qubit.t2_us)),
      fidelity_1q: median(qubits.map(qubit => qubit.fidelity_1q)),
      readout_fidelity: median(qubits.map(qubit => qubit.readout_fidelity)),
      cz_fidelity: median(edges.filter(edge => edge.gate === 'cz').map(edge => edge.fidelity)),
    },
  }
}

/** Of the values that are there; null where none is. */
export function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter(value => value !== null).sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
