/** The encoded side of a prediction: the run in small, its shots drawn with a fixed seed. */
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF } from '../../qec/code/logical-readout'
import { basesOf, type CircuitCount } from '../../qec/prediction/compare'
import { type Fitted, fitBases } from '../../qec/statistics/bases'
import { spamSpread } from '../../qec/statistics/spam-included-fit'
import { type Circuit, circuitOf, programOf } from '../planning/circuit'
import { circuitDecoders, decodePlanes } from '../decoding/circuit-decoder'
import type { RunEngine, RunEngines } from '../sampling/engine'
import type { RunPlan } from '../planning/plan'
import type { Predictable } from '../predict'
import { meanRoundDuration } from '../recording/schedule'
import { schemeOf } from '../decoding/protocols'
import { subSeed } from '../planning/seeds'

/** Share of the shots that is kept after so many rounds. */
export type Acceptance = (rounds: number) => number

/** Rounds that are simulated at most: more tell no more of the error per round, and take longer. */
const MOST_ROUNDS = 12
/** Detection: fewer rounds are simulated rather than next to nothing accepted. */
const LEAST_ACCEPTED = 0.02
/** Shots of each letter and number of rounds; six such circuits take about a tenth of a second on the native frames. */
const QUICK_SHOTS = { native: 16_384, reference: 128 } as const
/** Times as many at most, on the native frames, where so few leave open by how much the gain differs from 1. */
const MOST_PIECES = 8
/** Share of the way from the error to that of a physical qubit, in logarithms, that half its interval may take up. */
const SHARP = 1 / 6
/** What a slower engine may take, as estimated, which is rather too much; it never takes more shots than the run. */
export const QUICK_SECONDS = 10
/** Of those shots, the least that a slower engine must give: with fewer, frames predict better, twirled as their decay is. */
const LEAST_SHARE = 1 / 4

const LETTERS = ['X', 'Y', 'Z'] as const

/** The states by the letter of their logical Pauli, letters without any left out. */
export const byLetter = (states: readonly CardinalState[]): CardinalState[][] =>
  LETTERS.map(letter => states.filter(state => LOGICAL_OF[state].letter === letter)).filter(({ length }) => length > 0)

/** The rounds to simulate: the one that is asked for where that is few enough, else a short and a long one. */
export function quickRounds(rounds: readonly number[], acceptance: Acceptance): number[] {
  let most = Math.min(MOST_ROUNDS, rounds.at(-1)!)
  while (most > 2 && acceptance(most) < LEAST_ACCEPTED) most--
  if (rounds.length === 1 && rounds[0] === most) return [most]
  const least = Math.min(rounds[0]!, Math.max(1, Math.floor(most / 3)))
  return [least, Math.max(least + 1, most)]
}

interface Means {
  readonly acceptance: Acceptance
  /** Errors per round that the encoded one is compared with. */
  readonly rivals: readonly number[]
  readonly engines: RunEngines
  readonly signal: AbortSignal
}

export interface Quick {
  readonly fitted: Fitted | null
  /** What sampled it. */
  readonly engine: RunEngine
  /** Mean length of a round. */
  readonly round_ns: number
  /** How the fit was had, in whole sentences with a space behind them. */
  readonly method: string
}

type Sampled = CircuitCount & { readonly triggers: readonly number[] }

/** By the run's own engine where that is quick enough, else by frames, which the method then says. */
export async function quickRun(plan: RunPlan, settings: Predictable, means: Means): Promise<Quick> {
  const { engines, rivals, signal } = means
  const { protocol, decoder, rounds } = settings
  const taken = quickRounds(rounds, means.acceptance)
  const sampling = await samplingOf(plan, settings, taken, means)
  const decoderOf = circuitDecoders(schemeOf(protocol), plan, [decoder], engines.frames)
  const results: Sampled[] = []
  let [fitted, pieces]: [Fitted | null, number] = [null, 0]
  do {
    // As many again each time.
    for (const piece = Math.max(1, 2 * pieces); pieces < piece; pieces++)
      for (const circuit of sampling.circuits)
        results.push(await sampledPiece(circuit, sampling, pieces, decoderOf, signal))
    const fit = fitBases(basesOf(results))
    fitted = fit && (rounds.length === 1 ? spamSpread(fit, rounds[0]!) : fit)
  } while (pieces < sampling.most_pieces && !isSharp(fitted, rivals))
  return {
    fitted,
    engine: sampling.engine,
    round_ns: meanRoundDuration(plan.compiled, settings, results) ?? plan.compiled.duration_ns,
    method: methodText({ ...sampling, shots: sampling.shots * pieces }, taken, engines[settings.engine]),
  }
}

