/** Live quality of a source over time: credit against claim, store against watermarks, alarms by level, rate of testing. */
import type { Chart, DataTable } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { utcSecond } from '../format/time'
import type { QualityPoint } from './quality-history'

export interface QualityPlot {
  readonly title: string
  readonly chart: Chart
  readonly table: DataTable
}

interface PlotLine {
  readonly name: string
  readonly value: (point: QualityPoint) => number | null
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
      { name: 'credited', value: ({ credited }) => credited },
      { name: 'claimed', value: ({ claimed }) => claimed, dash: 'dash' },
    ],
  },
  {
    title: 'In store',
    unit: 'bytes of full entropy',
    lines: [
      { name: 'available', value: ({ available }) => available },
      { name: 'low watermark', value: ({ low }) => low, dash: 'dash' },
      { name: 'high watermark', value: ({ high }) => high, dash: 'dot' },
    ],
  },
  {
    title: 'Alarms of the health tests',
    unit: 'since it began',
    lines: [
      { name: 'single', value: ({ single }) => single },
      { name: 'intermittent', value: ({ intermittent }) => intermittent },
      { name: 'permanent', value: ({ permanent }) => permanent },
      { name: 'failed windows', value: ({ windows_failed }) => windows_failed, dash: 'dash' },
    ],
  },
  {
    title: 'Samples tested',
    unit: 'since it began',
    lines: [{ name: 'samples', value: ({ samples_tested }) => samples_tested }],
  },
]

export const qualityPlots = (history: readonly QualityPoint[], scheme: Scheme): QualityPlot[] =>
  PLOTS.map(plot => plotOf(plot, history, scheme))

function plotOf({ title, unit, lines, range }: PlotOf, history: readonly QualityPoint[], scheme: Scheme): QualityPlot {
  const inks = INKS[scheme].series
  return {
    title,
    chart: {
      traces: lines.map(({ name, value, dash = 'solid' }, at) => ({
        ...{ type: 'scatter', mode: history.length > 1 ? 'lines' : 'markers', name, connectgaps: false },
        x: history.map(point => point.at),
        y: history.map(value),
        line: { color: inks[at % inks.length], width: dash === 'solid' ? 2 : 1.5, dash },
      })),
      layout: {
        xaxis: { title: { text: 'Time, UTC' }, type: 'date' },
        yaxis: { title: { text: unit }, ...(range ? { range } : { rangemode: 'tozero' }) },
      },
    },
    table: {
      columns: ['Time', ...lines.map(({ name }) => name)],
      rows: history.map(point => [utcSecond(point.at), ...lines.map(({ value }) => value(point) ?? 'not assessed')]),
    },
  }
}
