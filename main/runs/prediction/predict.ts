/** Prediction of a run before it is executed: a pilot run of the encoded side, the physical side exactly. */
import type { Estimate } from '../../contract/model/primitives'
import type { CardinalState } from '../../contract/model/protocols'
import { withStricterTest } from '../../qec/comparison/compare'
import { logicalGain, type Side } from '../../qec/comparison/gain'
import { lowerMedian } from '../../qec/experiment/baseline'
import { exactFailure } from '../../qec/experiment/bloch-vector'
import type { DecayModel } from '../../qec/noise/transform'
import { detectionAcceptance, type Kept, preparationOutlook } from '../../qec/prediction/kept-shots'
import { windowsClosed } from '../../qec/prediction/open-windows'
import { type Against, shotsNeeded } from '../../qec/prediction/shot-planner'
import { meanError } from '../../qec/prediction/simulated-counts'
import type { KnownQubit } from '../../qec/prediction/survival-crossing'
import { survivalPrediction } from '../../qec/prediction/survival-crossing'
import { acceptedSyndromes } from '../../qec/spam/verified-preparation'
import { errorPerRound, SATURATED } from '../../qec/statistics/decay'
import { pointSpread } from '../../qec/statistics/empirical-distributions'
import { unobserved } from '../../qec/statistics/intervals'
import type { Fitted } from '../../qec/statistics/mean-over-bases'
import type { Decay } from '../../qec/statistics/posterior'
import { type PlannedRun, type ProtocolSettings, type RunPlan, type RunSettings, ratesOf } from '../model/plan'
import type { PredictedBaseline, Prediction, RunContext } from '../model/run'
import type { RunEngine } from '../model/run-engine'
import { baselineCircuit, baselineQubits, chosenOf, measuredRounds, subSeed } from '../planning/circuits'
import { type AcceptanceByRounds, byLetter, pilotRun } from './pilot-run'

interface PredictedRun {
  readonly prediction: Prediction
  /** Shots that distinguish the gain against the best or the median qubit from 1; null where no number does. Takes a while. */
  readonly shotsNeededAgainst: (against: Against) => number | null
}

/** The same for the same plan, settings and engines: its seed is fixed. Rejects once cancelled. */
export async function predict(
  plan: RunPlan,
  settings: RunSettings,
  { engines, signal, checkpoint }: RunContext,
): Promise<PredictedRun> {
  const acceptance = acceptances(plan, settings)
  const exact = { plan, settings, decay: engines[settings.engine].decay }
  const physical = rankedBaselines(exact)
  const best = physical[0] ?? null
  const median = physical[lowerMedian(physical.length)] ?? null
  checkpoint()
  const comparedErrors = [best, median].flatMap(side => (side ? [side.error_per_round] : []))
  const pilot = await pilotRun(plan, settings, { acceptance, comparedErrors, engines, signal, checkpoint })
  const encoded = pilot.fitted
  const gain = (side: PredictedBaseline | null, kind: 'gain-best' | 'gain-median') => {
    checkpoint()
    const against = (error: number) => logicalGain(knownError(error), encoded, subSeed(0, kind))
    if (!side) return logicalGain(null, encoded, subSeed(0, kind))
    return withStricterTest(against(side.error_per_round), () =>
      settings.rounds.length > 1 ? null : against(errorWithoutSpam(kind, physical, exact)),
    )
  }
  const prediction: Prediction = {
    method: `${pilot.method}${methodText(settings)}`,
    logical_error: encodedError(encoded, engines[settings.engine], pilot.engine),
    best,
    median,
    gain_best: gain(best, 'gain-best'),
    gain_median: gain(median, 'gain-median'),
    acceptance: settings.rounds.map(rounds => ({ rounds, predicted: acceptance(rounds) })),
    round_ns: pilot.round_ns,
    survival: survivalPrediction({
      encoded: pilot.decays,
      best: best && spamSeparated(best.qubit, exact),
      median: median && spamSeparated(median.qubit, exact),
      states: byLetter(settings.states).map(({ length }) => length),
      kept: acceptance(1),
      ...(plan.module.qubit_labels && { labels: plan.module.qubit_labels }),
    }),
  }
  const shotsNeededAgainst: PredictedRun['shotsNeededAgainst'] = against => {
    const side = { best, median }[against]
    if (!side || !encoded || !hasGain(side, encoded)) return null
    const circuits = byLetter(settings.states).map(states =>
      settings.rounds.map(rounds => ({ rounds, states: states.length, kept: acceptance(rounds) })),
    )
    return shotsNeeded(physical, { encoded: { circuits, decay: encoded.decay }, against, checkpoint })
  }
  return { prediction, shotsNeededAgainst }
}

/** The predicted encoded error; its method says where the run's own engine models decay better than the pilot's. */
function encodedError(encoded: Fitted | null, { decay }: RunEngine, pilot: RunEngine): Estimate {
  if (!encoded) return unobserved('nothing would be accepted')
  const { error_per_round } = encoded.fit
  if (decay === pilot.decay) return error_per_round
  return { ...error_per_round, method: `${error_per_round.method}; decay ${pilot.decay}, by ${pilot.version}` }
}

/** Mean over the states. */
function acceptances(plan: RunPlan, settings: RunSettings): AcceptanceByRounds {
  const { states } = settings
  const acceptance = predictedAcceptance(plan, settings)
  return rounds => states.reduce((sum, state) => sum + acceptance(state, rounds), 0) / states.length
}

