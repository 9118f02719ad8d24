/** A run's comparison as one tidy CSV: a line for each figure, with its interval and how that was made. */
import type { Estimate } from '../../../main/contract/primitives'
import type { RunRecord } from '../../../main/contract/runs'
import type { SurvivalPoint } from './survival-plot'

type Cell = string | number | null
const HEADER = [
  'run_id',
  'calibration_id',
  'simulated',
  'quantity',
  'series',
  'qubit',
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

/** RFC 4180 quoting; a leading = + - @ of text is defused, so that no spreadsheet takes it for a formula. */
export function csvCell(value: Cell): string {
  if (value === null) return ''
  if (typeof value === 'number') return String(value)
  const safe = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}

const interval = (figure: Estimate): Cell[] => [figure.value, figure.low, figure.high, figure.confidence, figure.method]

const pointLine = (series: string, qubit: number | null, point: SurvivalPoint): Cell[] => [
  'error',
  series,
  qubit,
  point.state === null ? 'pooled' : `state ${point.state}`,
  point.rounds,
  point.shots,
  point.accepted,
  point.failures,
  ...interval(point.error),
]

const figureLine = (
  quantity: string,
  series: string,
  qubit: number | null,
  rounds: number | null,
  figure: Estimate,
): Cell[] => [quantity, series, qubit, null, rounds, null, null, null, ...interval(figure)]

/** Every number the Compare view shows; `error` is 1 − survival. */
export function runCsv(record: RunRecord): string {
  const { encoded, physical, best, median, acceptance, gain_best, gain_median } = record.comparison
  const lines: Cell[][] = [
    ...[...encoded.pooled, ...encoded.points].map(point => pointLine('encoded', null, point)),
    ...physical.flatMap(baseline => baseline.points.map(point => pointLine('physical', baseline.qubit, point))),
    ...(encoded.fit ? [figureLine('error_per_round', 'encoded', null, null, encoded.fit.error_per_round)] : []),
    ...(best ? [figureLine('error_per_round', 'best', best.qubit, null, best.error_per_round)] : []),
    ...(median ? [figureLine('error_per_round', 'median', median.qubit, null, median.error_per_round)] : []),
    ...physical.flatMap(({ qubit, fit }) =>
      fit ? [figureLine('error_per_round', 'physical', qubit, null, fit.error_per_round)] : [],
    ),
    figureLine('logical_gain', 'best', best?.qubit ?? null, null, gain_best.estimate),
    figureLine('logical_gain', 'median', median?.qubit ?? null, null, gain_median.estimate),
    ...acceptance.map(each => figureLine('acceptance', 'encoded', null, each.rounds, each.measured)),
  ]
  const identity: Cell[] = [record.run_id, record.calibration_id, String(record.simulated)]
  return (
    [HEADER, ...lines.map(line => [...identity, ...line])].map(line => line.map(csvCell).join(',')).join('\r\n') +
    '\r\n'
  )
}
