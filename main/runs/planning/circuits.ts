/**
 * The circuits of a run, encoded and physical, as sampler, programs and decoders see them; how long their rounds last; which of them
 * a run executes, with how many shots, in which pieces and from which seeds.
 */
import { createHash } from 'node:crypto'
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF, type Readout, readoutFor } from '../../qec/code/logical-readout'
import type { RoundTimes } from '../../qec/decoding/wall-time'
import { baselineProgram } from '../../qec/experiment/baseline'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../qec/experiment/memory'
import { baselineSigns, memorySigns, type SignedProgram } from '../../qec/experiment/reference-signs'
import type { CompiledRound } from '../../qec/model/round'
import type { FaultRates } from '../../qec/noise/rates'
import { type ExtraPlanes, extraPlaneNames, extraPlanes } from '../../qec/program/extra-planes'
import { type PlaneLayout, planeLayout, planeNames } from '../../qec/schedule/plane-layout'
import { PREPARATION_ATTEMPTS } from '../../qec/spam/verified-preparation'
import { type ProtocolSettings, type RunPlan, type RunSettings, ratesOf } from '../model/plan'
import type { EncodedResult, ShotPiece } from '../model/run'

/** One prepared state, one number of rounds. */
export interface MemoryCircuit extends ProtocolSettings {
  readonly plan: RunPlan
  readonly rates: FaultRates
  readonly state: CardinalState
  readonly rounds: number
}

export const memoryCircuit = (
  plan: RunPlan,
  { mode, protocol, closing }: ProtocolSettings,
  { state, rounds }: Pick<MemoryCircuit, 'state' | 'rounds'>,
): MemoryCircuit => ({
  plan,
  rates: ratesOf(plan),
  mode,
  protocol,
  closing,
  state,
  rounds,
})

export const readoutOf = (state: CardinalState): Readout => readoutFor(LOGICAL_OF[state].logical)

export const layoutOf = ({
  mode,
  protocol,
  closing,
  rounds,
}: ProtocolSettings & { readonly rounds: number }): PlaneLayout => planeLayout(mode, { rounds, protocol, closing })

/** The parts of the plan as the programs name them. */
export const chosenOf = ({ preparation, measurement }: RunPlan) => ({
  ...(preparation ? { preparation: preparation.compiled, attempts: preparation.attempts } : {}),
  ...(measurement ? { measurement } : {}),
})

const experimentOf = ({ plan, rates, mode, protocol, closing, state, rounds }: MemoryCircuit): MemoryExperiment => ({
  compiled: plan.compiled,
  rates,
  readout: readoutOf(state),
  mode,
  ...(protocol ? { protocol } : {}),
  ...(closing ? { closing } : {}),
  state,
  rounds,
  ...chosenOf(plan),
})

export function signedProgram(circuit: MemoryCircuit): SignedProgram {
  const experiment = experimentOf(circuit)
  return { program: memoryProgram(experiment), signs: memorySigns(experiment) }
}

export const planesOf = (circuit: MemoryCircuit): ExtraPlanes =>
  experimentPlanes(layoutOf(circuit), experimentOf(circuit))

const recordedPlanes = (settings: RunSettings, rounds: number): ExtraPlanes =>
  extraPlanes(layoutOf({ ...settings, rounds }), settings.mode, {
    attempts: settings.preparation === 'verified' ? (settings.attempts ?? PREPARATION_ATTEMPTS) : 0,
    // While no readout is chosen, the one with more bits is assumed.
    fault_tolerant_readout: settings.readout !== 'checked',
  })

/** Number of bits that a circuit of this many rounds records, known before the run is planned. */
export const bitsPerShot = (settings: RunSettings, rounds: number): number => recordedPlanes(settings, rounds).total

/** Names of the planes as the record lists them. */
export const recordedNames = (settings: RunSettings): string[] => [
  ...planeNames(layoutOf({ ...settings, rounds: 1 })),
  ...extraPlaneNames(recordedPlanes(settings, 1)),
]

interface BaselineCircuit {
  readonly qubit: number
  readonly state: CardinalState
  readonly rounds: number
  /** Waiting time; left out: the duration of `rounds` rounds. */
  readonly duration_ns?: number
}

/** The physical baseline of a qubit, decoupled as the encoded run is; the pulses are those of so many rounds. */
export function baselineCircuit(
  plan: RunPlan,
  { qubit, state, rounds, duration_ns = plan.compiled.duration_ns * rounds }: BaselineCircuit,
): SignedProgram {
  const { decoupling, rates } = plan
  const pulse_ns = rates.sites[qubit]?.pulse_ns
  const dd =
    decoupling && pulse_ns !== undefined ? { sequence: decoupling.effect.sequence, rounds, pulse_ns } : undefined
  const program = baselineProgram({ site: qubit, state, duration_ns, rates: ratesOf(plan), dd, rounds })
  return { program, signs: baselineSigns(state) }
}

