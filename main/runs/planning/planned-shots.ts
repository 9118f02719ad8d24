/**
 * What a run executes: the encoded circuits, the baselines, both with 0 rounds too, the pilot shots of the baselines, and the
 * baselines of the best and the median qubit at the wall times of the encoded shots.
 */
import type { Run } from '../../contract/runs/run'
import type { RunPlan } from '../model/plan'

/** 0 rounds, preparation and readout alone, are measured beside whatever is asked for. */
export const measuredRounds = (rounds: readonly number[]): number[] => [0, ...rounds]

/** Share of a circuit's shots that its pilot has beside them. */
const SELECTION_SHARE = 1 / 4

/** For each physical qubit, state and number of rounds: what the best qubit is chosen by. */
export const selectionShots = (shots: number): number => Math.ceil(SELECTION_SHARE * shots)

export interface PlannedShots {
  readonly encoded: number
  readonly baselines: number
  readonly pilot: number
  /** At most: none where every shot took T_round × R, half where one qubit is both. */
  readonly wall_time: number
  readonly total: number
}

/** The best and the median qubit, where conditional repeats make rounds longer. */
export const waitingQubits = ({ mode }: Pick<Run['request'], 'mode'>, qubits: number): number =>
  mode === 'correction' ? Math.min(2, qubits) : 0

/** Qubits that have a baseline. */
export const baselinesOf = ({ qubits }: Pick<RunPlan, 'qubits'>): number =>
  qubits.filter(({ skipped }) => skipped === null).length

/** `qubits`: how many have a baseline. */
export function plannedShots(
  settings: Pick<Run['request'], 'mode' | 'rounds' | 'states' | 'shots'>,
  qubits: number,
): PlannedShots {
  const { rounds, states, shots } = settings
  const circuits = measuredRounds(rounds).length * states.length
  const [encoded, baselines, pilot] = [
    circuits * shots,
    circuits * shots * qubits,
    circuits * selectionShots(shots) * qubits,
  ]
  const wall_time = waitingQubits(settings, qubits) * rounds.length * states.length * shots
  return { encoded, baselines, pilot, wall_time, total: encoded + baselines + pilot + wall_time }
}
