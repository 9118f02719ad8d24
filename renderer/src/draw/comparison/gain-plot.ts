/** The logical gain with its interval against the line at 1, where encoding neither helps nor harms. */
import { estimateForm } from '../../../../main/contract/model/estimate-bounds'
import type { Comparison, Gain } from '../../../../main/contract/runs/comparison'
import type { Chart, DataTable, PlotlyData } from '../charts/chart'
import { INKS, type Scheme } from '../charts/colours'
import { logTicks, namesAxis } from '../charts/plotly-layout'
import { bound, confidence, times } from '../format/quantity'
import { gainFigure, VERDICT_TEXT } from '../runs/text'
import { errorBars } from './survival-plot'

interface NamedGain {
  readonly name: string
  readonly gain: Gain
}

/** Gains that have a figure, or at least an interval, by what they are against. */
const gainsOf = ({ gain_best, gain_median, best, median }: Comparison): NamedGain[] => [
  { name: `Best (qubit ${best?.qubit ?? 'none'})`, gain: gain_best },
  { name: `Median (qubit ${median?.qubit ?? 'none'})`, gain: gain_median },
]

const COLOURS = { gain: 'ok', no_gain: 'bad', inconclusive: 'warn' } as const
const SYMBOLS = { gain: 'triangle-right', no_gain: 'triangle-left', inconclusive: 'circle-open' } as const

/** Where a gain is drawn: at its figure, or at the bound that is known of it; null where neither is. */
function placeOf({ estimate }: Gain): number | null {
  const what = estimateForm(estimate)
  const at = what.kind === 'figure' ? what.value : what.kind === 'above' || what.kind === 'below' ? what.than : 0
  return at > 0 ? at : null
}

/** Logarithmic: a gain of 2 and one of ½ lie alike far from 1. null where no gain has a figure or a bound. */
export function gainPlot(comparison: Comparison, scheme: Scheme): Chart | null {
  const known = gainsOf(comparison).filter(({ gain }) => placeOf(gain) !== null)
  if (known.length === 0) return null
  const one = { type: 'line', yref: 'paper', y0: 0, y1: 1, x0: 1, x1: 1 }
  return {
    traces: known.map(each => gainTrace(each, INKS[scheme][COLOURS[each.gain.verdict]])),
    layout: {
      xaxis: { title: { text: 'Logical gain ε_physical / ε_logical' }, ...gainAxis(known) },
      yaxis: namesAxis(known.length),
      shapes: [{ ...one, line: { width: 1.5, dash: 'dash', color: INKS[scheme].quiet } }],
      margin: { t: 8 },
    },
  }
}

function gainTrace(named: NamedGain, colour: string): PlotlyData {
  const { name, gain } = named
  const { estimate, verdict } = gain
  const oneSided = bound(estimate, times)
  if (oneSided !== null) return boundTrace(named, oneSided, colour)
  return {
    x: [estimate.value],
    y: [name],
    error_x: errorBars([estimate], colour),
    mode: 'markers+text',
    text: [VERDICT_TEXT[verdict]],
    textposition: 'top center',
    marker: { color: colour, symbol: SYMBOLS[verdict], size: 12 },
    showlegend: false,
    hovertemplate: `${name}<br>${times(estimate.value)} [${times(estimate.low)}, ${times(estimate.high)}]<extra></extra>`,
  }
}

/** An open arrowhead at the bound, towards where the gain lies. */
const boundTrace = ({ name, gain }: NamedGain, oneSided: string, colour: string): PlotlyData => ({
  x: [placeOf(gain)],
  y: [name],
  mode: 'markers+text',
  text: [`${VERDICT_TEXT[gain.verdict]}: ${oneSided}, a bound`],
  textposition: 'top center',
  marker: {
    color: colour,
    symbol: gain.estimate.low === null ? 'triangle-left-open' : 'triangle-right-open',
    size: 12,
  },
  showlegend: false,
  hovertemplate: `${name}<br>${oneSided}, a bound without a figure<extra></extra>`,
})

/** Around every interval and 1, which has to be in sight; the range is in powers of ten. */
function gainAxis(known: readonly NamedGain[]) {
  const ends = known.flatMap(({ gain }) => [placeOf(gain)!, gain.estimate.low ?? 1, gain.estimate.high ?? 1])
  const shown = [1, ...ends.filter(end => end > 0)]
  const logs = shown.map(Math.log10)
  return { ...logTicks(shown, ',.2~r'), range: [Math.min(...logs) - 0.15, Math.max(...logs) + 0.15] }
}

export const gainTable = (comparison: Comparison): DataTable => ({
  columns: ['Against', 'Gain', 'Low', 'High', 'Interval', 'Verdict'],
  rows: gainsOf(comparison).map(({ name, gain: { estimate, verdict } }) => [
    name,
    ...[estimate.value, estimate.low, estimate.high].map(times),
    confidence(estimate),
    VERDICT_TEXT[verdict],
  ]),
})

/** `0.33 × [0.3 ×, 0.36 ×], no gain`, or its bound; digits as everywhere. */
export const gainText = (gain: Gain) => `${gainFigure(gain)}, ${VERDICT_TEXT[gain.verdict].toLowerCase()}`
