/** Live quality of a source over time: credit against claim, store against watermarks, alarms by level, rate of testing. */
import type { QualityPoint, SourceQuality } from '../../../../main/contract/entropy/source'
import type { Chart, DataTable } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { utcSecond } from '../format/time'

export interface QualityPlot {
  readonly title: string
  readonly chart: Chart
  readonly table: DataTable
}

type PlotScale = Pick<SourceQuality, 'bits_per_sample' | 'watermarks'>

interface PlottedQuality extends PlotScale {
  /** Oldest first. */
  readonly points: readonly QualityPoint[]
}

interface PlotLine {
  readonly name: string
  readonly value: (point: QualityPoint, scale: PlotScale) => number | null
  readonly dash?: 'dash' | 'dot'
}

interface PlotOf {
  readonly title: string
  readonly unit: string
  readonly lines: readonly PlotLine[]
  readonly range?: readonly [number, number]
}

const PLOTS: readonly PlotOf[] = [
  {
    title: 'Min-entropy',
    unit: 'bits a raw bit',
    range: [0, 1.02],
    lines: [
      { name: 'credited', value: ({ entropy }) => entropy },
      { name: 'claimed', value: ({ claimed }, { bits_per_sample }) => claimed / bits_per_sample, dash: 'dash' },
    ],
  },
  {
    title: 'In store',
    unit: 'bytes, with watermarks',
    lines: [
      { name: 'available', value: ({ available_bytes }) => available_bytes },
      { name: 'low', value: (_, { watermarks }) => watermarks.low, dash: 'dash' },
      { name: 'high', value: (_, { watermarks }) => watermarks.high, dash: 'dot' },
    ],
  },
  {
    title: 'Alarms of the health tests',
    unit: 'since it last began',
    lines: [
      { name: 'single', value: ({ alarms }) => alarms.single },
      { name: 'intermittent', value: ({ alarms }) => alarms.intermittent },
      { name: 'permanent', value: ({ alarms }) => alarms.permanent },
      { name: 'failed windows', value: ({ windows_failed }) => windows_failed, dash: 'dash' },
    ],
  },
  {
    title: 'Samples tested',
    unit: 'since it last began',
    lines: [{ name: 'samples', value: ({ samples_tested }) => samples_tested }],
  },
]

/** `200,000`, not `2e+5`. */
const NUMBERS = { exponentformat: 'none', separatethousands: true } as const

export const qualityPlots = (quality: PlottedQuality, scheme: Scheme): QualityPlot[] =>
  PLOTS.map(plot => plotOf(plot, quality, scheme))

function plotOf(
  { title, unit, lines, range }: PlotOf,
  { points, ...scale }: PlottedQuality,
  scheme: Scheme,
): QualityPlot {
  const inks = INKS[scheme].series
  return {
    title,
    chart: {
      traces: lines.map(({ name, value, dash = 'solid' }, at) => ({
        type: 'scatter',
        mode: points.length > 1 ? 'lines' : 'markers',
        name,
        connectgaps: false,
        x: points.map(({ at: time }) => time),
        y: points.map(point => value(point, scale)),
        line: { color: inks[at % inks.length], width: dash === 'solid' ? 2 : 1.5, dash },
      })),
      layout: {
        xaxis: { title: { text: 'Time, UTC' }, type: 'date' },
        yaxis: { title: { text: unit }, ...NUMBERS, ...(range ? { range } : { rangemode: 'tozero' }) },
      },
    },
    table: {
      columns: ['Time', ...lines.map(({ name }) => name)],
      rows: points.map(point => [
        utcSecond(point.at),
        ...lines.map(({ value }) => value(point, scale) ?? 'not assessed'),
      ]),
    },
  }
}
