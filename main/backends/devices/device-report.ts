/** Report about a new device: figures with their range, assumed figures, missing figures. */
import type { DeviceReport, ReadFigure } from '../../contract/calibration/add-device'
import { czsOf, pairKey } from '../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import { feedforwardOf } from '../../contract/calibration/feedforward'
import { type CalibrationQubit, type CalibrationSnapshot, infidelityOf } from '../../contract/calibration/snapshot'
import { countedNoun } from '../../contract/numbers/number-text'

type Numbers = readonly (number | null)[]

/** Report of the device and its newest snapshot. */
export function reportOf(profile: DeviceProfile, snapshot: CalibrationSnapshot): DeviceReport {
  return {
    figures: figuresOf(profile, snapshot),
    assumed: assumedOf(profile, snapshot),
    missing: missingOf(profile, snapshot),
  }
}

const working = ({ qubits }: CalibrationSnapshot) => qubits.filter(qubit => qubit.out_of_service === null)

function figuresOf(profile: DeviceProfile, snapshot: CalibrationSnapshot): ReadFigure[] {
  const qubits = working(snapshot)
  const ofQubits = (figure: string, unit: ReadFigure['unit'], read: (qubit: CalibrationQubit) => number | null) =>
    readFigure({ figure, unit, of: 'qubits', all: snapshot.qubits.length }, qubits.map(read))
  const czs = [...czsOf(snapshot, pairKey).values()]
  const couplings = { of: 'couplings', all: profile.couplings.length } as const
  return [
    ofQubits('T1', 'us', qubit => qubit.t1_us),
    ofQubits(`T2${snapshot.t2_kind === null ? '' : ` (${snapshot.t2_kind})`}`, 'us', qubit => qubit.t2_us),
    // Where `t2_us` itself is an echo time, the row of `t2_echo_us` is left out unless it has values.
    ...[ofQubits('T2 echo', 'us', qubit => qubit.t2_echo_us)].filter(
      ({ known }) => snapshot.t2_kind !== 'echo' || known > 0,
    ),
    ofQubits('One-qubit gate error', 'probability', qubit => infidelityOf(qubit.fidelity_1q)),
    ofQubits('Readout error', 'probability', qubit => infidelityOf(qubit.readout_fidelity)),
    ofQubits('Reset error', 'probability', qubit => infidelityOf(qubit.reset_fidelity)),
    ofQubits('One-qubit gate length', 'ns', qubit => qubit.gate_1q_length_ns),
    ofQubits('Readout length', 'ns', qubit => qubit.readout_length_ns),
    ofQubits('Reset length', 'ns', qubit => qubit.reset_length_ns),
    readFigure(
      { figure: 'CZ error', unit: 'probability', ...couplings },
      czs.map(({ whole }) => whole),
    ),
    readFigure(
      { figure: 'Two-qubit gate length', unit: 'ns', ...couplings },
      czs.map(({ edge }) => edge.duration_ns),
    ),
  ]
}

function readFigure(head: Pick<ReadFigure, 'figure' | 'unit' | 'of' | 'all'>, values: Numbers): ReadFigure {
  const sorted = values.filter(value => value !== null).sort((a, b) => a - b)
  const middle = (sorted.length - 1) / 2
  const [lower, upper] = [sorted[Math.floor(middle)], sorted[Math.ceil(middle)]]
  const median = lower === undefined || upper === undefined ? null : (lower + upper) / 2
  return { ...head, known: sorted.length, least: sorted[0] ?? null, median, most: sorted.at(-1) ?? null }
}

const without = (values: Numbers): number => values.filter(value => value === null).length
const ns = (value: number | string) => (typeof value === 'number' ? `${value} ns` : 'that of measuring and flipping')

function assumedOf(profile: DeviceProfile, snapshot: CalibrationSnapshot): string[] {
  const { assumed, thresholds } = profile
  const qubits = working(snapshot)
  const edges = [...czsOf(snapshot, pairKey).values()].map(({ edge }) => edge)
  const line = (what: string, value: string, { count, noun }: { readonly count: number; readonly noun: string }) =>
    count === 0 ? [] : [`${what} of ${countedNoun(count, noun)}: ${value}.`]
  const lacking = (figure: (qubit: CalibrationQubit) => number | null) => ({
    count: without(qubits.map(figure)),
    noun: 'qubit',
  })
  const cz = { count: without(edges.map(e => e.duration_ns)), noun: 'coupling' }
  const { latency_ns, basis } = feedforwardOf(profile)
  const reset = assumed.reset_fidelity
  return [
    ...line(
      'One-qubit gate length',
      ns(assumed.gate_1q_length_ns),
      lacking(q => q.gate_1q_length_ns),
    ),
    ...line('Two-qubit gate length', ns(assumed.cz_length_ns), cz),
    ...line(
      'Readout length',
      ns(assumed.readout_length_ns),
      lacking(q => q.readout_length_ns),
    ),
    ...line(
      'Reset length',
      ns(assumed.reset_length_ns),
      lacking(q => q.reset_length_ns),
    ),
    ...line(
      'Reset fidelity',
      typeof reset === 'number' ? String(reset) : 'that of measuring and flipping',
      lacking(q => q.reset_fidelity),
    ),
    ...(basis === 'assumed' && latency_ns !== null ? [`Feed-forward latency: ${latency_ns} ns.`] : []),
    `Parts are left out of every layout below a CZ fidelity of ${thresholds.cz_fidelity}, a readout fidelity of ${thresholds.readout_fidelity}, a one-qubit fidelity of ${thresholds.fidelity_1q}, a reset fidelity of ${thresholds.reset_fidelity}, a T1 of ${thresholds.t1_us} µs or a T2 of ${thresholds.t2_us} µs.`,
  ]
}

function missingOf(profile: DeviceProfile, snapshot: CalibrationSnapshot): string[] {
  const qubits = working(snapshot)
  const lack = (what: string, read: (qubit: CalibrationQubit) => number | null, cost: string) => {
    const names = qubits.filter(qubit => read(qubit) === null).map(({ label }) => label)
    return names.length === 0 ? [] : [`${what} of ${some(names)}: ${cost}.`]
  }
  const coupled = new Set(profile.couplings.flat())
  const alone = profile.qubits.filter(({ index }) => !coupled.has(index)).map(({ label }) => label)
  const czs = [...czsOf(snapshot, pairKey).values()].filter(({ edge }) => edge.out_of_service === null)
  const unknown = czs.filter(({ whole }) => whole === null).length
  const allT2 = qubits.every(({ t2_us }) => t2_us === null)
  const disqualifies = 'a layout that uses one is disqualified'
  return [
    ...(snapshot.calibrated_at === null ? ['The date of the figures: they count as taken when they are added.'] : []),
    ...lack('T1', qubit => qubit.t1_us, disqualifies),
    ...(allT2
      ? ['T2 of every qubit: its limit 2·T1 stands in, and whether a round is short enough stays unknown.']
      : lack('T2', qubit => qubit.t2_us, 'beside qubits that have one, they are in no layout')),
    ...lack('The one-qubit gate error', qubit => qubit.fidelity_1q, disqualifies),
    ...lack('The readout error', qubit => qubit.readout_fidelity, disqualifies),
    ...(unknown > 0 ? [`The two-qubit error of ${countedNoun(unknown, 'coupling')}: ${disqualifies}.`] : []),
    ...(alone.length > 0 ? [`Couplings of ${some(alone)}: they are in no layout.`] : []),
  ]
}

const some = (names: readonly string[]): string =>
  names.length > 8 ? `${names.slice(0, 8).join(', ')} and ${names.length - 8} more` : names.join(', ')
