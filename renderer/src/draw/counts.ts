/** Measurement counts, in the order and with the shares the jobs page shows. */
import type { Chart, Twin } from './figure'

export interface CountRow {
  readonly bitstring: string
  readonly count: number
  /** Share of all shots, 0..1. */
  readonly share: number
}

/** Most frequent first; equal counts by bitstring, so that the order never depends on the wire. */
export function countRows(counts: Readonly<Record<string, number>>, shots: number): CountRow[] {
  return Object.entries(counts)
    .map(([bitstring, count]) => ({ bitstring, count, share: shots === 0 ? 0 : count / shots }))
    .sort((a, b) => b.count - a.count || (a.bitstring < b.bitstring ? -1 : 1))
}

/** Percentage of total shots, two decimals; what was seen never reads as 0.00 %. */
export function sharePercent({ count, share }: CountRow): string {
  if (count > 0 && share < 0.0001) return '< 0.01 %'
  return `${(share * 100).toFixed(2)} %`
}

/** More bars than this cannot be read; the table holds all. */
export const BARS = 32

/** The most frequent bitstrings as bars, in bitstring order; the rest as one bar named `other`. */
export function histogram(rows: readonly CountRow[]): { chart: Chart; twin: Twin } {
  const shown = rows.slice(0, BARS).toSorted((a, b) => (a.bitstring < b.bitstring ? -1 : 1))
  const rest = rows.slice(BARS)
  const names = shown.map(row => row.bitstring || '(no bits)')
  const counts = shown.map(row => row.count)
  if (rest.length > 0) {
    names.push(`other (${rest.length})`)
    counts.push(rest.reduce((total, row) => total + row.count, 0))
  }
  const traces = [{ type: 'bar', x: names, y: counts, hovertemplate: '%{x}<br>%{y} shots<extra></extra>' }]
  const layout = {
    // A few bars stay bars instead of filling the chart.
    bargap: Math.max(0.15, 0.75 - names.length * 0.1),
    xaxis: {
      type: 'category',
      title: { text: 'Bitstring (highest classical bit left)' },
      tickangle: names.length > 8 ? -60 : 0,
    },
    yaxis: { title: { text: 'Shots' }, rangemode: 'tozero', tickformat: ',d' },
  }
  return {
    chart: { traces, layout },
    twin: { columns: ['Bitstring', 'Shots'], rows: names.map((name, at) => [name, counts[at]!]) },
  }
}
