/** How often an event came in each row of a sweep, as a plot over one parameter and as a table. Pure. */
import type { SweepSeries } from '../../../../main/contract/jobs/sweep'
import type { Chart, DataTable } from '../charts/chart'

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

export const sweepTable = ({ rows, names }: SweepSeries): DataTable => ({
  columns: ['row', ...names, 'shots', 'hits', 'probability', 'low', 'high'],
  rows: rows.map(({ row, values, shots, hits, probability, low, high }) => [
    ...[row, ...values, shots, hits],
    ...[probability ?? '', low ?? '', high ?? ''],
  ]),
})
