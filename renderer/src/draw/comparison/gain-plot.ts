/** The logical gain with its interval against the line at 1, where encoding neither helps nor harms. */
import type { Comparison, Gain } from '../../../../main/contract/comparison'
import { INKS, type Scheme } from '../charts/colours'
import { type Chart, logTicks, namesAxis, type PlotlyData, type Twin } from '../charts/plotly-layout'
import { confidence, significant, times } from '../format/quantity'
import { VERDICT_WORDS } from '../run-words'
import { errorBars } from './survival-plot'

interface Named {
  readonly name: string
  readonly gain: Gain
}

/** Gains that have a figure, or at least an interval, by what they are against. */
export const gainsOf = ({ gain_best, gain_median, best, median }: Comparison): Named[] => [
  { name: `Best (qubit ${best?.qubit ?? 'none'})`, gain: gain_best },
  { name: `Median (qubit ${median?.qubit ?? 'none'})`, gain: gain_median },
]

const COLOURS = { gain: 'ok', no_gain: 'bad', inconclusive: 'warn' } as const
const SYMBOLS = { gain: 'triangle-right', no_gain: 'triangle-left', inconclusive: 'circle-open' } as const

/** Logarithmic: a gain of 2 and one of ½ lie alike far from 1. null where no gain has a figure. */
export function gainPlot(comparison: Comparison, scheme: Scheme): Chart | null {
  const known = gainsOf(comparison).filter(({ gain }) => (gain.estimate.value ?? 0) > 0)
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

function gainTrace({ name, gain }: Named, colour: string): PlotlyData {
  const { estimate, verdict } = gain
  return {
    x: [estimate.value],
    y: [name],
    error_x: errorBars([estimate], colour),
    mode: 'markers+text',
    text: [VERDICT_WORDS[verdict]],
    textposition: 'top center',
    marker: { color: colour, symbol: SYMBOLS[verdict], size: 12 },
    showlegend: false,
    hovertemplate: `${name}<br>${times(estimate.value)} [${times(estimate.low)}, ${times(estimate.high)}]<extra></extra>`,
  }
}

/** Around every interval and 1, which has to be in sight; the range is in powers of ten. */
function gainAxis(known: readonly Named[]) {
  const ends = known.flatMap(({ gain: { estimate } }) => [estimate.value!, estimate.low ?? 1, estimate.high ?? 1])
  const shown = [1, ...ends.filter(end => end > 0)]
  const logs = shown.map(Math.log10)
  return { ...logTicks(shown, ',.2~r'), range: [Math.min(...logs) - 0.15, Math.max(...logs) + 0.15] }
}

export const gainTwin = (comparison: Comparison): Twin => ({
  columns: ['Against', 'Gain', 'Low', 'High', 'Interval', 'Verdict'],
  rows: gainsOf(comparison).map(({ name, gain: { estimate, verdict } }) => [
    name,
    ...[estimate.value, estimate.low, estimate.high].map(times),
    confidence(estimate),
    VERDICT_WORDS[verdict],
  ]),
})

/** `0.33 × [0.3 ×, 0.36 ×], no gain`; digits as everywhere. */
export const gainText = ({ estimate, verdict }: Gain) =>
  estimate.value === null
    ? `no figure, ${VERDICT_WORDS[verdict].toLowerCase()}`
    : `${significant(estimate.value)} × [${times(estimate.low)}, ${times(estimate.high)}], ${VERDICT_WORDS[verdict].toLowerCase()}`
