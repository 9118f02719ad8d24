/**
 * Circuits that a run executes: the encoded ones, the baselines, both also with 0 rounds, the pilot shots of the baselines, and the
 * baselines of the best and the median qubit at the wall times of the encoded shots; their pieces and their seeds.
 */
import { createHash } from 'node:crypto'
import type { CardinalState } from '../../contract/model/protocols'
import type { RunPlan, RunSettings } from '../model/plan'
import type { ShotPiece } from '../model/results'

/** The requested numbers of rounds and 0, which is preparation and readout alone. */
export const measuredRounds = (rounds: readonly number[]): number[] => [0, ...rounds]

/** Share of a circuit's shots that its pilot has beside them. */
const SELECTION_SHARE = 1 / 4

/** For each physical qubit, state and number of rounds: what the best qubit is chosen by. */
export const pilotShots = (shots: number): number => Math.ceil(SELECTION_SHARE * shots)

export interface PlannedShots {
  readonly encoded: number
  readonly baselines: number
  readonly pilot: number
  /** Maximum: none are executed where every shot took T_round × R, half where one qubit is both best and median. */
  readonly wall_time: number
  readonly total: number
}

/** The best and the median qubit, where conditional repeats make rounds longer. */
export const waitingQubits = ({ mode }: Pick<RunSettings, 'mode'>, qubits: number): number =>
  mode === 'correction' ? Math.min(2, qubits) : 0

/** Qubits that have a baseline. */
export const baselinesOf = ({ qubits }: Pick<RunPlan, 'qubits'>): number =>
  qubits.filter(({ skipped }) => skipped === null).length

/** Baselines that are charged: a device measures all qubits in the same shots, so they count as one. */
export const measuredBaselines = (plan: Pick<RunPlan, 'qubits' | 'device'>): number =>
  plan.device ? Math.min(1, baselinesOf(plan)) : baselinesOf(plan)

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
    circuits * pilotShots(shots) * qubits,
  ]
  const wall_time = waitingQubits(settings, qubits) * rounds.length * states.length * shots
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