async function sampledPiece(
  circuit: Circuit,
  { engine, shots }: Sampling,
  piece: number,
  decoderOf: ReturnType<typeof circuitDecoders>,
  signal: AbortSignal,
): Promise<Sampled> {
  const { state, rounds } = circuit
  const seed = subSeed(0, 'prediction', state, rounds, piece === 0 ? '-' : piece)
  const planes = await engine.sample(programOf(circuit), shots, seed, { signal })
  const { outcomes, triggers } = await decodePlanes(planes, decoderOf(circuit), signal)
  const { accepted, failures } = outcomes[0]!
  return { state, rounds, shots, accepted, failures, triggers }
}

/** Whether it is plain by how much the error differs from those it is compared with; nothing more is had of what has none. */
function isSharp(fitted: Fitted | null, rivals: readonly number[]): boolean {
  const { value, low, high } = fitted?.fit.error_per_round ?? { value: null }
  if (value == null) return true
  const half = Math.log(high! / low!) / 2
  return rivals.every(rival => rival === 0 || half <= SHARP * Math.abs(Math.log(rival / value)))
}

interface Sampling {
  readonly engine: RunEngine
  /** Of each circuit, in one piece. */
  readonly shots: number
  readonly most_pieces: number
  readonly states: readonly CardinalState[]
  readonly circuits: readonly Circuit[]
}

const circuitsOf = (plan: RunPlan, settings: Predictable, taken: readonly number[], states: readonly CardinalState[]) =>
  taken.flatMap(count => states.map(state => circuitOf(plan, settings, state, count)))

const samplingOf = async (plan: RunPlan, settings: Predictable, taken: readonly number[], means: Means) =>
  (await ownSampling(plan, settings, taken, means)) ?? frameSampling(plan, settings, taken, means)

/** Twirled decay treats both eigenstates of a letter alike, so that one of them is enough. */
function frameSampling(plan: RunPlan, settings: Predictable, taken: readonly number[], { engines }: Means): Sampling {
  const { frames } = engines
  const states = byLetter(settings.states).map(([first]) => first!)
  return {
    engine: frames,
    shots: QUICK_SHOTS[frames.kind],
    most_pieces: frames.kind === 'native' ? MOST_PIECES : 1,
    states,
    circuits: circuitsOf(plan, settings, taken, states),
  }
}

/** As many shots in all as frames would draw, or as fit; null for frames, and where too few fit to predict by. */
async function ownSampling(
  plan: RunPlan,
  settings: Predictable,
  taken: readonly number[],
  { engines, signal }: Means,
): Promise<Sampling | null> {
  const { states } = settings
  const engine = engines[settings.engine]
  if (engine === engines.frames) return null
  const wanted = Math.ceil((QUICK_SHOTS[engine.kind] * byLetter(states).length) / states.length)
  const [least, most] = [LEAST_SHARE * wanted, Math.min(wanted, settings.shots)]
  if (most < least) return null
  const circuits = circuitsOf(plan, settings, taken, states)
  const shots = await engine.affordable(circuits.map(programOf), most, QUICK_SECONDS, signal)
  return shots < least ? null : { engine, shots, most_pieces: 1, states, circuits }
}

const methodText = ({ engine, shots, states }: Sampling, rounds: readonly number[], own: RunEngine) =>
  `Logical error: sampled, ${shots} shots of ${states.length} ${states.length === 1 ? 'state' : 'states'} (${states.join(', ')}) ` +
  `with ${rounds.join(' and ')} rounds on ${engine.version}, decoded and fitted as a run would be. ` +
  (engine.decay === own.decay ? '' : twirledText(own))

const twirledText = ({ version }: RunEngine) =>
  `It takes the Pauli twirl for the decay that ${version} runs exactly, which would give too few shots to predict by: no ` +
  `more than the run's own, and what ${QUICK_SECONDS} s are estimated to give. ` +
  'Where waiting dominates, single states were seen to fail up to an eighth more or less often than under the twirl, both ' +
  'states of a letter together as often, to within a hundredth. '
