/** The versioned transform from a calibration to error figures. Everything inside is in nanoseconds and average infidelities. */
import {
  type AssumableFigure,
  type AssumedUse,
  assumedEdges,
  assumedLatency,
  assumedOfQubits,
  assumptionText,
  figureOf,
  refocusedAssumption,
} from '../../contract/calibration/assumed-figures'
import { coreLength, czsOf, type MadeCz, pairKey } from '../../contract/calibration/compound-cz'
import type { DeviceProfile } from '../../contract/calibration/device-profile'
import { feedforwardOf } from '../../contract/calibration/feedforward'
import type { CalibrationSnapshot } from '../../contract/calibration/snapshot'
import { labelledPair, labelsOf } from '../../contract/model/qubit-labels'
import type { CompoundCz, NoiseModel } from '../model/noise-model'
import { IDENTITY_PERMUTATION, permutationOf } from '../model/one-qubit-cliffords'

/** Changes whenever the same calibration would give another figure. */
export const NOISE_MODEL_VERSION = 'pentad-noise/2'

const NS_PER_US = 1_000

/** Average infidelity of a one-qubit channel to its Pauli probability: 3/2, because (d+1)/d with d = 2 (Nielsen 2002). */
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
 * Pauli twirl of amplitude and phase damping over `t` (Geller and Zhou 2013): p_x = p_y = (1 - e^(-t/T1))/4, p_z = (1 - e^(-t/T2))/2 - p_x.
 * T2 > 2·T1 is unphysical and would make p_z negative for short t: p_z is then 0 (warning `unphysical_t2`).
 */
export function idlePaulis(t: number, t1: number, t2: number): IdlePaulis {
  const px = -Math.expm1(-t / t1) / 4
  return { px, py: px, pz: Math.max(0, -Math.expm1(-t / t2) / 2 - px) }
}

/** `exact`: idle windows damp and dephase; `twirled`: the Paulis that frames draw. */
export type DecayModel = 'exact' | 'twirled'

/** Amplitude damping, |1> to |0> with probability `gamma`, then Z with probability `pz`. */
export interface DecayChannel {
  readonly gamma: number
  readonly pz: number
}

/**
 * The decay whose Pauli twirl `idlePaulis` gave: gamma = 4 p_x, and the dephasing that e^(-t/T2) = 1 - 2 (p_x + p_z) takes
 * beyond that of gamma. T2 beyond its limit 2·T1 counts as 2·T1. null for Paulis that are not the twirl of a decay.
 */
export function untwirled({ px, py, pz }: IdlePaulis): DecayChannel | null {
  const gamma = 4 * px
  if (px !== py || gamma > 1) return null
  const left = gamma < 1 ? (1 - 2 * (px + pz)) / Math.sqrt(1 - gamma) : 1
  return { gamma, pz: Math.min(1, Math.max(0, (1 - left) / 2)) }
}

/** Whether T2 exceeds its physical limit 2·T1; equal is physical. */
export const isUnphysicalT2 = (t1: number, t2: number): boolean => t2 > 2 * t1

const MAX_QUBITS = 2 ** 16

/** `pairKey` as a number, which is faster to look up. */
const pairNumber = (a: number, b: number): number => (a < b ? a * MAX_QUBITS + b : b * MAX_QUBITS + a)

/** How each pair makes its CZ, by `pairKey`; where `within` is given, only pairs of its qubits. */
export const czRecords = (snapshot: CalibrationSnapshot, within?: ReadonlySet<number>): ReadonlyMap<string, MadeCz> =>
  czsOf(snapshot, pairKey, within)

/** One-qubit gates around the native gate of a CZ, for one order of its sites; null where the CZ is native. */
function compoundOf({ edge, recipe, first }: MadeCz, a: number): CompoundCz | null {
  const { gate } = edge
  const [before, after] = [recipe.before.map(permutationOf), recipe.after.map(permutationOf)] as [number[], number[]]
  const turned = [...before, ...after].some(turn => turn !== IDENTITY_PERMUTATION)
  if (recipe.uses === 1 && !turned) return null
  const [one, two] = first === a ? [0, 1] : [1, 0]
  return { gate, uses: recipe.uses, cliffords: [before[one]!, before[two]!, after[one]!, after[two]!] }
}

/** Whether a CZ of this kind is anything else than one native gate. */
const isCompound = ({ recipe: { uses, before, after } }: MadeCz): boolean =>
  uses > 1 || [...before, ...after].some(word => word !== '')

/** Figures the snapshot lacks for these qubits and for the CZ edges among them, and the latency, as the profile assumes them. */
export function assumedUses(
  profile: DeviceProfile,
  snapshot: CalibrationSnapshot,
  qubits: ReadonlySet<number>,
): AssumedUse[] {
  const between = [...czRecords(snapshot, qubits).values()]
  const labels = labelsOf(profile.qubits)
  const lengths = between
    .filter(({ edge }) => edge.duration_ns === null)
    .map(({ edge: { a, b } }) => `edge ${labelledPair(a, b, { labels })}`)
  return [
    ...assumedOfQubits(profile, snapshot, qubits),
    assumedEdges(profile, lengths, between.length),
    ...assumedLatency(profile),
  ].filter(({ uses }) => uses.length > 0)
}

