/** The versioned transform from a calibration to error figures. Everything inside is in nanoseconds and average infidelities. */
import type { CalibrationEdge, CalibrationSnapshot, DeviceProfile } from '../../contract/calibration/snapshot'
import type { NoiseModel } from '../model/round'

/** Changes whenever the same calibration would give another figure. */
export const NOISE_MODEL_VERSION = 'pentad-noise/1'

const NS_PER_US = 1_000

/** Average infidelity of a one-qubit channel to its Pauli probability: 3/2, because (d+1)/d with d = 2. */
export const pauliFromInfidelity1 = (infidelity: number): number => 1.5 * infidelity

/** Average infidelity of a two-qubit channel to its Pauli probability: 5/4, because (d+1)/d with d = 4. */
export const pauliFromInfidelity2 = (infidelity: number): number => 1.25 * infidelity

/** Average infidelity of idling `t`: r(t) = 1/2 - e^(-t/T1)/6 - e^(-t/T2)/3. All three in the same unit. */
export const idleInfidelity = (t: number, t1: number, t2: number): number =>
  -Math.expm1(-t / t1) / 6 - Math.expm1(-t / t2) / 3

/** dr/dt of `idleInfidelity`, per unit of `t`. */
export const idleSlope = (t: number, t1: number, t2: number): number =>
  Math.exp(-t / t1) / (6 * t1) + Math.exp(-t / t2) / (3 * t2)

export interface IdlePaulis {
  readonly px: number
  readonly py: number
  readonly pz: number
}

/**
 * Pauli twirl of amplitude and phase damping over `t`: p_x = p_y = (1 - e^(-t/T1))/4, p_z = (1 - e^(-t/T2))/2 - p_x.
 * T2 > 2·T1 is unphysical and would make p_z negative for short t: p_z is then 0 (warning `unphysical_t2`).
 */
export function idlePaulis(t: number, t1: number, t2: number): IdlePaulis {
  const px = -Math.expm1(-t / t1) / 4
  return { px, py: px, pz: Math.max(0, -Math.expm1(-t / t2) / 2 - px) }
}

/** Whether T2 exceeds its physical limit 2·T1; equal is physical. */
export const isUnphysicalT2 = (t1: number, t2: number): boolean => t2 > 2 * t1

/** Name of an undirected pair: smaller index first, e.g. `8-17`. */
export const pairKey = (a: number, b: number): string => (a < b ? `${a}-${b}` : `${b}-${a}`)

const MOST_QUBITS = 2 ** 16

/** As `pairKey`, where figures are looked up by the thousand. */
const pairNumber = (a: number, b: number): number => (a < b ? a * MOST_QUBITS + b : b * MOST_QUBITS + a)

/** The snapshot's CZ records by `pairKey`, of pairs `within` some qubits; where a pair is listed twice the worse record counts. */
export const czRecords = (
  snapshot: CalibrationSnapshot,
  within?: ReadonlySet<number>,
): ReadonlyMap<string, CalibrationEdge> => recordsBy(pairKey, snapshot, within)

function recordsBy<Key>(
  keyOf: (a: number, b: number) => Key,
  { edges }: CalibrationSnapshot,
  within?: ReadonlySet<number>,
): ReadonlyMap<Key, CalibrationEdge> {
  const records = new Map<Key, CalibrationEdge>()
  for (const edge of edges) {
    const { a, b, gate } = edge
    if (gate !== 'cz' || (within && !(within.has(a) && within.has(b)))) continue
    const key = keyOf(a, b)
    const other = records.get(key)
    if (other === undefined || isWorse(edge, other)) records.set(key, edge)
  }
  return records
}

const isWorse = (edge: CalibrationEdge, other: CalibrationEdge): boolean => quality(edge) < quality(other)

const quality = (edge: CalibrationEdge): number => (edge.out_of_service === null ? (edge.fidelity ?? -1) : -2)

/** Figures that a device may leave out and its profile then assumes, with the qubit's field of the same meaning. */
const ASSUMABLE = ['gate_1q_length_ns', 'readout_length_ns', 'reset_length_ns', 'reset_fidelity'] as const

/** Which parts use an assumed figure. */
export interface AssumedUse {
  readonly figure: Exclude<keyof DeviceProfile['assumed'], 'basis' | 'dd_t2_factor'>
  readonly value: number
  /** `qubit 4` or `edge 4-5`. */
  readonly parts: readonly string[]
  /** Qubits or edges looked at. */
  readonly of: number
}

