/** What the transpiler needs to know of a device, from its profile and one calibration. */
import type { CalibrationEdge, CalibrationQubit, CalibrationSnapshot, DeviceProfile } from '../../../contract/calibration/snapshot'

/** A working qubit. Errors are average infidelities in 0..1, times in nanoseconds. */
export interface TargetQubit {
  readonly qubit: number
  readonly error_1q: number
  readonly readout_error: number
  readonly reset_error: number
  readonly gate_1q_ns: number
  readonly readout_ns: number
  readonly reset_ns: number
  readonly t1_ns: number
  readonly t2_ns: number
}

/** A working CZ between two working qubits. */
export interface TargetCoupling {
  readonly a: number
  readonly b: number
  readonly error: number
  readonly duration_ns: number
}

export interface Target {
  readonly device_id: string
  readonly calibration_id: string
  /** Physical indices are 0 .. num_qubits - 1, working or not. */
  readonly num_qubits: number
  readonly qubits: readonly TargetQubit[]
  readonly couplings: readonly TargetCoupling[]
}

const NS_PER_US = 1_000

/**
 * The parts of the device (or of `within`, e.g. one chiplet's qubits) that work: in service, above the profile's
 * thresholds, with every figure that is never assumed. Lengths and reset fidelity come from the profile where the
 * snapshot has none. Classical feedback is not in the profile, so conditions are taken to cost no time.
 */
export function targetOf(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  within: readonly number[] = profile.qubits.map(({ index }) => index),
): Target {
  const wanted = new Set(within)
  const qubits = snapshot.qubits.filter(({ index }) => wanted.has(index)).flatMap(qubit => targetQubit(qubit, profile))
  const working = new Set(qubits.map(({ qubit }) => qubit))
  return {
    device_id: profile.device_id,
    calibration_id: snapshot.calibration_id,
    num_qubits: profile.qubits.reduce((most, { index }) => Math.max(most, index + 1), 0),
    qubits: qubits.sort((one, other) => one.qubit - other.qubit),
    couplings: couplingsOf(profile, snapshot).filter(({ a, b }) => working.has(a) && working.has(b)),
  }
}

function targetQubit(qubit: CalibrationQubit, { assumed, thresholds }: DeviceProfile): TargetQubit[] {
  const { index, t1_us, t2_us, fidelity_1q, readout_fidelity } = qubit
  if (qubit.out_of_service !== null) return []
  if (t1_us === null || t2_us === null || fidelity_1q === null || readout_fidelity === null) return []
  const figures = { t1_us, t2_us, fidelity_1q, readout_fidelity, reset_fidelity: resetFidelity(qubit, assumed) }
  const names = Object.keys(figures) as (keyof typeof figures)[]
  if (names.some(name => figures[name] < thresholds[name])) return []
  return [
    {
      qubit: index,
      error_1q: 1 - fidelity_1q,
      readout_error: 1 - readout_fidelity,
      reset_error: 1 - figures.reset_fidelity,
      gate_1q_ns: qubit.gate_1q_length_ns ?? assumed.gate_1q_length_ns,
      readout_ns: qubit.readout_length_ns ?? assumed.readout_length_ns,
      reset_ns: qubit.reset_length_ns ?? assumed.reset_length_ns,
      t1_ns: t1_us * NS_PER_US,
      t2_ns: t2_us * NS_PER_US,
    },
  ]
}

const resetFidelity = ({ reset_fidelity }: CalibrationQubit, assumed: DeviceProfile['assumed']) =>
  reset_fidelity ?? assumed.reset_fidelity

const keyOf = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`

/** A pair listed twice counts by its worse record, as in the noise model of the modules. */
function couplingsOf({ couplings, assumed, thresholds }: DeviceProfile, { edges }: CalibrationSnapshot) {
  const records = new Map<string, CalibrationEdge>()
  for (const edge of edges.filter(({ gate }) => gate === 'cz')) {
    const other = records.get(keyOf(edge.a, edge.b))
    if (other === undefined || quality(edge) < quality(other)) records.set(keyOf(edge.a, edge.b), edge)
  }
  const pairs = new Map(couplings.map(([a, b]) => [keyOf(a, b), [Math.min(a, b), Math.max(a, b)] as const]))
  return [...pairs].flatMap(([key, [a, b]]): TargetCoupling[] => {
    const edge = records.get(key)
    if (a === b || edge === undefined || quality(edge) < thresholds.cz_fidelity || quality(edge) < 0) return []
    return [{ a, b, error: 1 - edge.fidelity!, duration_ns: edge.duration_ns ?? assumed.cz_length_ns }]
  })
}

/** Below 0 for a record that must not be used. */
const quality = (edge: CalibrationEdge): number => (edge.out_of_service === null ? (edge.fidelity ?? -1) : -2)
