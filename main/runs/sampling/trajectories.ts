/** Runs by quantum trajectories: waiting qubits decay exactly; how long that takes is estimated and bounded before a run. */
import { AppError } from '../../contract/model/errors'
import type { CardinalState } from '../../contract/model/protocols'
import type { SignedProgram } from '../../qec/experiment/reference-signs'
import {
  MAX_EXACT_OPS,
  MAX_EXACT_SECONDS,
  sampleByTrajectories,
  secondsEstimate,
} from '../../simulation/experiment/sample'
import type { TrajectorySimulator } from '../../simulation/model/trajectory'
import type { PlannedRun, RunPlan, RunSettings } from '../model/plan'
import type { Cancellation, RunEngine, ShotLimits } from '../model/run-engine'
import {
  baselineCircuit,
  baselineQubits,
  measuredRounds,
  memoryCircuit,
  selectionShots,
  shotsOfPiece,
  signedProgram,
  wallTimeQubits,
} from '../planning/circuits'

/** Longest estimated time of a whole run; the real time is a half to a tenth of it on an idle machine. */
export const MAX_RUN_SECONDS = 3_600
/** Longest estimated time of one circuit; the engine accepts slightly more, as states of a run differ in cost. */
export const MAX_CIRCUIT_SECONDS = 0.9 * MAX_EXACT_SECONDS
/** Outcomes are held as texts, a byte for each bit, until they are planes. */
const PIECE_BITS = 2 ** 25

export const trajectoryEngine = (trajectories: TrajectorySimulator): RunEngine => ({
  kind: trajectories.kind,
  version: trajectories.trajectory_engine,
  decay: 'exact',
  piece_bits: PIECE_BITS,
  sampling: 0.95,
  estimateSeconds: (plan, settings, cancellation) => checkedSeconds({ trajectories, plan, settings, ...cancellation }),
  affordableShots: (circuits, limits) => affordableShots(trajectories, circuits, limits),
  sample: (circuit, { shots, seed, ...options }) =>
    sampleByTrajectories(trajectories, circuit, { ...options, shots, seed }),
})

/** A run whose seconds are estimated. */
interface EstimatedRun extends PlannedRun, Cancellation {
  readonly trajectories: TrajectorySimulator
}

async function checkedSeconds(run: EstimatedRun): Promise<number> {
  const { trajectories, plan, settings, checkpoint } = run
  const state = longestState(plan, settings, checkpoint)
  const at = (rounds: number) => signedProgram(memoryCircuit(plan, settings, { state, rounds }))
  const one = at(1)
  refuseWide(one, trajectories)
  refuseLong(one, at(2), settings)
  const { shots, rounds } = settings
  const costOf = await costs(run, { short: one, long: at(rounds.at(-1)!) })
  const cost = costOf(shots)
  if (cost.fits(rounds)) return cost.total(rounds)
  const max_rounds = largest(rounds.at(-1)! - 1, most => cost.fits(capped(rounds, most)), checkpoint)
  const max_shots = largest(shots - 1, fewer => costOf(fewer).fits(rounds), checkpoint)
  throw tooSlow(cost.total(rounds), max_shots, max_rounds)
}

async function affordableShots(
  trajectories: TrajectorySimulator,
  circuits: readonly SignedProgram[],
  { most, seconds, signal, checkpoint }: ShotLimits,
): Promise<number> {
  const costs: ((shots: number) => number)[] = []
  for (const circuit of circuits) costs.push(await secondsEstimate(trajectories, circuit, { signal }))
  return largest(most, shots => costs.reduce((sum, cost) => sum + cost(shots), 0) <= seconds, checkpoint)
}

/** The state whose circuits have the most operations. */
function longestState(plan: RunPlan, settings: RunSettings, checkpoint: () => void): CardinalState {
  let [longest, most] = [settings.states[0]!, 0]
  for (const state of settings.states) {
    const { length } = signedProgram(memoryCircuit(plan, settings, { state, rounds: 1 })).program.ops
    if (length > most) [longest, most] = [state, length]
    checkpoint()
  }
  return longest
}

const capped = (rounds: readonly number[], most: number): number[] => [
  ...new Set(rounds.map(count => Math.min(count, most))),
]

function refuseWide({ program: { qubits } }: SignedProgram, { max_qubits }: TrajectorySimulator): void {
  if (qubits <= max_qubits) return
  const message = `trajectories hold at most ${max_qubits} qubits on this machine, and the module has ${qubits}; frames can run it`
  throw new AppError('invalid_request', message, {
    details: { qubits, max_qubits },
    faults: [{ pointer: '/engine', message }],
  })
}

