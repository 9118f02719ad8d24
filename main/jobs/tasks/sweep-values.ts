/** Expectation values and mitigated probabilities of the rows of a sweep, as JSON of one of them and as CSV of all. */
import type { ParameterTable } from '../../circuits/parameters/bind'
import type { ExpectationValue } from '../../contract/jobs/observables'
import type { JobResult } from '../../contract/jobs/result'
import { csvText } from '../../contract/model/csv-text'
import { jsonBytes, parsed } from '../../worker/json'
import { decodeRowFile } from './row-file'

type TabulatedValue = Pick<ExpectationValue, 'name' | 'label' | 'method' | 'value' | 'standard_error' | 'interval'>

/** Values of a row, or the probabilities of its mitigated counts. */
function tabulatedValues({ expectation_values, mitigated_counts }: Partial<JobResult>): readonly TabulatedValue[] {
  if (expectation_values) return expectation_values
  const { quasi_probabilities = {}, label = 'mitigated', method = '' } = mitigated_counts ?? {}
  const byName = Object.entries(quasi_probabilities).sort(([a], [b]) => (a < b ? -1 : 1))
  return byName.map(([name, one]) => ({ name, label, method, ...one }))
}

export interface RowValuesInput {
  readonly bytes: Uint8Array
  /** null: all. */
  readonly name: string | null
}

export interface RowValues {
  readonly first: number
  readonly shots: readonly number[]
  /** Row by row, in the order of the observables, or of the bitstrings. */
  readonly values: readonly (readonly TabulatedValue[])[]
  /** Names of all of the first row. */
  readonly choices: readonly string[]
}

interface ValueSeriesInput {
  readonly table: ParameterTable
  readonly parts: readonly RowValues[]
}

export const sweepValueTasks = {
  rowValues({ bytes, name }: RowValuesInput): RowValues {
    const { first, rows } = decodeRowFile(bytes)
    const all = rows.map(({ estimates }) => (estimates ? tabulatedValues(parsed(estimates)) : []))
    return {
      first,
      shots: rows.map(({ shots }) => shots),
      values: all.map(row => (name === null ? row : row.filter(one => one.name === name))),
      choices: all[0]?.map(one => one.name) ?? [],
    }
  },
  /** JSON of the rows, each with its first value. */
  valueSeries: ({ table, parts }: ValueSeriesInput): Uint8Array =>
    jsonBytes(
      parts.flatMap(({ first, values, shots }) =>
        values.map(([one], at) => {
          const { value, standard_error, interval } = one!
          const { low, high } = interval
          return {
            row: first + at,
            values: valuesAt(table, first + at),
            shots: shots[at]!,
            value,
            standard_error,
            low,
            high,
          }
        }),
      ),
    ),
  /** A line for each value of each row. */
  valuesCsv: ({ table, parts }: ValueSeriesInput): Uint8Array =>
    encoder.encode(
      csvText([
        ['row', ...table.names, 'shots', ...VALUE_COLUMNS],
        ...parts.flatMap(({ first, values, shots }) =>
          values.flatMap((row, at) =>
            row.map(one => [first + at, ...valuesAt(table, first + at), shots[at]!, ...valueCells(one)]),
          ),
        ),
      ]),
    ),
}

const encoder = new TextEncoder()

const valuesAt = ({ names, values }: ParameterTable, row: number): number[] => [
  ...values.subarray(row * names.length, (row + 1) * names.length),
]

export const VALUE_COLUMNS = ['name', 'label', 'value', 'standard error', 'low (95 %)', 'high (95 %)', 'method']

export const valueCells = ({ name, label, value, standard_error, interval, method }: TabulatedValue) => [
  ...[name, label, value, standard_error],
  ...[interval.low, interval.high, method],
]
