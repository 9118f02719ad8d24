/** Differences between runs that are overlaid in one figure, and why they matter. */
import type { Estimate } from '../../../../main/contract/model/primitives'
import { STATE_TEXT } from '../../../../main/contract/model/protocols'
import type { RunRecord } from '../../../../main/contract/runs/record'
import type { DataTable } from '../charts/chart'
import { runName } from './run-text'

export interface FieldDifference {
  readonly field: string
  /** One for each run. */
  readonly values: readonly string[]
  /** Why figures of such runs are not of one experiment; null where the difference is for information only. */
  readonly caution: string | null
}

type RecordField = (record: RunRecord) => string
const of =
  (...names: (keyof RunRecord)[]): RecordField =>
  record =>
    names.map(name => String(record[name])).join(' ')

/** The fields that are compared, gravest first. */
const FIELDS: readonly (readonly [field: string, read: RecordField, caution: string | null])[] = [
  ['simulated', of('simulated'), 'One is measured and another simulated, so their figures are not of the same kind.'],
  ['calibration_id', of('calibration_id'), 'The calibrations differ, so the noise does too.'],
  ['noise_model_version', of('noise_model_version'), 'The noise models differ.'],
  [
    'decoder',
    of('decoder', 'decoder_version'),
    'The decoders differ; decode one of the runs again with the other decoder to compare them.',
  ],
  ['protocol', of('protocol'), 'The protocols extract the syndromes differently.'],
  [
    'mode',
    of('mode'),
    'Detection discards shots and gives the error of the accepted ones; correction keeps every shot.',
  ],
  ['engine', of('engine'), 'The engines model the noise differently.'],
  ['backend_id', of('backend_id'), null],
  ['logical_qubit_id', of('logical_qubit_id'), null],
  ['schedule_hash', of('schedule_hash'), null],
  ['encoding_method', of('encoding_method'), null],
  ['readout_method', of('readout_method'), null],
  ['dd_applied', of('dd_applied'), null],
  ['round_duration_measured', record => `${record.round_duration_measured.value_ns} ns`, null],
  ['states', record => record.states.map(state => STATE_TEXT[state]).join(' '), null],
  ['rounds', record => record.rounds.join(', '), null],
  ['shots', of('shots'), null],
  ['seed', of('seed'), null],
  ['software', record => record.software.version, null],
]

/** Fields that differ among the records; empty for fewer than two. */
export const differencesOf = (records: readonly RunRecord[]): FieldDifference[] =>
  FIELDS.map(([field, read, caution]) => ({ field, values: records.map(read), caution })).filter(
    ({ values }) => new Set(values).size > 1,
  )

/** Fields that differ, a column for each run. */
export const differencesTable = (records: readonly RunRecord[]): DataTable => ({
  columns: ['Field', ...records.map(runName)],
  rows: differencesOf(records).map(({ field, values }) => [field, ...values]),
})

/** Differences that must be stated where the runs are compared in one figure. */
export const cautionsOf = (differences: readonly FieldDifference[]) =>
  differences.filter((each): each is FieldDifference & { caution: string } => each.caution !== null)

/** Standard deviations to each side of an interval of the confidence 0.95. */
const Z95 = 1.959963984540054

/**
 * First less second with a 95 % interval, from the ends of both intervals as if each were normal; null where a value is
 * missing or an interval is not of 95 %.
 */
export function estimateDifference(first: Estimate, second: Estimate): Estimate | null {
  const spreads = [first, second].map(({ low, high, confidence }) =>
    low === null || high === null || confidence !== 0.95 ? null : (high - low) / (2 * Z95),
  )
  const [a, b] = spreads
  if (first.value === null || second.value === null || a == null || b == null) return null
  const value = first.value - second.value
  const half = Z95 * Math.hypot(a, b)
  return { value, low: value - half, high: value + half, confidence: 0.95, method: 'normal, from both intervals' }
}

/** A difference in standard errors; null where it has no figure or no spread. */
export function zOf(difference: Estimate | null): number | null {
  if (difference === null || difference.high === difference.low) return null
  return (difference.value! * 2 * Z95) / (difference.high! - difference.low!)
}

/** Sign of a difference whose interval excludes 0; else inconclusive. */
export function differenceText(difference: Estimate | null): string {
  if (difference === null) return 'no figure'
  if (difference.low! > 0) return 'higher'
  return difference.high! < 0 ? 'lower' : 'inconclusive: the interval contains 0'
}
