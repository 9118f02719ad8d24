import type { CalibrationSnapshot, DeviceProfile } from '../../contract/calibration/snapshot'
import { czRecords, pairKey } from '../../qec/noise/transform'
import { CIRCUIT_NOISE_VERSION, type CircuitFigures } from './parameters'

const NS_PER_US = 1_000

/** The middle one of what is published; null when nothing is. */
function median(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null).sort((a, b) => a - b)
  return known[known.length >> 1] ?? null
}

/**
 * Figures of one calibration for circuits on any qubits of the device. What the snapshot lacks for a part is the
 * snapshot's median of that figure, so that a circuit may use uncoupled pairs or parts out of service on a simulated
 * device; lengths and reset fidelity come from the profile instead. T2 is held to its physical limit 2 T1. A figure that
 * nothing publishes at all counts as no error.
 */
export function circuitFigures(profile: DeviceProfile, snapshot: CalibrationSnapshot): CircuitFigures {
  const qubits = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit]))
  const edges = czRecords(snapshot)
  const { assumed } = profile
  const typical = (field: 'fidelity_1q' | 'readout_fidelity' | 't1_us' | 't2_us') =>
    median(snapshot.qubits.map(qubit => qubit[field]))
  const [single, readout, t1, t2] = [
    typical('fidelity_1q') ?? 1,
    typical('readout_fidelity') ?? 1,
    typical('t1_us') ?? Number.POSITIVE_INFINITY,
    typical('t2_us') ?? Number.POSITIVE_INFINITY,
  ]
  const pair = median([...edges.values()].map(({ fidelity }) => fidelity)) ?? 1
  const t1Of = (q: number) => (qubits.get(q)?.t1_us ?? t1) * NS_PER_US
  return {
    version: CIRCUIT_NOISE_VERSION,
    calibration_id: snapshot.calibration_id,
    gate1Error: q => 1 - (qubits.get(q)?.fidelity_1q ?? single),
    gate2Error: (a, b) => 1 - (edges.get(pairKey(a, b))?.fidelity ?? pair),
    readoutError: q => 1 - (qubits.get(q)?.readout_fidelity ?? readout),
    resetError: q => 1 - (qubits.get(q)?.reset_fidelity ?? assumed.reset_fidelity),
    t1: t1Of,
    t2: q => Math.min(2 * t1Of(q), (qubits.get(q)?.t2_us ?? t2) * NS_PER_US),
    gate1Length: q => qubits.get(q)?.gate_1q_length_ns ?? assumed.gate_1q_length_ns,
    gate2Length: (a, b) => edges.get(pairKey(a, b))?.duration_ns ?? assumed.cz_length_ns,
    readoutLength: q => qubits.get(q)?.readout_length_ns ?? assumed.readout_length_ns,
    resetLength: q => qubits.get(q)?.reset_length_ns ?? assumed.reset_length_ns,
  }
}
