/** How often an event came in each row of a sweep, or what a value is there, as a plot over one parameter and as a table. Pure. */
import type { SweepSeries, SweepValues } from '../../../../main/contract/jobs/sweep'
import { intervalParts, PLAIN_NUMBER } from '../../../../main/contract/numbers/interval-text'
import { significant } from '../../../../main/contract/numbers/number-text'
import type { Chart, DataTable } from '../charts/chart'
import { NO_VALUE } from '../format/quantity'
import { errorText, valueParts } from './expectations'

interface SweepPoint {
  readonly x: number
  readonly y: number
  readonly low: number
  readonly high: number
}

const pointsWithErrors = (name: string, seen: readonly SweepPoint[]) => ({
  type: 'scatter',
  mode: 'markers',
  name,
  x: seen.map(({ x }) => x),
  y: seen.map(({ y }) => y),
  marker: { size: 6 },
  error_y: {
    type: 'data',
    symmetric: false,
    array: seen.map(({ y, high }) => high - y),
    arrayminus: seen.map(({ y, low }) => y - low),
    thickness: 1,
  },
})

/** Stands for the number of the row as the axis, in place of the position of a parameter. */
export const BY_ROW = -1

type Along = Pick<SweepSeries['rows'][number], 'row' | 'values'>

const placeOf = ({ row, values }: Along, by: number): number => (by === BY_ROW ? row : values[by]!)

const axisTitle = (names: readonly string[], by: number): string => (by === BY_ROW ? 'row' : names[by]!)

/** `by`: which parameter is the axis, or `BY_ROW`. */
export function sweepChart({ rows, names, event }: SweepSeries, by: number): Chart {
  const seen = rows.flatMap(at =>
    at.probability === null
      ? []
      : [{ x: placeOf(at, by), y: at.probability, low: at.low ?? at.probability, high: at.high ?? at.probability }],
  )
  const layout = {
    xaxis: { title: { text: axisTitle(names, by) } },
    yaxis: { title: { text: `Probability of ${event}` }, range: [-0.02, 1.02] },
    showlegend: false,
  }
  return { traces: [pointsWithErrors(event, seen)], layout }
}

/** Chart of a value over the rows of a sweep; exact values have no visible error bars. */
export function sweepValueChart({ rows, names, name }: SweepValues, by: number): Chart {
  const seen = rows.map(at => ({ x: placeOf(at, by), y: at.value, low: at.low, high: at.high }))
  const layout = {
    xaxis: { title: { text: axisTitle(names, by) } },
    yaxis: { title: { text: valueTitle(name) } },
    showlegend: false,
  }
  return { traces: [pointsWithErrors(name, seen)], layout }
}

/** Title of an observable, or of a bitstring of mitigated counts. */
export const valueTitle = (name: string): string =>
  /^[01]+$/.test(name) ? `Quasi-probability of ${name}` : `Expectation value of ${name}`

const sweepColumns = (names: readonly string[]) => ['row', ...names, 'shots', 'hits', 'probability', 'low', 'high']

/** All figures in full, for the file. */
export const sweepTable = ({ rows, names }: SweepSeries): DataTable => ({
  columns: sweepColumns(names),
  rows: rows.map(({ row, values, shots, hits, probability, low, high }) => [
    ...[row, ...values, shots, hits],
    ...[probability ?? '', low ?? '', high ?? ''],
  ]),
})

/** Digits of a parameter that distinguish rows in even steps. */
const VALUE_DIGITS = 6

/** `theta = 0.785398, phi = 1.5` */
export const parameterValuesText = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${significant(value, VALUE_DIGITS)}`)
    .join(', ')

/** The first rows as they are read: digits as the interval of each allows. */
export const shownSweepTable = ({ rows, names }: SweepSeries, most: number): DataTable => ({
  columns: sweepColumns(names),
  rows: rows
    .slice(0, most)
    .map(({ row, values, shots, hits, probability, low, high }) => [
      ...[row, ...values.map(value => significant(value, VALUE_DIGITS)), shots, hits],
      ...intervalParts({ value: probability, low, high }, PLAIN_NUMBER).map(part => part ?? NO_VALUE),
    ]),
})

const valueColumns = (names: readonly string[]) => ['row', ...names, 'shots', 'value', 'standard error', 'low', 'high']

/** All figures in full, for the file. */
export const sweepValueTable = ({ rows, names }: SweepValues): DataTable => ({
  columns: valueColumns(names),
  rows: rows.map(({ row, values, shots, value, standard_error, low, high }) => [
    ...[row, ...values, shots, value, standard_error, low, high],
  ]),
})

/** The first rows as they are read. */
export const shownSweepValues = ({ rows, names }: SweepValues, most: number): DataTable => ({
  columns: valueColumns(names),
  rows: rows.slice(0, most).map(({ row, values, shots, ...figure }) => {
    const [value, low, high] = valueParts(figure)
    return [
      ...[row, ...values.map(each => significant(each, VALUE_DIGITS)), shots],
      ...[value, errorText(figure.standard_error), low, high],
    ]
  }),
})
