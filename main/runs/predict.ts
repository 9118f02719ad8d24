/** What a run would show, before it is run: a quick simulation of the encoded side, the physical side exactly. */

import { setImmediate } from 'node:timers/promises'
import type { Gain } from '../contract/comparison'
import type { Estimate } from '../contract/primitives'
import type { CardinalState } from '../contract/run_request'
import { lowerMedian } from '../qec/baseline'
import { basesOf, type CircuitCount } from '../qec/compare'
import { exactFailure } from '../qec/exact'
import { type PlannedBasis, shotsToResolve } from '../qec/planner'
import { LOGICAL_OF } from '../qec/readout'
import { type Fitted, fitBases } from '../qec/statistics/bases'
import { errorPerRound, SATURATED } from '../qec/statistics/decay'
import { logicalGain } from '../qec/statistics/gain'
import { unobserved } from '../qec/statistics/intervals'
import { spamSpread } from '../qec/statistics/spread'
import type { DecayModel } from '../qec/untwirl'
import { circuitOf, programOf } from './circuit'
import { circuitDecoders, decodePlanes } from './decoding'
import type { RunEngine, RunEngines } from './engine'
import type { RunSettings } from './execute'
import { idleProgram } from './idle'
import { type RunPlan, ratesOf } from './plan'
import { acceptanceOf, seenBy } from './predicted_acceptance'
import { meanRoundDuration } from './schedule'
import { schemeOf } from './scheme'
import { subSeed } from './seeds'

export type Predictable = Omit<RunSettings, 'seed'>

interface Physical {
  readonly qubit: number
  readonly error_per_round: number
  readonly bases: readonly PlannedBasis[]
}

export interface Prediction {
  readonly method: string
  readonly logical_error: Estimate
  readonly best: Physical | null
  readonly median: Physical | null
  readonly gain_best: Gain
  readonly gain_median: Gain
  readonly acceptance: readonly { readonly rounds: number; readonly predicted: number }[]
  readonly shots_needed: { readonly best: number | null; readonly median: number | null }
  /** Mean length of a round, conditional repeats included. */
  readonly round_ns: number
}

/** Rounds that are simulated at most: more tell no more of the error per round, and take longer. */
const MOST_ROUNDS = 12
/** Detection: fewer rounds are simulated rather than next to nothing accepted. */
const LEAST_ACCEPTED = 0.02
/** Shots of each quick circuit; six of them take about a tenth of a second on the native engine. */
const QUICK_SHOTS = { native: 16_384, reference: 128 } as const

const LETTERS = ['X', 'Y', 'Z'] as const

/**
 * The same for the same plan, settings and engines: its seed is fixed. The encoded side is always simulated by frames, which
 * take a moment. Rejects with the signal's reason when aborted.
 */
export async function predict(
  plan: RunPlan,
  settings: Predictable,
  { engines, signal }: { readonly engines: RunEngines; readonly signal: AbortSignal },
): Promise<Prediction> {
  const acceptance = acceptances(plan, settings)
  const quick = await quickRun(plan, settings, acceptance, engines, signal)
  const encoded = quick.fitted
  await setImmediate()
  const physical = rankedBaselines(plan, settings, engines[settings.engine].decay)
  const best = physical[0] ?? null
  const median = physical[lowerMedian(physical.length)] ?? null
  const gain = async (side: Physical | null, kind: 'gain-best' | 'gain-median') => {
    await setImmediate()
    signal.throwIfAborted()
    return logicalGain(side && exactly(side.error_per_round), encoded, subSeed(0, kind))
  }
  const needed = (side: Physical | null) => side && encoded && shotsNeeded(side, encoded, settings, acceptance)
  return {
    method: quick.method,
    logical_error: encodedError(encoded, engines[settings.engine], engines.frames),
    best,
    median,
    gain_best: await gain(best, 'gain-best'),
    gain_median: await gain(median, 'gain-median'),
    acceptance: settings.rounds.map(rounds => ({ rounds, predicted: acceptance(rounds) })),
    shots_needed: { best: needed(best), median: needed(median) },
    round_ns: quick.round_ns,
  }
}

/** Says so where the run's own engine knows more of decay than the one that predicts. */
function encodedError(encoded: Fitted | null, { decay }: RunEngine, quick: RunEngine): Estimate {
  if (!encoded) return unobserved('nothing would be accepted')
  const { error_per_round } = encoded.fit
  if (decay === quick.decay) return error_per_round
  return { ...error_per_round, method: `${error_per_round.method}; decay ${quick.decay}, by ${quick.version}` }
}

type Acceptance = (rounds: number) => number

/** Mean over the states. */
function acceptances(plan: RunPlan, settings: Predictable): Acceptance {
  const { states } = settings
  const seen = seenBy(plan, settings)
  return rounds =>
    states.reduce((sum, state) => sum + acceptanceOf(circuitOf(plan, settings, state, rounds), seen), 0) / states.length
}

/** The rounds to simulate: the one that is asked for where that is few enough, else a short and a long one. */
export function quickRounds(rounds: readonly number[], acceptance: Acceptance): number[] {
  let most = Math.min(MOST_ROUNDS, rounds.at(-1)!)
  while (most > 2 && acceptance(most) < LEAST_ACCEPTED) most--
  if (rounds.length === 1 && rounds[0] === most) return [most]
  const least = Math.min(rounds[0]!, Math.max(1, Math.floor(most / 3)))
  return [least, Math.max(least + 1, most)]
}

