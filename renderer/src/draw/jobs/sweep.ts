/** How often an event came in each row of a sweep, as a plot over one parameter and as a table. Pure. */
import type { SweepSeries } from '../../../../main/contract/jobs/sweep'
import type { Chart, DataTable } from '../charts/chart'
import { NO_VALUE, significant } from '../format/quantity'

/** `by`: which parameter is the axis. */
export function sweepChart({ rows, names, event }: SweepSeries, by: number): Chart {
  const seen = rows.flatMap(({ values, probability, low, high }) =>
    probability === null
      ? []
      : [{ x: values[by]!, y: probability, low: low ?? probability, high: high ?? probability }],
  )
  const trace = {
    type: 'scatter',
    mode: 'markers',
    name: event,
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
  }
  const layout = {
    xaxis: { title: { text: names[by] } },
    yaxis: { title: { text: `Probability of ${event}` }, range: [-0.02, 1.02] },
    showlegend: false,
  }
  return { traces: [trace], layout }
}

const sweepColumns = (names: readonly string[]) => ['row', ...names, 'shots', 'hits', 'probability', 'low', 'high']

/** All figures in full, for the file. */
export const sweepTable = ({ rows, names }: SweepSeries): DataTable => ({
  columns: sweepColumns(names),
  rows: rows.map(({ row, values, shots, hits, probability, low, high }) => [
    ...[row, ...values, shots, hits],
    ...[probability ?? '', low ?? '', high ?? ''],
  ]),
})

/** Digits of a parameter that tell apart rows in even steps. */
const VALUE_DIGITS = 6

/** `theta = 0.785398, phi = 1.5` */
export const parameterValuesText = (values: Readonly<Record<string, number>>): string =>
  Object.entries(values)
    .map(([name, value]) => `${name} = ${significant(value, VALUE_DIGITS)}`)
    .join(', ')

const shareText = (value: number | null) => (value === null ? NO_VALUE : significant(value, 4))

/** The first rows as they are read, rounded. */
export const shownSweepTable = ({ rows, names }: SweepSeries, most: number): DataTable => ({
  columns: sweepColumns(names),
  rows: rows
    .slice(0, most)
    .map(({ row, values, shots, hits, probability, low, high }) => [
      ...[row, ...values.map(value => significant(value, VALUE_DIGITS)), shots, hits],
      ...[probability, low, high].map(shareText),
    ]),
})
