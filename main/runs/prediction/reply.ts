/** A prediction in the contract's form. */
import type { Warning } from '../../contract/model/primitives'
import { MAX_RUN_SHOTS } from '../../contract/model/protocols'
import { feasibilityOf } from '../../contract/modules/feasibility-gate'
import { intervalText, quantityText, RATIO } from '../../contract/numbers/interval-text'
import { thousands } from '../../contract/numbers/number-text'
import type { Gain } from '../../contract/runs/comparison'
import type { RunPrediction } from '../../contract/runs/run'
import type { CompiledRound } from '../../qec/model/round'
import type { Against } from '../../qec/prediction/shot-planner'
import { strideOf } from '../../qec/program/frame'
import { choiceWarnings } from '../decoding/protocols'
import type { RunPlan, RunSettings } from '../model/plan'
import type { Prediction } from '../model/run'
import {
  baselineQubits,
  bitsPerShot,
  measuredRounds,
  plannedShots,
  selectionShots,
  wallTimeQubits,
} from '../planning/circuits'
import { preparationPrediction } from './predict'

interface PredictionToReply {
  readonly settings: RunSettings
  readonly prediction: Prediction
  /** Against the best and the median qubit; null where no number of shots suffices. */
  readonly shots_needed: Readonly<Record<Against, number | null>>
  /** Estimated seconds of the simulation; null where it takes a moment. */
  readonly simulation_s: number | null
}

export function predictionOf(
  plan: RunPlan,
  { settings, prediction, shots_needed, simulation_s }: PredictionToReply,
): RunPrediction {
  const { module } = plan
  const { best, median, gain_best, gain_median } = prediction
  return {
    predicted: true,
    calibration_id: module.calibration_id,
    method: prediction.method,
    logical_error: prediction.logical_error,
    physical_best: best && { qubit: best.qubit, error_per_round: best.error_per_round },
    physical_median: median && { qubit: median.qubit, error_per_round: median.error_per_round },
    gain_best,
    gain_median,
    acceptance: [...prediction.acceptance],
    preparation: preparationReply(plan),
    ...(plan.readout_choice ? { readout_choice: plan.readout_choice } : {}),
    survival: { crossing: prediction.survival.crossing, measurable: prediction.survival.measurable },
    shots_needed: { ...shots_needed, text: plannerText(shots_needed, prediction) },
    total_shots: plannedShots(settings, baselineQubits(plan).length).total,
    device_time_s: deviceSeconds(plan, settings, prediction.round_ns),
    simulation_time_s: simulation_s,
    bytes: recordedBytes(settings),
    gate_passed: module.gate.passed,
    gate_verdict: feasibilityOf(module.gate),
    warnings: predictionWarnings(plan, settings, gain_best),
  }
}

function preparationReply(plan: RunPlan): RunPrediction['preparation'] {
  const found = preparationPrediction(plan)
  return found && { predicted_acceptance: found.acceptance, mean_duration_ns: found.mean_duration_ns }
}

const predictionWarnings = (plan: RunPlan, settings: RunSettings, gain: Gain): Warning[] => [
  ...plan.module.warnings,
  ...choiceWarnings(plan, settings),
  ...noGainWarning(gain),
]

/** When the predicted interval of the gain against the best qubit excludes a gain. */
export function noGainWarning({ estimate, verdict }: Gain): Warning[] {
  if (verdict !== 'no_gain') return []
  const message = `The predicted gain against the best physical qubit is ${intervalText(estimate, RATIO)}: encoding is expected to lose to a qubit that only waits.`
  return [{ code: 'predicted_no_gain', message }]
}

function plannerText(
  { best, median }: PredictionToReply['shots_needed'],
  { gain_best, gain_median }: Prediction,
): string {
  const of = (name: string, shots: number | null, { estimate }: Gain) => {
    if (shots !== null)
      return (
        `${thousands(shots)} shots for each state and number of rounds distinguish the gain against the ${name} qubit ` +
        `(predicted ${quantityText(estimate.value!, RATIO)}) from 1 in about four of five runs` +
        (shots > MAX_RUN_SHOTS ? `; a run takes at most ${thousands(MAX_RUN_SHOTS)}` : '')
      )
    if (estimate.value === null)
      return `no number of shots determines the gain against the ${name} qubit: no error per round can be predicted with these rounds`
    const open = estimate.low! <= 1 && estimate.high! >= 1
    return (
      `no number of shots distinguishes the gain against the ${name} qubit, predicted ${intervalText(estimate, RATIO)}, from 1` +
      (open ? ': the prediction leaves open on which side it lies' : '')
    )
  }
  return `${of('best', best, gain_best)}; ${of('median', median, gain_median)}.`
}

const recordedBytes = (settings: RunSettings): number =>
  measuredRounds(settings.rounds).reduce((sum, count) => sum + bitsPerShot(settings, count), 0) *
  settings.states.length *
  strideOf(settings.shots)

/**
 * Encoded circuits and baselines one after another, the baselines of all qubits side by side, with their selection shots and those at
 * the wall times.
 */
function deviceSeconds(plan: RunPlan, settings: RunSettings, round_ns: number): number {
  const { rounds, states, shots } = settings
  const { compiled, measurement } = plan
  const [reset, readout] = [longest(compiled, 'R'), longest(compiled, 'M')]
  const prepare = preparationPrediction(plan)?.mean_duration_ns ?? reset + compiled.duration_ns
  const waits = wallTimeQubits(settings, baselineQubits(plan).length) > 0
  const perState = measuredRounds(rounds).reduce((sum, count) => {
    const encoded = prepare + count * round_ns + (measurement?.duration_ns ?? readout)
    const physical = reset + count * compiled.duration_ns + readout
    const waited = waits && count > 0 ? reset + count * round_ns + readout : 0
    return sum + encoded * shots + physical * (shots + selectionShots(shots)) + waited * shots
  }, 0)
  return (perState * states.length) / 1e9
}

const longest = ({ flagged }: CompiledRound, gate: 'R' | 'M'): number =>
  flagged.flatMap(({ ops }) => ops).reduce((most, op) => (op.gate === gate ? Math.max(most, op.duration_ns) : most), 0)