const methodText = ({ mode, closing, preparation }: RunSettings) =>
  'Physical errors: exact, from the baseline circuits at the calibrated rates. ' +
  (mode === 'detection' || closing === 'erasure'
    ? 'Acceptance: exact, from every set of faults at the calibrated rates. '
    : `Acceptance: every shot ${preparation === 'verified' ? 'with a state ' : ''}is kept. `) +
  'Device time: all baseline qubits side by side, conditional repeats included.'

/** The run whose baselines are predicted, and the decay of a waiting qubit. */
interface BaselineModel extends PlannedRun {
  readonly decay: DecayModel
}

/** Every qubit with figures, smallest error first, of equals the smaller index. */
function rankedBaselines(model: BaselineModel): PredictedBaseline[] {
  return baselineQubits(model.plan)
    .map(qubit => physicalOf(qubit, model))
    .sort((a, b) => a.error_per_round - b.error_per_round || a.qubit - b.qubit)
}

function physicalOf(qubit: number, model: BaselineModel): PredictedBaseline {
  const { rounds } = model.settings
  const letters = byLetter(model.settings.states)
  const decay = fittedDecay(letters.map(states => physicalCurve(qubit, model, { states, rounds })))
  const measured = rounds.length > 1 ? measuredRounds(rounds) : rounds
  const circuits = letters.map(states => measured.map(count => ({ rounds: count, states: states.length, kept: 1 })))
  return { qubit, error_per_round: meanError(decay), circuits, decay }
}

/** A qubit's decay with its A, whether or not a run with these rounds would separate them. */
function spamSeparated(qubit: number, model: BaselineModel): KnownQubit {
  const { states, rounds } = model.settings
  const curves = byLetter(states).map(some =>
    physicalCurve(qubit, model, { states: some, rounds: measuredRounds(rounds) }),
  )
  return { qubit, decay: fittedDecay(curves) }
}

/**
 * Error of the best or the median qubit without that of preparation and readout, as the gain of a run with one number of rounds
 * requires.
 */
function errorWithoutSpam(
  kind: 'gain-best' | 'gain-median',
  physical: readonly PredictedBaseline[],
  model: BaselineModel,
): number {
  const errors = physical.map(({ qubit }) => meanError(spamSeparated(qubit, model).decay)).sort((a, b) => a - b)
  return errors[kind === 'gain-best' ? 0 : lowerMedian(errors.length)]!
}

/** Curve of one basis: error per round, and A. */
interface ExactCurve {
  readonly error: number
  readonly spam: number
}

const fittedDecay = (curves: readonly ExactCurve[]): Decay => ({
  errors: curves.map(({ error }) => error),
  spams: curves.map(({ spam }) => spam),
})

/** Idling decays exponentially, so that 0 rounds and the fewest determine A and ε exactly; a run with one number counts A in ε. */
function physicalCurve(
  qubit: number,
  { plan, decay }: BaselineModel,
  { states, rounds }: { readonly states: readonly CardinalState[]; readonly rounds: readonly number[] },
): ExactCurve {
  const left = (count: number) => {
    const sum = states.reduce(
      (sum, state) => sum + 1 - 2 * exactFailure(baselineCircuit(plan, { qubit, state, rounds: count }), decay),
      0,
    )
    return Math.max(0, sum / states.length)
  }
  const least = rounds.find(count => count > 0)!
  if (rounds.length === 1) return { error: errorPerRound((1 - left(least)) / 2, least), spam: 1 }
  const begun = left(0)
  const each = begun === 0 ? 0 : Math.min(1, left(least) / begun) ** (1 / least)
  return { error: (1 - each) / 2, spam: begun }
}

/** An error that is known and not fitted. */
const knownError = (error: number): Side => ({
  fit: { error_per_round: { value: error, low: error, high: error, confidence: 1, method: 'exact' } },
  draw: () => error,
  spread: pointSpread(error),
})

/** Whether there is a ratio of errors that shots can distinguish from 1. */
const hasGain = ({ error_per_round }: PredictedBaseline, { fit }: Fitted): boolean =>
  fit.error_per_round.value !== null && error_per_round !== 0 && error_per_round < SATURATED

/**
 * Share of the shots that is accepted, exact for the twirled noise: those with a state and, in detection mode, nothing seen, or no
 * window left open where nothing closes it.
 */
export function predictedAcceptance(
  plan: RunPlan,
  { mode, closing }: Pick<ProtocolSettings, 'mode' | 'closing'>,
): Kept {
  if (mode === 'detection')
    return detectionAcceptance({ compiled: plan.compiled, rates: ratesOf(plan), ...chosenOf(plan) })
  const share = 1 - (preparationPrediction(plan)?.unserved ?? 0)
  if (closing !== 'erasure') return () => share
  const closed = windowsOf(plan)
  return (state, rounds) => share * closed(state)(rounds)
}

/** By state: how often no window is open after so many rounds. */
function windowsOf(plan: RunPlan): (state: CardinalState) => (rounds: number) => number {
  const { compiled, preparation } = plan
  const rates = ratesOf(plan)
  const known = new Map<CardinalState, (rounds: number) => number>()
  const startOf = (state: CardinalState): Float64Array | undefined => {
    if (!preparation) return undefined
    const left = acceptedSyndromes(preparation.compiled, rates, state)
    const total = left.reduce((sum, odds) => sum + odds, 0)
    return left.map(odds => odds / total)
  }
  return state => {
    const found = known.get(state) ?? windowsClosed(compiled, rates, startOf(state))
    known.set(state, found)
    return found
  }
}

/** Prediction for the verified preparation; null without one. */
export const preparationPrediction = (plan: RunPlan) =>
  plan.preparation ? preparationOutlook(plan.preparation.compiled, ratesOf(plan), plan.preparation.attempts) : null
