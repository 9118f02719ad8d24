/** A run's comparison as one tidy CSV: a line for each figure, with its interval and how that was made. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { PlottedSurvival } from '../comparison/series'
import { type Cell, csvText, intervalCells } from '../format/csv'

const HEADER = [
  'run_id',
  'calibration_id',
  'simulated',
  'quantity',
  'series',
  'qubit',
  'qubit_label',
  'state',
  'rounds',
  'shots',
  'accepted',
  'failures',
  'value',
  'low',
  'high',
  'confidence',
  'method',
]

const pointLine = (series: string, qubit: number | null, point: PlottedSurvival): Cell[] => [
  'error',
  series,
  qubit,
  null,
  point.state === null ? 'pooled' : `state ${point.state}`,
  point.rounds,
  point.shots,
  point.accepted,
  point.failures,
  ...intervalCells(point.error),
]

const figureLine = (
  quantity: string,
  series: string,
  qubit: number | null,
  rounds: number | null,
  figure: Estimate,
): Cell[] => [...lineHead(quantity, series, qubit, rounds), ...intervalCells(figure)]

const lineHead = (quantity: string, series: string, qubit: number | null, rounds: number | null): Cell[] => [
  quantity,
  series,
  qubit,
  null,
  null,
  rounds,
  null,
  null,
  null,
]

/** Differences of survival, its one-sided bounds and the predicted crossings. */
function survivalLines({ survival_verdict: verdict, best, median }: RunRecord['comparison']): Cell[][] {
  if (verdict === undefined) return []
  const sides = [
    ['best', verdict.best],
    ['median', verdict.median],
  ] as const
  const { crossing } = verdict
  return [
    ...sides.flatMap(([series, side]) =>
      (side?.differences ?? []).map(({ rounds, difference }) =>
        figureLine('survival_difference', series, side!.qubit, rounds, difference),
      ),
    ),
    figureLine('error_per_round_bound', 'encoded', null, null, verdict.logical_error),
    figureLine('logical_gain_bound', 'best', best?.qubit ?? null, null, verdict.gain),
    ...(crossing
      ? [
          figureLine('predicted_survival_crossing', 'best', best?.qubit ?? null, null, crossing.best),
          figureLine('predicted_survival_crossing', 'median', median?.qubit ?? null, null, crossing.median),
        ]
      : []),
  ]
}

/** The baseline at the wall times of the shots. */
const wallTimeLines = ({ physical_wall_time: wall }: RunRecord['comparison']): Cell[][] =>
  (['best', 'median'] as const).flatMap(key => {
    const side = wall?.[key]
    if (!side) return []
    return [
      ...side.points.map(point => pointLine(`wall_time_${key}`, side.qubit, point)),
      figureLine('error_per_round', `wall_time_${key}`, side.qubit, null, side.error_per_round),
      figureLine('logical_gain', `wall_time_${key}`, side.qubit, null, side.gain),
    ]
  })

const [QUBIT, LABEL] = [2, 3]

/** The vendor's name of the line's qubit, where that is not its index. */
function withLabel(line: readonly Cell[], { qubit_labels }: RunRecord): Cell[] {
  const qubit = line[QUBIT]
  return line.map((cell, at) => (at === LABEL && typeof qubit === 'number' ? (qubit_labels?.[qubit] ?? null) : cell))
}

/** Low, high, confidence and method. */
const NO_INTERVAL = [null, null, null, null]

/** Every number the Compare view shows; `error` is 1 − survival. */
export function runCsv(record: RunRecord): string {
  const { encoded, physical, best, median, acceptance, gain_best, gain_median, error } = record.comparison
  const lines: Cell[][] = [
    ...[...encoded.pooled, ...encoded.points].map(point => pointLine('encoded', null, point)),
    ...physical.flatMap(baseline => baseline.points.map(point => pointLine('physical', baseline.qubit, point))),
    ...(encoded.fit ? [figureLine('error_per_round', 'encoded', null, null, encoded.fit.error_per_round)] : []),
    ...(error?.predicted ? [figureLine('error_per_round', 'predicted', null, null, error.predicted)] : []),
    ...(best ? [figureLine('error_per_round', 'best', best.qubit, null, best.error_per_round)] : []),
    ...(median ? [figureLine('error_per_round', 'median', median.qubit, null, median.error_per_round)] : []),
    ...physical.flatMap(({ qubit, fit }) =>
      fit ? [figureLine('error_per_round', 'physical', qubit, null, fit.error_per_round)] : [],
    ),
    figureLine('logical_gain', 'best', best?.qubit ?? null, null, gain_best.estimate),
    figureLine('logical_gain', 'median', median?.qubit ?? null, null, gain_median.estimate),
    ...survivalLines(record.comparison),
    ...wallTimeLines(record.comparison),
    ...acceptance.map(each => figureLine('acceptance', 'encoded', null, each.rounds, each.measured)),
    ...acceptance.flatMap(({ rounds, predicted }) =>
      predicted === null ? [] : [[...lineHead('acceptance', 'predicted', null, rounds), predicted, ...NO_INTERVAL]],
    ),
  ]
  const identity: Cell[] = [record.run_id, record.calibration_id, String(record.simulated)]
  return csvText([HEADER, ...lines.map(line => [...identity, ...withLabel(line, record)])])
}