/** Mean over shots and rounds: a trigger at k skips the later extractions and adds the repeat. Null in detection mode and with cyclic-window. */
export function meanRoundDuration(
  compiled: CompiledRound,
  { mode, protocol }: ProtocolSettings,
  encoded: readonly Pick<EncodedResult, 'rounds' | 'shots' | 'triggers'>[],
): number | null {
  if (mode === 'detection' || protocol === 'cyclic-window') return null
  const rounds = encoded.reduce((sum, result) => sum + result.rounds * result.shots, 0)
  const added = roundTimes(compiled).triggered_ns.reduce(
    (sum, longer, k) => sum + longer * encoded.reduce((total, result) => total + result.triggers[k]!, 0),
    0,
  )
  return compiled.duration_ns + added / rounds
}

/** How long a round lasts, by whether and where it triggers: the later extractions are skipped, the repeat is added. */
export function roundTimes({ duration_ns, flagged, repeat }: CompiledRound): RoundTimes {
  const skipped = (k: number) => flagged.slice(k + 1).reduce((total, one) => total + one.duration_ns, 0)
  return {
    round_ns: duration_ns,
    triggered_ns: [0, 1, 2, 3].map(k => repeat.duration_ns - skipped(k)),
    tail_ns: repeat.duration_ns,
  }
}

/** The requested numbers of rounds and 0, which is preparation and readout alone. */
export const measuredRounds = (rounds: readonly number[]): number[] => [0, ...rounds]

/** Selection shots of a baseline circuit, as a share of its other shots. */
const SELECTION_SHARE = 1 / 4

/** For each physical qubit, state and number of rounds: what the best qubit is chosen by. */
export const selectionShots = (shots: number): number => Math.ceil(SELECTION_SHARE * shots)

export interface PlannedShots {
  readonly encoded: number
  readonly baselines: number
  readonly pilot: number
  /** Maximum: none are executed where every shot took T_round × R, half where one qubit is both best and median. */
  readonly wall_time: number
  readonly total: number
}

/** How many qubits have baselines at the wall times: the best and the median one, where conditional repeats make rounds longer. */
export const wallTimeQubits = ({ mode }: Pick<RunSettings, 'mode'>, qubits: number): number =>
  mode === 'correction' ? Math.min(2, qubits) : 0

/** Qubits that have a baseline. */
export const baselineQubits = ({ qubits }: Pick<RunPlan, 'qubits'>): number[] =>
  qubits.filter(({ skipped }) => skipped === null).map(({ qubit }) => qubit)

/** Baselines that are charged: a device measures all qubits in the same shots, so they count as one. */
export function chargedBaselines({ device, ...plan }: Pick<RunPlan, 'qubits'> & { readonly device?: unknown }): number {
  const { length } = baselineQubits(plan)
  return device ? Math.min(1, length) : length
}

/** `qubits`: how many have a baseline. */
export function plannedShots(
  settings: Pick<RunSettings, 'mode' | 'rounds' | 'states' | 'shots'>,
  qubits: number,
): PlannedShots {
  const { rounds, states, shots } = settings
  const circuits = measuredRounds(rounds).length * states.length
  const [encoded, baselines, pilot] = [
    circuits * shots,
    circuits * shots * qubits,
    circuits * selectionShots(shots) * qubits,
  ]
  const wall_time = wallTimeQubits(settings, qubits) * rounds.length * states.length * shots
  return { encoded, baselines, pilot, wall_time, total: encoded + baselines + pilot + wall_time }
}

/**
 * The 64-bit seed of one circuit: the first eight bytes (big-endian) of
 * SHA-256("pentad-run/1 <seed> <kind> <state> <rounds> <index>"), with `-` for what does not apply. The index is the
 * qubit of a baseline or its pilot, the number of a later piece of an encoded circuit, or, of the baseline at the wall times,
 * the qubit times 16 plus the number of the group of shots.
 * Circuits thus draw independently of one another and of which others the run has.
 */
export function subSeed(
  seed: number,
  kind: 'encoded' | 'baseline' | 'pilot' | 'wall-time' | 'gain-best' | 'gain-median' | 'prediction' | 'order',
  {
    state = '-',
    rounds = '-',
    index = '-',
  }: {
    readonly state?: string | undefined
    readonly rounds?: number | '-' | undefined
    readonly index?: number | '-' | undefined
  } = {},
): bigint {
  const text = `pentad-run/1 ${seed} ${kind} ${state} ${rounds} ${index}`
  return createHash('sha256').update(text).digest().readBigUInt64BE()
}

/** Shots of a piece of at most `piece_bits` bits, in whole words of 64; at least one word. */
export const shotsOfPiece = (bits_per_shot: number, piece_bits: number): number =>
  Math.max(64, Math.floor(piece_bits / bits_per_shot / 64) * 64)

interface SeededCircuit {
  readonly state: CardinalState
  readonly rounds: number
  /** Seed of the run. */
  readonly seed: number
}

/**
 * A circuit's shots are sampled, decoded and stored in pieces, so that memory stays bounded however many there are: `most`
 * shots in every piece but the last; the first draws as a circuit that needs no second one does.
 */
export function piecesOf(shots: number, most: number, { state, rounds, seed }: SeededCircuit): ShotPiece[] {
  return Array.from(
    { length: Math.ceil(shots / most) },
    (_, piece): ShotPiece => ({
      piece,
      shots: Math.min(most, shots - piece * most),
      seed: subSeed(seed, 'encoded', { state, rounds, index: piece === 0 ? '-' : piece }),
    }),
  )
}
