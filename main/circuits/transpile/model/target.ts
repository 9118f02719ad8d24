/** What the transpiler needs to know of a device, from its profile and one calibration. */
import { type AssumableFigure, figureOf } from '../../../contract/calibration/assumed-figures'
import { czsOf, wholeLength } from '../../../contract/calibration/compound-cz'
import { type DeviceProfile, MEASURE_AND_FLIP } from '../../../contract/calibration/device-profile'
import { feedforwardOf } from '../../../contract/calibration/feedforward'
import type { CalibrationQubit, CalibrationSnapshot } from '../../../contract/calibration/snapshot'

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
  /** Native gate that makes it, and the number of its uses; left out: a CZ. */
  readonly native_gate?: string
  readonly native_uses?: number
}

export interface Target {
  readonly device_id: string
  /** Whether no T2 is known, so that waits are charged with its physical limit 2·T1. */
  readonly t2_is_limit?: boolean
  readonly calibration_id: string
  /** Physical indices are 0 .. num_qubits - 1, working or not. */
  readonly num_qubits: number
  /** From the end of a measurement to what its bit decides; 0 where the device has no feed-forward, and left out. */
  readonly feedforward_ns?: number
  readonly qubits: readonly TargetQubit[]
  readonly couplings: readonly TargetCoupling[]
}

const NS_PER_US = 1_000

/**
 * The parts of the device (or of `within`, e.g. one chiplet's qubits) that work: in service, above the profile's
 * thresholds, with every figure that is never assumed. Where no T2 is published at all it counts as its limit 2·T1.
 * Lengths and reset fidelity come from the profile where the snapshot has none.
 */
export function targetOf(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  within: readonly number[] = profile.qubits.map(({ index }) => index),
): Target {
  const wanted = new Set(within)
  const among = snapshot.qubits.filter(({ index }) => wanted.has(index))
  const t2Known = among.some(({ t2_us }) => t2_us !== null)
  const qubits = among.flatMap(qubit => targetQubit(qubit, profile, t2Known))
  const working = new Set(qubits.map(({ qubit }) => qubit))
  return {
    device_id: profile.device_id,
    ...(t2Known ? {} : { t2_is_limit: true }),
    calibration_id: snapshot.calibration_id,
    feedforward_ns: feedforwardOf(profile).latency_ns ?? 0,
    num_qubits: profile.qubits.reduce((most, { index }) => Math.max(most, index + 1), 0),
    qubits: qubits.sort((one, other) => one.qubit - other.qubit),
    couplings: couplingsOf(profile, snapshot).filter(({ a, b }) => working.has(a) && working.has(b)),
  }
}

function targetQubit(qubit: CalibrationQubit, profile: DeviceProfile, t2Known: boolean): TargetQubit[] {
  const { index, t1_us, fidelity_1q, readout_fidelity } = qubit
  const t2_us = qubit.t2_us ?? (t2Known ? null : t1_us && 2 * t1_us)
  if (qubit.out_of_service !== null) return []
  if (t1_us === null || t2_us === null || fidelity_1q === null || readout_fidelity === null) return []
  const { assumed, thresholds } = profile
  const figures = { t1_us, t2_us, fidelity_1q, readout_fidelity }
  const names = Object.keys(figures) as (keyof typeof figures)[]
  if (names.some(name => figures[name] < thresholds[name])) return []
  // A figure assumed from the qubit's own figures is judged by those, as in the vetoes of the modules.
  const judged = qubit.reset_fidelity ?? assumed.reset_fidelity
  if (judged !== MEASURE_AND_FLIP && judged < thresholds.reset_fidelity) return []
  const figure = (name: AssumableFigure): number => figureOf(profile, qubit, name)!
  return [
    {
      qubit: index,
      error_1q: 1 - fidelity_1q,
      readout_error: 1 - readout_fidelity,
      reset_error: 1 - figure('reset_fidelity'),
      gate_1q_ns: figure('gate_1q_length_ns'),
      readout_ns: figure('readout_length_ns'),
      reset_ns: figure('reset_length_ns'),
      t1_ns: t1_us * NS_PER_US,
      t2_ns: t2_us * NS_PER_US,
    },
  ]
}

const keyOf = (a: number, b: number) => `${Math.min(a, b)}-${Math.max(a, b)}`

/** A CZ is what `compound-cz.ts` makes of the pair's native gates, as in the noise model of the modules. */
function couplingsOf({ couplings, assumed, thresholds }: DeviceProfile, snapshot: CalibrationSnapshot) {
  const made = czsOf(snapshot, keyOf)
  const lengths = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit.gate_1q_length_ns]))
  const pulse = (qubit: number) => lengths.get(qubit) ?? assumed.gate_1q_length_ns
  const pairs = new Map(couplings.map(([a, b]) => [keyOf(a, b), [Math.min(a, b), Math.max(a, b)] as const]))
  return [...pairs].flatMap(([key, [a, b]]): TargetCoupling[] => {
    const cz = made.get(key)
    if (a === b || cz === undefined || cz.whole === null || cz.edge.out_of_service !== null) return []
    if (1 - cz.whole < thresholds.cz_fidelity) return []
    const duration_ns = wholeLength(cz, cz.edge.duration_ns ?? assumed.cz_length_ns, pulse)
    const { gate } = cz.edge
    const native = gate === 'cz' ? {} : { native_gate: gate, native_uses: cz.recipe.uses }
    return [{ a, b, error: cz.whole, duration_ns, ...native }]
  })
}
