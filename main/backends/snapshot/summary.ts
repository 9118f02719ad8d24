/** Summary of a snapshot in lists: counts and medians of its working parts. */
import { czsOf, type MadeCz, pairKey } from '../../contract/calibration/compound-cz'
import type { CalibrationSnapshot, CalibrationSummary } from '../../contract/calibration/snapshot'
import { isoTime } from '../../contract/model/iso-time'

/** A snapshot of a device and when this installation got it (milliseconds since 1970 UTC). */
export interface DatedSnapshot {
  readonly snapshot: CalibrationSnapshot
  readonly imported_at: number
  /** False where it lies beside the device profile. */
  readonly imported: boolean
}

export function summarize({ snapshot, imported_at, imported }: DatedSnapshot, current: boolean): CalibrationSummary {
  const qubits = snapshot.qubits.filter(qubit => qubit.out_of_service === null)
  const working = workingQubits(snapshot)
  // A coupling of a dead qubit is as dead, whatever figure is published for it.
  const edges = snapshot.edges.filter(
    ({ a, b, out_of_service }) => out_of_service === null && working.has(a) && working.has(b),
  )
  return {
    calibration_id: snapshot.calibration_id,
    calibrated_at: snapshot.calibrated_at,
    imported_at: isoTime(imported_at),
    imported,
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
      cz_fidelity: median(czsInService(snapshot).map(({ whole }) => (whole === null ? null : 1 - whole))),
    },
  }
}

const workingQubits = ({ qubits }: CalibrationSnapshot): ReadonlySet<number> =>
  new Set(qubits.filter(qubit => qubit.out_of_service === null).map(({ index }) => index))

/** How each pair of working qubits with a working gate makes its CZ. */
const czsInService = (snapshot: CalibrationSnapshot): MadeCz[] =>
  [...czsOf(snapshot, pairKey, workingQubits(snapshot)).values()].filter(({ edge }) => edge.out_of_service === null)

/** Native gates of which CZs are made, by name; none where no pair works. */
export const nativeCzGates = (snapshot: CalibrationSnapshot): string[] =>
  [...new Set(czsInService(snapshot).map(({ edge }) => edge.gate))].sort()

/** Median of the values that are not null; null where all are. */
function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter(value => value !== null).sort((a, b) => a - b)
  const upper = sorted[Math.floor(sorted.length / 2)]
  const lower = sorted[Math.ceil(sorted.length / 2) - 1]
  return upper === undefined || lower === undefined ? null : (lower + upper) / 2
}