async function quickRun(
  plan: RunPlan,
  settings: Predictable,
  acceptance: Acceptance,
  engines: RunEngines,
  signal: AbortSignal,
) {
  const { frames } = engines
  const { protocol, decoder, rounds, states } = settings
  const shots = QUICK_SHOTS[frames.kind]
  const taken = quickRounds(rounds, acceptance)
  const letters = LETTERS.flatMap(letter => states.filter(state => LOGICAL_OF[state].letter === letter).slice(0, 1))
  const decoderOf = circuitDecoders(schemeOf(protocol), plan, [decoder], frames)
  const results: (CircuitCount & { readonly triggers: readonly number[] })[] = []
  for (const count of taken)
    for (const state of letters) {
      const circuit = circuitOf(plan, settings, state, count)
      const seed = subSeed(0, 'prediction', state, count)
      const planes = await frames.sample(programOf(circuit), shots, seed, { signal })
      const decoded = await decodePlanes(planes, decoderOf(circuit), signal)
      const { accepted, failures } = decoded.outcomes[0]!
      results.push({ state, rounds: count, shots, accepted, failures, triggers: decoded.triggers })
    }
  const fit = fitBases(basesOf(results))
  return {
    fitted: fit && (rounds.length === 1 ? spamSpread(fit, rounds[0]!) : fit),
    round_ns: meanRoundDuration(plan.compiled, settings, results) ?? plan.compiled.duration_ns,
    method: methodText(settings, taken, shots, letters, frames, engines[settings.engine]),
  }
}

const methodText = (
  { mode, preparation }: Predictable,
  rounds: readonly number[],
  shots: number,
  states: readonly CardinalState[],
  quick: RunEngine,
  engine: RunEngine,
) =>
  `Logical error: sampled, ${shots} shots of ${states.length} ${states.length === 1 ? 'state' : 'states'} (${states.join(', ')}) ` +
  `with ${rounds.join(' and ')} rounds on ${quick.version}, decoded and fitted as a run would be. ` +
  (engine.decay === quick.decay ? '' : `It takes the Pauli twirl for the decay that ${engine.version} runs exactly. `) +
  'Physical errors: exact, from the baseline circuits at the calibrated rates. ' +
  (mode === 'detection'
    ? 'Acceptance: exp of minus the faults that show, to first order. '
    : `Acceptance: every shot ${preparation === 'verified' ? 'with a state ' : ''}is kept. `) +
  'Device time: all baseline qubits side by side, conditional repeats included.'

/** Every qubit with figures, smallest error first, of equals the smaller index. */
function rankedBaselines(plan: RunPlan, settings: Predictable, decay: DecayModel): Physical[] {
  return plan.qubits
    .filter(({ skipped }) => skipped === null)
    .map(({ qubit }) => physicalOf(qubit, plan, settings, decay))
    .sort((a, b) => a.error_per_round - b.error_per_round || a.qubit - b.qubit)
}

function physicalOf(qubit: number, plan: RunPlan, settings: Predictable, decay: DecayModel): Physical {
  const bases = lettersOf(settings.states).map(states => physicalBasis(qubit, states, plan, settings.rounds, decay))
  return { qubit, bases, error_per_round: bases.reduce((sum, { error }) => sum + error, 0) / bases.length }
}

/** The requested states by letter. */
const lettersOf = (states: readonly CardinalState[]): CardinalState[][] =>
  LETTERS.map(letter => states.filter(state => LOGICAL_OF[state].letter === letter)).filter(({ length }) => length > 0)

/** Idling decays exponentially, so that two numbers of rounds tell ε and A exactly; one leaves A counted in ε. */
function physicalBasis(
  qubit: number,
  states: readonly CardinalState[],
  plan: RunPlan,
  rounds: readonly number[],
  decay: DecayModel,
): PlannedBasis {
  const rates = ratesOf(plan)
  const left = (count: number) => {
    const sum = states.reduce(
      (sum, state) => sum + 1 - 2 * exactFailure(idleProgram(qubit, state, count, plan, rates), decay),
      0,
    )
    return Math.max(0, sum / states.length)
  }
  const [low, high] = [rounds[0]!, rounds.at(-1)!]
  const points = rounds.map(count => ({ rounds: count, weight: states.length }))
  if (low === high) return { error: errorPerRound((1 - left(low)) / 2, low), spam: 1, points }
  const kept = left(low) === 0 ? 0 : (left(high) / left(low)) ** (1 / (high - low))
  return { error: (1 - kept) / 2, spam: kept === 0 ? 0 : Math.min(1, left(low) / kept ** low), points }
}

/** An error that is known and not fitted. */
const exactly = (error: number): Fitted => ({
  fit: {
    model: 'error_only',
    error_per_round: { value: error, low: error, high: error, confidence: 1, method: 'exact' },
    spam: null,
    deviance: null,
    degrees_of_freedom: 0,
    residuals: [],
  },
  draw: () => error,
})

function shotsNeeded(side: Physical, { fit }: Fitted, settings: Predictable, acceptance: Acceptance): number | null {
  const { value, high } = fit.error_per_round
  if (value === null || side.error_per_round === 0 || side.error_per_round >= SATURATED) return null
  // With no failure seen, the most that the quick simulation allows.
  const errors = (fit.error_by_basis ?? [value]).map(error => (value === 0 ? high! : error))
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
  const encoded = lettersOf(settings.states).map((states, b) => ({
    error: errors[b] ?? mean,
    spam: fit.spam?.value ?? 1,
    points: settings.rounds.map(rounds => ({ rounds, weight: states.length * acceptance(rounds) })),
  }))
  return shotsToResolve(side.error_per_round / mean, side.bases, encoded)
}
