/** The encoded side of a prediction: the run in small, its shots drawn with a fixed seed. */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF } from '../../qec/code/logical-readout'
import { basesOf, type CircuitCount } from '../../qec/comparison/counts'
import { decayDraws } from '../../qec/comparison/decay-draws'
import { type Fitted, fitBases } from '../../qec/statistics/mean-over-bases'
import type { Decay } from '../../qec/statistics/posterior'
import { spamSpread } from '../../qec/statistics/spam-included-fit'
import { type CircuitDecoder, decodePlanes } from '../decoding/decode'
import { circuitDecoders } from '../decoding/protocols'
import type { RunPlan, RunSettings } from '../model/plan'
import type { RunContext } from '../model/run'
import type { Cancellation, RunEngine, RunEngines } from '../model/run-engine'
import {
  type MemoryCircuit,
  meanRoundDuration,
  measuredRounds,
  memoryCircuit,
  signedProgram,
  subSeed,
} from '../planning/circuits'

/** Share of the shots that is accepted after so many rounds. */
export type AcceptanceByRounds = (rounds: number) => number

/** Rounds that are simulated at most: more add nothing on the error per round, and take longer. */
const MAX_PILOT_ROUNDS = 12
/** Maximum factor between the second number of rounds, for the curve, and the only requested one. */
const MAX_CURVE_FACTOR = 4
/** Detection mode: the number of rounds is lowered until at least this share of the shots is accepted. */
const MIN_ACCEPTANCE = 0.02
/** Shots of each basis and number of rounds; six such circuits take about a tenth of a second on the native frames. */
const PILOT_RUN_SHOTS = { native: 16_384, reference: 128 } as const
/** Maximum multiple of these shots on the native frames, where fewer do not show by how much the gain differs from 1. */
const MAX_PIECES = 8
/** Share of the way from the error to that of a physical qubit, in logarithms, that half its interval may take up. */
const TARGET_HALF_WIDTH = 1 / 6
/** Longest estimated time of a slower engine, which is an upper bound; it never takes more shots than the run. */
const PILOT_RUN_SECONDS = 10
/**
 * Minimum share of those shots that a slower engine must simulate in time; with fewer, frames predict better in spite of their
 * twirled decay.
 */
const MIN_SHOTS_SHARE = 1 / 4

const LETTERS = ['X', 'Y', 'Z'] as const

/** The states by the letter of their logical Pauli, letters without any left out. */
export const byLetter = (states: readonly CardinalState[]): CardinalState[][] =>
  LETTERS.map(letter => states.filter(state => LOGICAL_OF[state].letter === letter)).filter(({ length }) => length > 0)

/** The rounds to simulate: the one that is asked for where that is few enough, else a short and a long one. */
export function pilotRounds(rounds: readonly number[], acceptance: AcceptanceByRounds): number[] {
  let most = Math.min(MAX_PILOT_ROUNDS, rounds.at(-1)!)
  while (most > 2 && acceptance(most) < MIN_ACCEPTANCE) most--
  if (rounds.length === 1 && rounds[0] === most) return [most]
  const least = Math.min(rounds[0]!, Math.max(1, Math.floor(most / 3)))
  return [least, Math.max(least + 1, most)]
}

/**
 * A second number of rounds where only one is simulated: what is left at 0 rounds need not lie on the decay of the encoded
 * state, so that a curve through it and one other point would predict other rounds wrongly. Null where there are two.
 */
export function furtherRounds(simulated: readonly number[], acceptance: AcceptanceByRounds): number | null {
  const [only, second] = simulated
  if (second !== undefined) return null
  if (only! > 2) return Math.max(1, Math.floor(only! / 3))
  const most = MAX_CURVE_FACTOR * only!
  return acceptance(most) < MIN_ACCEPTANCE ? only! + 1 : most
}

interface PilotContext extends RunContext {
  readonly acceptance: AcceptanceByRounds
  /** Errors per round that the encoded one is compared with. */
  readonly comparedErrors: readonly number[]
}

export interface PilotRun {
  readonly fitted: Fitted | null
  /** Draws of the decay with its A, however many numbers of rounds there are. */
  readonly decays: readonly Decay[]
  /** Engine that sampled it. */
  readonly engine: RunEngine
  /** Mean length of a round. */
  readonly round_ns: number
  /** How the fit was obtained, in whole sentences with a space behind them. */
  readonly method: string
}

type PilotCount = CircuitCount & { readonly triggers: readonly number[] }