/**
 * Throws for a circuit with too many operations. Every round has the same number, so circuits of one and of two rounds
 * determine it.
 */
function refuseLong(one: SignedProgram, two: SignedProgram, { rounds }: RunSettings): void {
  const first = one.program.ops.length
  const each = two.program.ops.length - first
  const operations = first + (rounds.at(-1)! - 1) * each
  if (operations <= MAX_EXACT_OPS) return
  const max_rounds = 1 + Math.floor((MAX_EXACT_OPS - first) / each)
  const what = `A circuit of ${rounds.at(-1)} rounds has ${operations} operations; trajectories run at most ${MAX_EXACT_OPS}`
  throw new AppError('invalid_request', what, {
    details: { operations, max_operations: MAX_EXACT_OPS, max_rounds },
    faults: [{ pointer: '/rounds', message: `at most ${max_rounds} rounds by trajectories; frames run more` }],
  })
}

interface TrajectoryCost {
  /** Seconds of all circuits with these numbers of rounds, and with 0. */
  total(rounds: readonly number[]): number
  fits(rounds: readonly number[]): boolean
}

/**
 * Time of a run as a function of its shots; `short` has one round, `long` the most. Time grows faster than the rounds, as shots
 * with a fault no longer share their state with others: linear interpolation between one round and the most requested is an upper
 * bound.
 */
async function costs(
  { trajectories, plan, settings, signal }: EstimatedRun,
  { short, long }: { readonly short: SignedProgram; readonly long: SignedProgram },
): Promise<(shots: number) => TrajectoryCost> {
  const { mode, states, rounds, shots: asked } = settings
  const most = rounds.at(-1)!
  const first = await secondsEstimate(trajectories, short, { signal })
  const last = await secondsEstimate(trajectories, long, { signal })
  const waiting = baselineQubits(plan)
  const baseline =
    waiting.length === 0
      ? () => 0
      : await secondsEstimate(
          trajectories,
          baselineCircuit(plan, { qubit: waiting[0]!, state: states[0]!, rounds: most }),
          { signal },
        )
  const piece = Math.min(asked, shotsOfPiece(long.program.bits, PIECE_BITS))
  const inPieces = (seconds: (shots: number) => number, shots: number) =>
    Math.floor(shots / piece) * seconds(piece) + (shots % piece > 0 ? seconds(shots % piece) : 0)
  return shots => {
    const [low, high] = [inPieces(first, shots), inPieces(last, shots)]
    const part = Math.min(1, piece / shots)
    // A circuit without any round takes no longer than one of a round.
    const circuit = (count: number) => low + (most > 1 ? (Math.max(0, count - 1) / (most - 1)) * (high - low) : 0)
    const at_wall_times = wallTimeQubits({ mode }, waiting.length) * baseline(shots)
    const physical = waiting.length * (baseline(shots) + baseline(selectionShots(shots))) + at_wall_times
    const total = (counts: readonly number[]) =>
      states.length * measuredRounds(counts).reduce((sum, count) => sum + circuit(count) + physical, 0)
    return {
      total,
      fits: counts => total(counts) <= MAX_RUN_SECONDS && part * circuit(Math.max(...counts)) <= MAX_CIRCUIT_SECONDS,
    }
  }
}

/** The largest value from 1 to `most` that fits, by bisection; 0 where none does. Requires that every smaller value fits, too. */
function largest(most: number, fits: (value: number) => boolean, checkpoint: () => void): number {
  let [low, high] = [0, most]
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if (fits(middle)) low = middle
    else high = middle - 1
    checkpoint()
  }
  return low
}

function tooSlow(seconds: number, max_shots: number, max_rounds: number): AppError {
  const what =
    `Trajectories would take some ${Math.ceil(seconds)} s for this run; at most ${MAX_RUN_SECONDS} s are taken, ` +
    `${MAX_CIRCUIT_SECONDS} s of them for one circuit. frames run it in a moment, with twirled decay`
  const found = (value: number, others: string) =>
    value > 0 ? `at most ${value} with these ${others} by trajectories` : `no number will do with these ${others}`
  return new AppError('invalid_request', what, {
    details: { seconds, max_seconds: MAX_RUN_SECONDS, max_circuit_seconds: MAX_CIRCUIT_SECONDS, max_shots, max_rounds },
    faults: [
      { pointer: '/shots', message: found(max_shots, 'rounds and states') },
      { pointer: '/rounds', message: found(max_rounds, 'shots and states') },
    ],
  })
}
