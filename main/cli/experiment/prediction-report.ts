/** Prediction and cost of a run, as text. */
import { freeText, modeOf } from '../../contract/backends/catalogue'
import { labelled } from '../../contract/model/qubit-labels'
import type { ResolvedModule } from '../../contract/modules/candidates'
import { PERCENT, quantityText } from '../../contract/numbers/interval-text'
import { significant } from '../../contract/numbers/number-text'
import type { RunEstimate, RunPrediction } from '../../contract/runs/run'
import { facts } from '../io/table'
import { gainWithVerdict, microsecondsText, predictedText, withInterval } from './report-figures'

/** The expected results, shown before the run. */
export function predictionText(
  prediction: RunPrediction,
  { backend_id, qubit_labels: labels }: Pick<ResolvedModule, 'backend_id' | 'qubit_labels'>,
): string {
  const { physical_best, physical_median, acceptance } = prediction
  const qubit = (side: RunPrediction['physical_best']) =>
    side ? `${quantityText(side.error_per_round, PERCENT)}  (qubit ${labelled(side.qubit, labels)}, exact)` : '–'
  const last = acceptance.at(-1)
  return [
    'Predicted before the run',
    facts([
      ['ε_L per round', `${withInterval(prediction.logical_error)}  (sampled)`],
      ['ε best qubit', qubit(physical_best)],
      ['ε median qubit', qubit(physical_median)],
      ['gain over best', gainWithVerdict(prediction.gain_best)],
      ['gain over median', gainWithVerdict(prediction.gain_median)],
      ...(last
        ? [
            [
              'acceptance',
              `${predictedText(last.predicted)} after ${last.rounds} ${last.rounds === 1 ? 'round' : 'rounds'}`,
            ] as const,
          ]
        : []),
      ...(prediction.preparation ? [['preparation', attemptsText(prediction.preparation)] as const] : []),
      ...(prediction.readout_choice ? [['readout', prediction.readout_choice.text] as const] : []),
      ['shots', prediction.shots_needed.text],
      ...(prediction.survival
        ? [
            ['survival', prediction.survival.crossing.text] as const,
            ['measurable', prediction.survival.measurable.text] as const,
          ]
        : []),
      ...(prediction.tokens ? [['cost', predictedCostText(prediction.tokens, backend_id)] as const] : []),
      ['on a device', `${significant(prediction.device_time_s)} s for ${prediction.total_shots} shots`],
      ...(prediction.simulation_time_s == null
        ? []
        : [['simulated in', `some ${significant(prediction.simulation_time_s)} s or less on this machine`] as const]),
    ]),
  ].join('\n')
}

const attemptsText = (of: NonNullable<RunPrediction['preparation']>): string =>
  `${predictedText(of.predicted_acceptance)} of attempts accepted (exact), ${microsecondsText(of.mean_duration_ns)} until one is`

/** `200 tokens of 5000 available, for 4000 shots at 0.05`. */
export function predictedCostText(
  { required, available, shots, price_per_shot }: RunEstimate['tokens'],
  backend_id: string,
): string {
  if (required === 0) return `nothing, for ${shots} shots: ${freeText(modeOf(backend_id))}`
  return `${required} tokens of ${available} available, for ${shots} shots at ${price_per_shot}`
}