/** Samples with the run's own engine where that is fast enough, else with frames, which `method` then says. */
export async function pilotRun(plan: RunPlan, settings: RunSettings, context: PilotContext): Promise<PilotRun> {
  const { engines, acceptance, comparedErrors } = context
  const { protocol, decoder, rounds } = settings
  const simulated = pilotRounds(rounds, acceptance)
  const taken = measuredRounds(simulated)
  const further = furtherRounds(simulated, acceptance)
  const all = further === null ? taken : [...taken, further]
  const circuitsOf: CircuitsOf = states =>
    all.flatMap(count => states.map(state => memoryCircuit(plan, settings, { state, rounds: count })))
  const sampling = (await ownSampling(settings, circuitsOf, context)) ?? frameSampling(settings, circuitsOf, engines)
  const decoderOf = circuitDecoders(plan, { protocol, decoders: [decoder], kernels: engines.frames })
  const results: PilotCount[] = []
  const asked = () => results.filter(({ rounds }) => rounds !== further)
  let [fitted, pieces]: [Fitted | null, number] = [null, 0]
  do {
    // Doubles the shots each time.
    for (const until = Math.max(1, 2 * pieces); pieces < until; pieces++)
      for (const circuit of sampling.circuits)
        results.push(await samplePiece(circuit, pieces, { ...context, ...sampling, decoder: decoderOf(circuit) }))
    const fit = fitBases(basesOf(asked()), 'tested')
    fitted = fit && (rounds.length === 1 ? spamSpread(fit, rounds[0]!) : fit)
  } while (pieces < sampling.max_pieces && !isPreciseEnough(fitted, comparedErrors))
  const curve = basesOf(results).filter(points => points.length > 0)
  return {
    fitted,
    decays: decayDraws(curve, further === null ? fitted : fitBases(basesOf(results), 'tested')),
    engine: sampling.engine,
    round_ns: meanRoundDuration(plan.compiled, settings, asked()) ?? plan.compiled.duration_ns,
    method: methodText(
      { ...sampling, shots: sampling.shots * pieces },
      { rounds: taken, further, own: engines[settings.engine] },
    ),
  }
}

async function samplePiece(
  circuit: MemoryCircuit,
  piece: number,
  { engine, shots, decoder, signal, checkpoint }: PilotSampling & Cancellation & { readonly decoder: CircuitDecoder },
): Promise<PilotCount> {
  const { state, rounds } = circuit
  const seed = subSeed(0, 'prediction', { state, rounds, index: piece === 0 ? '-' : piece })
  const planes = await engine.sample(signedProgram(circuit), { shots, seed, signal })
  const { outcomes, triggers } = await decodePlanes(planes, { decoder, signal, checkpoint })
  const { accepted, failures } = outcomes[0]!
  return { state, rounds, shots, accepted, failures, triggers }
}

/** Whether the interval is narrow enough to distinguish the error from each one it is compared with; true without a fit. */
function isPreciseEnough(fitted: Fitted | null, comparedErrors: readonly number[]): boolean {
  const { value, low, high } = fitted?.fit.error_per_round ?? { value: null }
  if (value == null) return true
  const half = Math.log(high! / low!) / 2
  return comparedErrors.every(error => error === 0 || half <= TARGET_HALF_WIDTH * Math.abs(Math.log(error / value)))
}

interface PilotSampling {
  readonly engine: RunEngine
  /** Shots of each circuit, in one piece. */
  readonly shots: number
  readonly max_pieces: number
  readonly states: readonly CardinalState[]
  readonly circuits: readonly MemoryCircuit[]
}

type CircuitsOf = (states: readonly CardinalState[]) => readonly MemoryCircuit[]

/** Twirled decay treats both eigenstates of a letter alike, so that one of them is enough. */
function frameSampling(settings: RunSettings, circuitsOf: CircuitsOf, { frames }: RunEngines): PilotSampling {
  const states = byLetter(settings.states).map(([first]) => first!)
  return {
    engine: frames,
    shots: PILOT_RUN_SHOTS[frames.kind],
    max_pieces: frames.kind === 'native' ? MAX_PIECES : 1,
    states,
    circuits: circuitsOf(states),
  }
}

/**
 * Sampling by the run's own engine, with as many shots in all as frames would draw, or as fit in time; null for frames,
 * and where too few fit.
 */
async function ownSampling(
  settings: RunSettings,
  circuitsOf: CircuitsOf,
  { engines, signal, checkpoint }: PilotContext,
): Promise<PilotSampling | null> {
  const { states } = settings
  const engine = engines[settings.engine]
  if (engine === engines.frames) return null
  const wanted = Math.ceil((PILOT_RUN_SHOTS[engine.kind] * byLetter(states).length) / states.length)
  const [least, most] = [MIN_SHOTS_SHARE * wanted, Math.min(wanted, settings.shots)]
  if (most < least) return null
  const circuits = circuitsOf(states)
  const limits = { most, seconds: PILOT_RUN_SECONDS, signal, checkpoint }
  const shots = await engine.affordableShots(circuits.map(signedProgram), limits)
  return shots < least ? null : { engine, shots, max_pieces: 1, states, circuits }
}

const methodText = (
  { engine, shots, states }: PilotSampling,
  {
    rounds,
    further,
    own,
  }: { readonly rounds: readonly number[]; readonly further: number | null; readonly own: RunEngine },
) =>
  `Logical error: sampled, ${shots} shots of ${states.length} ${states.length === 1 ? 'state' : 'states'} (${states.join(', ')}) ` +
  `with ${listed(rounds)} rounds on ${engine.version}, decoded and fitted as a run would be. ` +
  (further === null ? '' : `For the curves, ${further} rounds were sampled too. `) +
  (engine.decay === own.decay ? '' : twirledText(own))

const listed = (rounds: readonly number[]): string =>
  rounds.length > 2 ? `${rounds.slice(0, -1).join(', ')} and ${rounds.at(-1)}` : rounds.join(' and ')

const twirledText = ({ version }: RunEngine) =>
  `It takes the Pauli twirl for the decay that ${version} runs exactly, which would give too few shots to predict by: no ` +
  `more than the run's own, and what ${PILOT_RUN_SECONDS} s are estimated to give. ` +
  'Where waiting dominates, single states were seen to fail up to an eighth more or less often than under the twirl, both ' +
  'states of a letter together as often, to within a hundredth. '
