import { type AssumableFigure, figureOf } from '../../contract/calibration/assumed-figures'
import { pairKey, wholeLength } from '../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import { feedforwardOf } from '../../contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { czRecords } from '../../qec/noise/transform'
import { CIRCUIT_NOISE_VERSION, type NoiseParameters } from './parameters'

const NS_PER_US = 1_000

/** Median of the values that are published, the upper one of two; null when none is. */
function median(values: readonly (number | null)[]): number | null {
  const known = values.filter(value => value !== null).sort((a, b) => a - b)
  return known[known.length >> 1] ?? null
}

/**
 * Figures of one calibration for circuits on any qubits of the device. A figure that the snapshot lacks for a part is
 * the snapshot's median of it, so that a circuit may use uncoupled pairs or parts out of service on a simulated device;
 * lengths and reset fidelity come from the profile instead. T2 is held to its physical limit 2 T1. A figure that is
 * published for no part counts as no error. A CZ that is made of other native gates has the error and the length of all
 * its parts.
 */
export function noiseParametersOf(profile: DeviceProfile, snapshot: CalibrationSnapshot): NoiseParameters {
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
  const pair = median([...edges.values()].map(({ whole }) => whole)) ?? 0
  /** Figures that a reset is assumed from may be missing too; typical ones are then taken. */
  const figure = (q: number, name: AssumableFigure): number => {
    const qubit = qubits.get(q)
    const known = { fidelity_1q: qubit?.fidelity_1q ?? single, readout_fidelity: qubit?.readout_fidelity ?? readout }
    return figureOf(profile, { ...qubit, ...known }, name)!
  }
  const t1Of = (q: number) => (qubits.get(q)?.t1_us ?? t1) * NS_PER_US
  const gate1Length = (q: number) => figure(q, 'gate_1q_length_ns')
  return {
    version: CIRCUIT_NOISE_VERSION,
    calibration_id: snapshot.calibration_id,
    gate1Error: q => 1 - (qubits.get(q)?.fidelity_1q ?? single),
    gate2Error: (a, b) => edges.get(pairKey(a, b))?.whole ?? pair,
    readoutError: q => 1 - (qubits.get(q)?.readout_fidelity ?? readout),
    resetError: q => 1 - figure(q, 'reset_fidelity'),
    t1: t1Of,
    t2: q => Math.min(2 * t1Of(q), (qubits.get(q)?.t2_us ?? t2) * NS_PER_US),
    gate1Length,
    feedforwardLatency: feedforwardOf(profile).latency_ns ?? 0,
    gate2Length: (a, b) => {
      const made = edges.get(pairKey(a, b))
      const native_ns = made?.edge.duration_ns ?? assumed.cz_length_ns
      return made ? wholeLength(made, native_ns, gate1Length) : native_ns
    },
    readoutLength: q => figure(q, 'readout_length_ns'),
    resetLength: q => figure(q, 'reset_length_ns'),
  }
}
