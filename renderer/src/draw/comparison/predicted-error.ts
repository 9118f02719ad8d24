/** The logical error that was predicted before a run beside the one it measured. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Comparison, DecayFit } from '../../../../main/contract/runs/comparison'
import type { DataTable } from '../charts/chart'
import type { PaperFigure } from '../figures/model'
import { confidence, estimate, NO_VALUE } from '../format/quantity'
import { estimateDifference, zOf } from '../runs/differences'
import { decayAt, firstFitted } from './decay-curve'
import { type FigureRecord, type HeadlineView, sourceText } from './headline'
import { decayLegend, decayPanel } from './panels'
import { alongRounds, alongTime } from './ranges'
import { lookOf, maxRounds, predictedLook, type Series, seriesOf } from './series'
import { estimateCells, survivalOf } from './survival'

export interface PredictedError {
  readonly measured: Estimate
  readonly predicted: Estimate
}

/** Null where the record says nothing of a prediction, or nothing could be predicted. */
export function predictedErrorOf({ error }: Pick<Comparison, 'error'>): PredictedError | null {
  if (error === undefined || error.predicted === null || error.predicted.value === null) return null
  return { measured: error.measured, predicted: error.predicted }
}

/**
 * Encoded survival or error as measured, with intervals, over the decay that the predicted ε gives. Only the mean of ε over the
 * bases is predicted: A (preparation and readout) and the ratio of the bases are those of the measured fit. Null where nothing
 * was predicted.
 */
export function predictedDecayFigure(
  record: FigureRecord,
  { quantity, axis, width, scheme }: HeadlineView,
): PaperFigure | null {
  const both = bothOf(record.comparison)
  if (both === null) return null
  const { measured, predicted } = both
  const reach = maxRounds([measured])
  const along = axis === 'time' ? alongTime(record.round_duration_measured.value_ns, reach) : alongRounds
  const drawn = [
    { series: { ...measured, error_per_round: null }, look: lookOf(measured, scheme), points: true },
    { series: predicted, look: predictedLook(scheme), points: false },
  ]
  return {
    alt: `${record.simulated ? 'Simulated. ' : ''}Encoded ${quantity} as measured, over the decay that was predicted from the calibration. ${predictedErrorText(both.error)}`,
    width_mm: width,
    height_mm: width === 86 ? 52 : 64,
    columns: [{ share: 1, panels: [decayPanel(drawn, { quantity, along })] }],
    legend: decayLegend([{ series: measured, look: lookOf(measured, scheme), points: true }, drawn[1]!]).map(
      (entry, at) => ({
        ...entry,
        ...(at === 0 ? { line: false } : { marks: false, note: entry.note.split(', *N*')[0]! }),
      }),
    ),
    stamp: record.simulated ? 'SIMULATED' : null,
    source: sourceText(record),
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
  const from = firstFitted(predicted.fit, lengths)
  return points.map((point, at) => {
    const measured = [point.rounds, ...estimateCells(survivalOf(point))]
    if (point.rounds < from) return [...measured, NO_VALUE, NO_VALUE, NO_VALUE]
    const foretold = { ...survivalOf(point), value: curve.survival[at]!, low: curve.low[at]!, high: curve.high[at]! }
    return [...measured, ...estimateCells(foretold)]
  })
}

interface Both {
  readonly error: PredictedError
  readonly measured: Series
  readonly predicted: Series & { readonly error_per_round: Estimate }
}

function bothOf(comparison: Comparison): Both | null {
  const error = predictedErrorOf(comparison)
  const encoded = seriesOf(comparison).find(({ key }) => key === 'encoded')
  if (error === null || encoded === undefined) return null
  const fit = encoded.fit && scaledTo(error.predicted.value!, encoded.fit)
  const look = { name: 'Predicted from the calibration', dash: 'dash-dot' as const }
  return {
    error,
    measured: { ...encoded, name: 'Measured' },
    predicted: { ...encoded, ...look, error_per_round: error.predicted, fit },
  }
}

/** The fit with the errors of its bases scaled to another mean. */
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

/** Quantile of the normal distribution, two-sided 95 %. */
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
        : ['Measured less predicted', estimate(difference), confidence(difference)],
      ['z of the difference', z === null ? NO_VALUE : significant(z), 'difference over its standard error'],
    ],
  }
}
