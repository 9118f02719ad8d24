/** What a run would show, before it is run: a quick simulation of the encoded side, the physical side exactly. */

import { setImmediate } from 'node:timers/promises'
import type { Gain } from '../contract/comparison'
import type { Estimate } from '../contract/primitives'
import type { CardinalState } from '../contract/run_request'
import { lowerMedian } from '../qec/experiment/baseline'
import { exactFailure } from '../qec/experiment/exact'
import type { DecayModel } from '../qec/noise/untwirl'
import { type PlannedBasis, shotsToResolve } from '../qec/prediction/planner'
import type { Fitted } from '../qec/statistics/bases'
import { errorPerRound, SATURATED } from '../qec/statistics/decay'
import { logicalGain } from '../qec/statistics/gain'
import { unobserved } from '../qec/statistics/intervals'
import type { RunEngine, RunEngines } from './engine'
import type { RunSettings } from './execute'
import { idleProgram } from './idle'
import { type RunPlan, ratesOf } from './plan'
import { keptBy } from './predicted_acceptance'
import { type Acceptance, byLetter, quickRun } from './quick'
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

/** The same for the same plan, settings and engines: its seed is fixed. Rejects with the signal's reason when aborted. */
export async function predict(
  plan: RunPlan,
  settings: Predictable,
  { engines, signal }: { readonly engines: RunEngines; readonly signal: AbortSignal },
): Promise<Prediction> {
  const acceptance = acceptances(plan, settings)
  const quick = await quickRun(plan, settings, { acceptance, engines, signal })
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
  const needed = (rank: number) => encoded && shotsNeeded(physical, rank, encoded, settings, acceptance)
  return {
    method: `${quick.method}${methodText(settings)}`,
    logical_error: encodedError(encoded, engines[settings.engine], quick.engine),
    best,
    median,
    gain_best: await gain(best, 'gain-best'),
    gain_median: await gain(median, 'gain-median'),
    acceptance: settings.rounds.map(rounds => ({ rounds, predicted: acceptance(rounds) })),
    shots_needed: { best: needed(0), median: needed(lowerMedian(physical.length)) },
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
  const bases = byLetter(settings.states).map(states => physicalBasis(qubit, states, plan, settings.rounds, decay))
  return { qubit, bases, error_per_round: bases.reduce((sum, { error }) => sum + error, 0) / bases.length }
}

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

function shotsNeeded(
  physical: readonly Physical[],
  rank: number,
  { fit }: Fitted,
  settings: Predictable,
  acceptance: Acceptance,
): number | null {
  const { value, high } = fit.error_per_round
  const side = physical[rank]
  if (!side || value === null || side.error_per_round === 0 || side.error_per_round >= SATURATED) return null
  // With no failure seen, the most that the quick simulation allows; in one basis alone, next to nothing.
  const errors = (fit.error_by_basis ?? [value]).map(error => (value === 0 ? high! : Math.max(error, value / 100)))
  const mean = errors.reduce((sum, error) => sum + error, 0) / errors.length
  const encoded = byLetter(settings.states).map((states, b) => ({
    error: errors[b] ?? mean,
    spam: fit.spam?.value ?? 1,
    points: settings.rounds.map(rounds => ({ rounds, weight: states.length * acceptance(rounds) })),
  }))
  return shotsToResolve(
    physical.map(({ bases }) => bases),
    encoded,
    rank,
  )
}
