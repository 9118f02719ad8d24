/** A run's comparison as one tidy CSV: a line for each figure, with its interval and how that was made. */
import { type Cell, csvText } from '../../../../main/contract/model/csv-text'
import type { Estimate } from '../../../../main/contract/model/primitives'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { PlottedSurvival } from '../comparison/series'
import { intervalCells } from '../format/interval-cells'

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

interface LineHead {
  readonly quantity: string
  readonly series: string
  readonly qubit: number | null
  readonly rounds: number | null
}

const figureLine = (head: LineHead, figure: Estimate): Cell[] => [...lineHead(head), ...intervalCells(figure)]

const lineHead = ({ quantity, series, qubit, rounds }: LineHead): Cell[] => [
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
        figureLine({ quantity: 'survival_difference', series, qubit: side!.qubit, rounds }, difference),
      ),
    ),
    figureLine(
      { quantity: 'error_per_round_bound', series: 'encoded', qubit: null, rounds: null },
      verdict.logical_error,
    ),
    figureLine(
      { quantity: 'logical_gain_bound', series: 'best', qubit: best?.qubit ?? null, rounds: null },
      verdict.gain,
    ),
    ...(crossing
      ? [
          figureLine(
            { quantity: 'predicted_survival_crossing', series: 'best', qubit: best?.qubit ?? null, rounds: null },
            crossing.best,
          ),
          figureLine(
            { quantity: 'predicted_survival_crossing', series: 'median', qubit: median?.qubit ?? null, rounds: null },
            crossing.median,
          ),
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
      figureLine(
        { quantity: 'error_per_round', series: `wall_time_${key}`, qubit: side.qubit, rounds: null },
        side.error_per_round,
      ),
      figureLine({ quantity: 'logical_gain', series: `wall_time_${key}`, qubit: side.qubit, rounds: null }, side.gain),
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
    ...(encoded.fit
      ? [
          figureLine(
            { quantity: 'error_per_round', series: 'encoded', qubit: null, rounds: null },
            encoded.fit.error_per_round,
          ),
        ]
      : []),
    ...(error?.predicted
      ? [figureLine({ quantity: 'error_per_round', series: 'predicted', qubit: null, rounds: null }, error.predicted)]
      : []),
    ...(best
      ? [
          figureLine(
            { quantity: 'error_per_round', series: 'best', qubit: best.qubit, rounds: null },
            best.error_per_round,
          ),
        ]
      : []),
    ...(median
      ? [
          figureLine(
            { quantity: 'error_per_round', series: 'median', qubit: median.qubit, rounds: null },
            median.error_per_round,
          ),
        ]
      : []),
    ...physical.flatMap(({ qubit, fit }) =>
      fit
        ? [figureLine({ quantity: 'error_per_round', series: 'physical', qubit, rounds: null }, fit.error_per_round)]
        : [],
    ),
    figureLine(
      { quantity: 'logical_gain', series: 'best', qubit: best?.qubit ?? null, rounds: null },
      gain_best.estimate,
    ),
    figureLine(
      { quantity: 'logical_gain', series: 'median', qubit: median?.qubit ?? null, rounds: null },
      gain_median.estimate,
    ),
    ...survivalLines(record.comparison),
    ...wallTimeLines(record.comparison),
    ...acceptance.map(each =>
      figureLine({ quantity: 'acceptance', series: 'encoded', qubit: null, rounds: each.rounds }, each.measured),
    ),
    ...acceptance.flatMap(({ rounds, predicted }) =>
      predicted === null
        ? []
        : [
            [
              ...lineHead({ quantity: 'acceptance', series: 'predicted', qubit: null, rounds }),
              predicted,
              ...NO_INTERVAL,
            ],
          ],
    ),
  ]
  const identity: Cell[] = [record.run_id, record.calibration_id, String(record.simulated)]
  return csvText([HEADER, ...lines.map(line => [...identity, ...withLabel(line, record)])])
}
