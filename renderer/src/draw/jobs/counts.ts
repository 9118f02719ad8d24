/** Measurement counts, in the order and with the shares the jobs page shows. */
import { fixed, thousands } from '../../../../main/contract/numbers/number-text'
import { type Chart, csvOf, type DataTable } from '../charts/chart'
import { wilsonInterval } from '../format/wilson-interval'

export interface CountRow {
  readonly bitstring: string
  readonly count: number
  /** Share of all shots, 0..1. */
  readonly share: number
  /** Wilson's 95 % interval of the probability behind it, 0..1. */
  readonly low: number
  readonly high: number
  /** Decimals of percentages: two, and more where one shot is less than 0.01 %. */
  readonly decimals: number
}

const decimalsFor = (shots: number) => Math.max(2, Math.ceil(Math.log10(Math.max(1, shots))) - 2)

/** Row of one bitstring, or of several taken together. */
export function rowOf(bitstring: string, count: number, shots: number): CountRow {
  const [low, high] = wilsonInterval(count, shots)
  return { bitstring, count, share: shots === 0 ? 0 : count / shots, low, high, decimals: decimalsFor(shots) }
}

/** Most frequent first; equal counts by bitstring, so that the order never depends on the wire. */
export function countRows(counts: Readonly<Record<string, number>>, shots: number): CountRow[] {
  return Object.entries(counts)
    .map(([bitstring, count]) => rowOf(bitstring, count, shots))
    .sort((a, b) => b.count - a.count || (a.bitstring < b.bitstring ? -1 : 1))
}

/** Percentage of total shots, with the decimals that show a single one. */
export const sharePercent = ({ share, decimals }: Pick<CountRow, 'share' | 'decimals'>) =>
  `${fixed(share * 100, decimals)} %`

/** `[48.10, 52.01] %` */
export const intervalPercent = ({ low, high, decimals }: Pick<CountRow, 'low' | 'high' | 'decimals'>) =>
  `[${fixed(low * 100, decimals)}, ${fixed(high * 100, decimals)}] %`

/** More bars than this cannot be read; the table holds all. */
export const BARS = 32

/**
 * The most frequent bitstrings as bars with their intervals, in bitstring order. The rest are named, with their share,
 * but not drawn: of many bitstrings they are most of the shots and would dwarf the others.
 */
export function histogram(rows: readonly CountRow[], shots: number): { chart: Chart; table: DataTable } {
  const shown = rows.slice(0, BARS).toSorted((a, b) => (a.bitstring < b.bitstring ? -1 : 1))
  const bars = shown.map(row => ({ ...row, bitstring: row.bitstring || '(no bits)' }))
  const rest = restOf(rows, shots)
  const layout = {
    // A few bars stay bars instead of filling the chart.
    bargap: Math.max(0.15, 0.75 - bars.length * 0.1),
    xaxis: { type: 'category', title: { text: axisTitle(rest) }, tickangle: bars.length > 8 ? -60 : 0 },
    yaxis: { title: { text: 'Percentage of shots' }, rangemode: 'tozero', ticksuffix: ' %' },
  }
  return { chart: { traces: [barsOf(bars)], layout }, table: tableOf(rest === null ? bars : [...bars, rest]) }
}

function restOf(rows: readonly CountRow[], shots: number): CountRow | null {
  const rest = rows.slice(BARS)
  if (rest.length === 0) return null
  const seen = rest.reduce((total, row) => total + row.count, 0)
  return rowOf(`other (${thousands(rest.length)})`, seen, shots)
}

/** The part that is not drawn is named on a line of its own, which a narrow window has room for. */
const axisTitle = (rest: CountRow | null) =>
  `Bitstring (highest classical bit left)${rest === null ? '' : `<br>not drawn: ${rest.bitstring}, ${sharePercent(rest)}`}`

const barsOf = (bars: readonly CountRow[]) => ({
  type: 'bar',
  x: bars.map(({ bitstring }) => bitstring),
  y: bars.map(({ share }) => share * 100),
  customdata: bars.map(row => [row.count, intervalPercent(row), sharePercent(row)]),
  error_y: {
    type: 'data',
    symmetric: false,
    array: bars.map(({ share, high }) => (high - share) * 100),
    arrayminus: bars.map(({ share, low }) => (share - low) * 100),
    thickness: 1.5,
  },
  hovertemplate: '%{x}<br>%{customdata[2]}, 95 % interval %{customdata[1]}<br>%{customdata[0]} shots<extra></extra>',
})

const tableOf = (bars: readonly CountRow[]): DataTable => ({
  columns: ['Bitstring', 'Shots', 'Percentage', '95 % interval (Wilson)'],
  rows: bars.map(row => [row.bitstring, row.count, sharePercent(row), intervalPercent(row)]),
})

interface CountedOver {
  readonly bit_order: string
  /** Chosen bits, the right-most first. */
  readonly clbits?: readonly number[] | undefined
}

/** How the bitstrings are to be read: `from left to right classical bit 3, 0`. */
export const orderText = ({ bit_order, clbits }: CountedOver): string =>
  clbits ? `from left to right classical bit ${clbits.toReversed().join(', ')}` : bit_order

/** Every outcome, with what its bits are in the header. */
export const countsCsvText = (rows: readonly CountRow[], counted: CountedOver): string =>
  csvOf({
    columns: [`bitstring (${orderText(counted)})`, 'count', 'probability', 'low (Wilson 95 %)', 'high (Wilson 95 %)'],
    rows: rows.map(({ bitstring, count, share, low, high }) => [bitstring, count, share, low, high]),
  })

/** Fault of a list of bits; undefined where there is none. */
export function bitsFault(text: string, num_clbits: number): string | undefined {
  if (!/^\d{1,4}(,\d{1,4})*$/.test(text)) return 'numbers of classical bits with commas between, such as 0,3'
  const bits = text.split(',').map(Number)
  const outside = bits.find(bit => bit >= num_clbits)
  if (outside !== undefined) return `classical bit ${outside} is not one of the ${num_clbits}`
  return new Set(bits).size < bits.length ? 'a bit is listed twice' : undefined
}
