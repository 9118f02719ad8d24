/** What a run would show, before it is run: a quick simulation of the encoded side, the physical side exactly. */

import { setImmediate } from 'node:timers/promises'
import type { Gain } from '../contract/comparison'
import type { Estimate } from '../contract/model/primitives'
import type { CardinalState } from '../contract/model/protocols'
import { lowerMedian } from '../qec/experiment/baseline'
import { exactFailure } from '../qec/experiment/bloch-vector'
import type { DecayModel } from '../qec/noise/untwirl'
import { meanError } from '../qec/prediction/simulated-counts'
import { type PlannedQubit, planningShots } from '../qec/prediction/planner'
import type { Fitted } from '../qec/statistics/bases'
import { errorPerRound, SATURATED } from '../qec/statistics/decay'
import { logicalGain } from '../qec/statistics/gain'
import { unobserved } from '../qec/statistics/intervals'
import type { RunEngine, RunEngines } from './sampling/engine'
import type { RunSettings } from './execute'
import { idleProgram } from './idle'
import { type RunPlan, ratesOf } from './planning/plan'
import { keptBy } from './predicted_acceptance'
import { type Acceptance, byLetter, quickRun } from './prediction/pilot-run'
import { subSeed } from './planning/seeds'
import { stepwise } from './stepwise'

export type Predictable = Omit<RunSettings, 'seed'>

interface Physical extends PlannedQubit {
  readonly qubit: number
  readonly error_per_round: number
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

/** What a run's record keeps of its prediction: not the shots that it would take. */
export type Outlook = Omit<Prediction, 'shots_needed'>

interface Means {
  readonly engines: RunEngines
  readonly signal: AbortSignal
}

/** The same for the same plan, settings and engines: its seed is fixed. Rejects with the signal's reason when aborted. */
export async function predict(plan: RunPlan, settings: Predictable, means: Means): Promise<Prediction> {
  const { outlook, needed } = await foreseen(plan, settings, means)
  const best = await needed(outlook.best)
  return { ...outlook, shots_needed: { best, median: await needed(outlook.median) } }
}

/** As `predict`, without planning shots. */
export const outlook = async (plan: RunPlan, settings: Predictable, means: Means): Promise<Outlook> =>
  (await foreseen(plan, settings, means)).outlook

interface Foreseen {
  readonly outlook: Outlook
  /** Shots that tell the gain against this qubit from 1. */
  readonly needed: (side: Physical | null) => Promise<number | null>
}

async function foreseen(plan: RunPlan, settings: Predictable, { engines, signal }: Means): Promise<Foreseen> {
  const acceptance = acceptances(plan, settings)
  const physical = rankedBaselines(plan, settings, engines[settings.engine].decay)
  const best = physical[0] ?? null
  const median = physical[lowerMedian(physical.length)] ?? null
  await setImmediate()
  const rivals = [best, median].flatMap(side => (side ? [side.error_per_round] : []))
  const quick = await quickRun(plan, settings, { acceptance, rivals, engines, signal })
  const encoded = quick.fitted
  const gain = async (side: Physical | null, kind: 'gain-best' | 'gain-median') => {
    await setImmediate()
    signal.throwIfAborted()
    return logicalGain(side && exactly(side.error_per_round), encoded, subSeed(0, kind))
  }
  const outlook: Outlook = {
    method: `${quick.method}${methodText(settings)}`,
    logical_error: encodedError(encoded, engines[settings.engine], quick.engine),
    best,
    median,
    gain_best: await gain(best, 'gain-best'),
    gain_median: await gain(median, 'gain-median'),
    acceptance: settings.rounds.map(rounds => ({ rounds, predicted: acceptance(rounds) })),
    round_ns: quick.round_ns,
  }
  const needed: Foreseen['needed'] = async side => {
    const planning = side && encoded && shotsNeeded(physical, side, encoded, settings, acceptance)
    return planning && stepwise(planning, signal)
  }
  return { outlook, needed }
}

/** Says so where the run's own engine knows more of decay than the one that predicts. */
function encodedError(encoded: Fitted | null, { decay }: RunEngine, quick: RunEngine): Estimate {
  if (!encoded) return unobserved('nothing would be accepted')
  const { error_per_round } = encoded.fit
  if (decay === quick.decay) return error_per_round
  return { ...error_per_round, method: `${error_per_round.method}; decay ${quick.decay}, by ${quick.version}` }
}

/** Mean over the states. */
function acceptances(plan: RunPlan, settings: Predictable): Acceptance {
  const { states } = settings
  const kept = keptBy(plan, settings)
  return rounds => states.reduce((sum, state) => sum + kept(state, rounds), 0) / states.length
}

const methodText = ({ mode, preparation }: Predictable) =>
  'Physical errors: exact, from the baseline circuits at the calibrated rates. ' +
  (mode === 'detection'
    ? 'Acceptance: exact, from every set of faults at the calibrated rates. '
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
  const letters = byLetter(settings.states)
  const curves = letters.map(states => physicalCurve(qubit, states, plan, settings.rounds, decay))
  const fitted = { errors: curves.map(({ error }) => error), spams: curves.map(({ spam }) => spam) }
  const circuits = letters.map(states => settings.rounds.map(rounds => ({ rounds, states: states.length, kept: 1 })))
  return { qubit, error_per_round: meanError(fitted), circuits, decay: fitted }
}

/** Idling decays exponentially, so that two numbers of rounds tell ε and A exactly; one leaves A counted in ε. */
function physicalCurve(
  qubit: number,
  states: readonly CardinalState[],
  plan: RunPlan,
  rounds: readonly number[],
  decay: DecayModel,
): { error: number; spam: number } {
  const rates = ratesOf(plan)
  const left = (count: number) => {
    const sum = states.reduce(
      (sum, state) => sum + 1 - 2 * exactFailure(idleProgram(qubit, state, count, plan, rates), decay),
      0,
    )
    return Math.max(0, sum / states.length)
  }
  const [low, high] = [rounds[0]!, rounds.at(-1)!]
  if (low === high) return { error: errorPerRound((1 - left(low)) / 2, low), spam: 1 }
  const kept = left(low) === 0 ? 0 : (left(high) / left(low)) ** (1 / (high - low))
  return { error: (1 - kept) / 2, spam: kept === 0 ? 0 : Math.min(1, left(low) / kept ** low) }
}

/** An error that is known and not fitted. */
const exactly = (error: number): Fitted => ({
  fit: {
    model: 'error_only',
    error_per_round: { value: error, low: error, high: error, confidence: 1, method: 'exact' },
    spam: null,
    deviance: null,
    degrees_of_freedom: 0,
    p_value: null,
    residuals: [],
  },
  draw: () => error,
  decay: () => ({ spams: [1], errors: [error] }),
})

function shotsNeeded(
  physical: readonly Physical[],
  side: Physical,
  { fit, decay }: Fitted,
  settings: Predictable,
  acceptance: Acceptance,
): Generator<void, number | null> | null {
  const { value } = fit.error_per_round
  if (value === null || side.error_per_round === 0 || side.error_per_round >= SATURATED) return null
  const circuits = byLetter(settings.states).map(states =>
    settings.rounds.map(rounds => ({ rounds, states: states.length, kept: acceptance(rounds) })),
  )
  return planningShots(physical, { circuits, decay }, physical.indexOf(side))
}