/** Figures the snapshot lacks for these qubits and for the CZ edges among them, as the profile assumes them. */
export function assumedUses(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  qubits: ReadonlySet<number>,
): AssumedUse[] {
  const here = snapshot.qubits.filter(({ index }) => qubits.has(index))
  const between = [...czRecords(snapshot, qubits).values()]
  const uses: AssumedUse[] = ASSUMABLE.map(figure => ({
    figure,
    value: profile.assumed[figure],
    parts: here.filter(qubit => qubit[figure] === null).map(({ index }) => `qubit ${index}`),
    of: here.length,
  }))
  const lengths = between.filter(({ duration_ns }) => duration_ns === null).map(({ a, b }) => `edge ${pairKey(a, b)}`)
  return [
    ...uses,
    { figure: 'cz_length_ns' as const, value: profile.assumed.cz_length_ns, parts: lengths, of: between.length },
  ].filter(({ parts }) => parts.length > 0)
}

/** A figure that is needed and has no assumed value; asking for it where it is absent is a bug, not an answer. */
function missing(figure: string, part: string, { calibration_id }: CalibrationSnapshot): never {
  throw new Error(`${calibration_id} publishes no ${figure} for ${part}: such a part is never used`)
}

/** T2 that holds between decoupling pulses, and where it comes from; null where nothing says that pulses help. */
export interface RefocusedT2 {
  readonly t2_us: number | null
  readonly basis: 'echo' | 'assumed' | 'none'
}

/**
 * The published echo T2 beside a T2 of another kind; else the profile's factor on the published T2, at most 2·T1. A T2 that
 * was measured by echo has its refocusing in it already.
 */
export function refocusedT2(profile: DeviceProfile, snapshot: CalibrationSnapshot, site: number): RefocusedT2 {
  const qubit = snapshot.qubits.find(({ index }) => index === site)
  if (!qubit || qubit.t2_us === null || snapshot.t2_kind === 'echo') return { t2_us: null, basis: 'none' }
  if (qubit.t2_echo_us !== null) return { t2_us: qubit.t2_echo_us, basis: 'echo' }
  const factor = profile.assumed.dd_t2_factor
  if (factor === undefined) return { t2_us: null, basis: 'none' }
  const limit = qubit.t1_us === null ? Number.POSITIVE_INFINITY : Math.max(qubit.t2_us, 2 * qubit.t1_us)
  return { t2_us: Math.min(limit, factor * qubit.t2_us), basis: 'assumed' }
}

/**
 * Error figures of one calibration: T2 as published, lengths and reset fidelity from the profile where the snapshot has none.
 * T1, T2 and the other fidelities are never assumed: asking for an absent one throws, `usableGraph` keeps such parts out.
 */
export function noiseModel(profile: DeviceProfile, snapshot: CalibrationSnapshot): NoiseModel {
  const qubits = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit]))
  const edges = recordsBy(pairNumber, snapshot)
  const { assumed } = profile
  const need = (site: number, figure: 't1_us' | 't2_us' | 'fidelity_1q' | 'readout_fidelity') =>
    qubits.get(site)?.[figure] ?? missing(figure, `qubit ${site}`, snapshot)
  const orAssumed = (site: number, figure: (typeof ASSUMABLE)[number]) => qubits.get(site)?.[figure] ?? assumed[figure]
  return {
    version: NOISE_MODEL_VERSION,
    calibration_id: snapshot.calibration_id,
    single: site => orAssumed(site, 'gate_1q_length_ns'),
    readout: site => orAssumed(site, 'readout_length_ns'),
    reset: site => orAssumed(site, 'reset_length_ns'),
    cz: (a, b) => edges.get(pairNumber(a, b))?.duration_ns ?? assumed.cz_length_ns,
    fidelityCz: (a, b) =>
      edges.get(pairNumber(a, b))?.fidelity ?? missing('CZ fidelity', `edge ${pairKey(a, b)}`, snapshot),
    fidelitySingle: site => need(site, 'fidelity_1q'),
    fidelityReadout: site => need(site, 'readout_fidelity'),
    fidelityReset: site => orAssumed(site, 'reset_fidelity'),
    t1: site => need(site, 't1_us') * NS_PER_US,
    t2: site => need(site, 't2_us') * NS_PER_US,
    refocusedT2: site => {
      const { t2_us } = refocusedT2(profile, snapshot, site)
      return t2_us === null ? null : t2_us * NS_PER_US
    },
    /** Few ask, and the whole device is looked through. */
    get assumed() {
      return assumedUses(profile, snapshot, new Set(qubits.keys())).map(({ figure }) => figure)
    },
  }
}