/** Throws: the figure is needed and has no assumed value, so asking for it where it is absent is a bug. */
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
 * was measured by echo already includes refocusing.
 */
export function refocusedT2(profile: DeviceProfile, snapshot: CalibrationSnapshot, site: number): RefocusedT2 {
  const qubit = snapshot.qubits.find(({ index }) => index === site)
  if (!qubit || qubit.t2_us === null || snapshot.t2_kind === 'echo') return { t2_us: null, basis: 'none' }
  if (qubit.t2_echo_us !== null) return { t2_us: qubit.t2_echo_us, basis: 'echo' }
  const assumption = refocusedAssumption(profile, { ...qubit, t2_us: qubit.t2_us })
  return assumption ? { t2_us: assumption.value, basis: 'assumed' } : { t2_us: null, basis: 'none' }
}

/** How an assumed refocused T2 was derived, in words; null where none is assumed. */
export function refocusedWords(profile: DeviceProfile, snapshot: CalibrationSnapshot, site: number): string | null {
  const qubit = snapshot.qubits.find(({ index }) => index === site)
  if (!qubit || qubit.t2_us === null || refocusedT2(profile, snapshot, site).basis !== 'assumed') return null
  const assumption = refocusedAssumption(profile, { ...qubit, t2_us: qubit.t2_us })
  return assumption && assumptionText(assumption, 't2_us')
}

/**
 * Error figures of one calibration: T2 as published, lengths and reset fidelity from the profile where the snapshot has
 * none. T1, T2 and the other fidelities are never assumed: asking for an absent one throws, `usableGraph` keeps such parts
 * out. Where a snapshot has no T2 at all, `t2` is its physical limit 2·T1, so that idling counts only the error that is
 * certain, and `t2Unknown` says so. A CZ is made by the native gate with the smallest predicted error
 * (`contract/calibration/compound-cz.ts`).
 */
export function noiseModel(profile: DeviceProfile, snapshot: CalibrationSnapshot): NoiseModel {
  const qubits = new Map(snapshot.qubits.map(qubit => [qubit.index, qubit]))
  const edges = czsOf(snapshot, pairNumber)
  const { assumed } = profile
  const need = (site: number, figure: 't1_us' | 'fidelity_1q' | 'readout_fidelity') =>
    qubits.get(site)?.[figure] ?? missing(figure, `qubit ${site}`, snapshot)
  const orAssumed = (site: number, figure: AssumableFigure) =>
    figureOf(profile, qubits.get(site) ?? {}, figure) ?? missing(figure, `qubit ${site}`, snapshot)
  const single = (site: number) => orAssumed(site, 'gate_1q_length_ns')
  return {
    version: NOISE_MODEL_VERSION,
    calibration_id: snapshot.calibration_id,
    labels: labelsOf(profile.qubits),
    single,
    readout: site => orAssumed(site, 'readout_length_ns'),
    reset: site => orAssumed(site, 'reset_length_ns'),
    feedforward: feedforwardOf(profile).latency_ns,
    cz: (a, b) => {
      const made = edges.get(pairNumber(a, b))
      return made ? coreLength(made, made.edge.duration_ns ?? assumed.cz_length_ns, single) : assumed.cz_length_ns
    },
    ...compounds(edges),
    fidelityCz: (a, b) => {
      const error = edges.get(pairNumber(a, b))?.core ?? missing('CZ fidelity', `edge ${pairKey(a, b)}`, snapshot)
      return 1 - error
    },
    fidelitySingle: site => need(site, 'fidelity_1q'),
    fidelityReadout: site => need(site, 'readout_fidelity'),
    fidelityReset: site => orAssumed(site, 'reset_fidelity'),
    t1: site => need(site, 't1_us') * NS_PER_US,
    t2: site => (qubits.get(site)?.t2_us ?? 2 * need(site, 't1_us')) * NS_PER_US,
    t2Unknown: site => qubits.get(site)?.t2_us == null,
    refocusedT2: site => {
      const { t2_us } = refocusedT2(profile, snapshot, site)
      return t2_us === null ? null : t2_us * NS_PER_US
    },
    /** A getter: few callers need it, and it looks through the whole device. */
    get assumed() {
      return assumedUses(profile, snapshot, new Set(qubits.keys())).map(({ figure }) => figure)
    },
  }
}

/** Absent where every CZ is native, so that callers need not ask for each. */
function compounds(edges: ReadonlyMap<number, MadeCz>): Pick<NoiseModel, 'compound'> {
  if (![...edges.values()].some(isCompound)) return {}
  const compound = (a: number, b: number) => {
    const made = edges.get(pairNumber(a, b))
    return made ? compoundOf(made, a) : null
  }
  return { compound }
}
