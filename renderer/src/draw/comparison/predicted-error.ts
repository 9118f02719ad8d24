/** The logical error that was predicted before a run beside the one it measured. */

import type { Estimate } from '../../../../main/contract/model/primitives'
import type { Comparison, DecayFit } from '../../../../main/contract/runs/comparison'
import type { Chart, DataTable } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { confidence, estimate, NO_VALUE, percent, significant } from '../format/quantity'
import { estimateDifference, zOf } from '../runs/differences'
import { decayAt } from './decay-curve'
import { type Series, seriesColour, seriesOf } from './series'
import { curveTraces, pointTrace, reachOf, survivalLayout, survivalOf } from './survival-plot'

export interface PredictedError {
  readonly measured: Estimate
  readonly predicted: Estimate
}

/** Null where the record says nothing of a prediction, or nothing could be predicted. */
export function predictedErrorOf({ error }: Pick<Comparison, 'error'>): PredictedError | null {
  if (error === undefined || error.predicted === null || error.predicted.value === null) return null
  return { measured: error.measured, predicted: error.predicted }
}

/** Place of the prediction's colour among the theme's series; acceptance has it too. */
export const predictedColour = (scheme: Scheme): string => INKS[scheme].series[3]!

/**
 * Encoded survival as measured, with intervals, over the decay that the predicted ε gives. Of that only the mean over the
 * bases is predicted: A (preparation and readout) and the ratio of the bases are those of the measured fit. Null where
 * nothing was predicted.
 */
export function predictedDecayPlot(comparison: Comparison, scheme: Scheme): Chart | null {
  const series = bothOf(comparison)
  if (series === null) return null
  const { measured, predicted } = series
  const until = reachOf([measured])
  const curve = curveTraces(predicted, until, predictedColour(scheme))
  return {
    traces: [
      ...curve.slice(0, -1),
      ...curve.slice(-1).map(line => ({ ...line, name: predicted.name, showlegend: true })),
      pointTrace(measured, seriesColour(measured, scheme)),
    ],
    layout: survivalLayout(until, scheme),
  }
}

export function predictedDecayTable(comparison: Comparison): DataTable {
  const series = bothOf(comparison)
  return { columns: DECAY_COLUMNS, rows: series === null ? [] : decayRows(series) }
}

const DECAY_COLUMNS = [
  'Rounds',
  'Measured survival',
  'Measured low',
  'Measured high',
  'Predicted survival',
  'Predicted low',
  'Predicted high',
]

function decayRows({ measured: { points }, predicted }: Both): (string | number)[][] {
  const lengths = points.map(({ rounds }) => rounds)
  const curve = decayAt(predicted.error_per_round, predicted.fit, lengths)!
  return points.map((point, at) => {
    const { value, low, high } = survivalOf(point)
    return [point.rounds, ...[value, low, high, curve.survival[at]!, curve.low[at]!, curve.high[at]!].map(percent)]
  })
}

interface Both {
  readonly measured: Series
  readonly predicted: Series & { readonly error_per_round: Estimate }
}

function bothOf(comparison: Comparison): Both | null {
  const error = predictedErrorOf(comparison)
  const encoded = seriesOf(comparison).find(({ key }) => key === 'encoded')
  if (error === null || encoded === undefined) return null
  const fit = encoded.fit && scaledTo(error.predicted.value!, encoded.fit)
  const look = { name: 'Predicted from the calibration', dash: 'dash' }
  return {
    measured: { ...encoded, name: 'Measured' },
    predicted: { ...encoded, ...look, error_per_round: error.predicted, fit },
  }
}

/** The fit with its bases about another mean. */
function scaledTo(mean: number, { error_by_basis, ...fit }: DecayFit): DecayFit {
  const { value } = fit.error_per_round
  return value && error_by_basis
    ? { ...fit, error_by_basis: error_by_basis.map(each => each && (each * mean) / value) }
    : fit
}

/** Whether the prediction was borne out, in a sentence with its z. */
export function predictedErrorText({ measured, predicted }: PredictedError): string {
  if (measured.value === null || measured.low === null || measured.high === null)
    return 'The measured error has no interval, so the prediction cannot be judged.'
  const place = placeOf(predicted.value!, measured.low, measured.high)
  const z = zOf(estimateDifference(measured, predicted))
  const judged =
    z === null
      ? ''
      : ` Measured less predicted is ${significant(z)} standard errors (z): ${Math.abs(z) < BEYOND_CHANCE ? 'no more than chance' : 'more than chance'}.`
  return `The predicted ε_L lies ${place} the measured interval.${judged}`
}

/** Of the normal distribution, two-sided 95 %. */
const BEYOND_CHANCE = 1.96

const placeOf = (value: number, low: number, high: number): string => {
  if (value < low) return 'below'
  return value > high ? 'above' : 'inside'
}

export function predictedErrorTable(error: PredictedError): DataTable {
  const difference = estimateDifference(error.measured, error.predicted)
  const z = zOf(difference)
  const row = (name: string, figure: Estimate) => [name, estimate(figure), confidence(figure)]
  return {
    columns: ['Logical error a round, ε_L', 'Value and interval', 'Confidence, method'],
    rows: [
      row('Measured', error.measured),
      row('Predicted before the run', error.predicted),
      difference === null
        ? ['Measured less predicted', NO_VALUE, 'no interval to judge by']
        : ['Measured less predicted', estimate(difference, percent), confidence(difference)],
      ['z of the difference', z === null ? NO_VALUE : significant(z), 'difference over its standard error'],
    ],
  }
}
