/** Break-even maps: logical gain against the factor that scales the device's errors, and where it crosses 1. */
import { estimateForm } from '../../../../main/contract/model/estimate-bounds'
import { boundOfInterval, PLAIN_NUMBER, RATIO } from '../../../../main/contract/numbers/interval-text'
import type { Crossing, ErrorKind, Study } from '../../../../main/contract/runs/studies'
import type { Chart, DataTable, PlotlyData } from '../charts/chart'
import { INKS, type Scheme, withAlpha } from '../charts/colours'
import { estimate, percent, times } from '../format/quantity'
import { survivalShortText } from '../runs/survival-text'

type Point = Study['points'][number]
export type PhysicalReference = Crossing['against']

export const ERROR_KIND_TEXT: Record<ErrorKind, string> = {
  all: 'all errors',
  two_qubit: 'two-qubit gates',
  single_qubit: 'one-qubit gates',
  readout: 'readout',
  reset: 'reset',
  idle: 'idle (1/T1, 1/T2)',
}

const LOOKS: Record<PhysicalReference, { dash: string; symbol: string; words: string }> = {
  best: { dash: 'solid', symbol: 'circle', words: 'best qubit' },
  median: { dash: 'dash', symbol: 'diamond', words: 'median qubit' },
}

const gainOf = (point: Point, against: PhysicalReference) =>
  (against === 'best' ? point.gain_best : point.gain_median).estimate

interface Series {
  readonly kind: ErrorKind
  readonly against: PhysicalReference
  readonly name: string
  readonly colour: string
  /** Ascending in the factor; gains that a logarithmic axis can show. */
  readonly points: readonly Point[]
  /** Those whose gain is bounded on one side and has no figure. */
  readonly bounded: readonly Point[]
}

/** One series for each kind requested and each qubit compared with; colour says the kind, dash and symbol the qubit. */
function seriesOf({ request, points }: Study, against: readonly PhysicalReference[], scheme: Scheme): Series[] {
  return request.kinds.flatMap((kind, at) =>
    against.map(each => ({
      kind,
      against: each,
      name: `${ERROR_KIND_TEXT[kind]}, against the ${LOOKS[each].words}`,
      colour: INKS[scheme].series[at % INKS[scheme].series.length]!,
      points: points
        .filter(point => point.kind === kind && (gainOf(point, each).value ?? 0) > 0)
        .sort((a, b) => a.scale - b.scale),
      bounded: points.filter(point => point.kind === kind && boundOfInterval(gainOf(point, each), RATIO) !== null),
    })),
  )
}

/** Least gain that a band is drawn down to, where an interval reaches 0, which has no place on the axis. */
const FLOOR = 1e-4

/** Gains of which only a bound is known: an open arrowhead at the bound, towards where the gain lies. */
function boundTraces({ name, colour, bounded, against }: Series): PlotlyData[] {
  if (bounded.length === 0) return []
  const bounds = bounded.map(point => ({ point, what: estimateForm(gainOf(point, against)) }))
  const places = bounds.flatMap(({ point, what }) =>
    what.kind === 'above' || what.kind === 'below' ? [{ scale: point.scale, ...what }] : [],
  )
  return [
    {
      x: places.map(({ scale }) => scale),
      y: places.map(({ than }) => Math.max(FLOOR, than)),
      mode: 'markers',
      name: `${name}, bound only`,
      marker: {
        color: colour,
        symbol: places.map(({ kind }) => (kind === 'above' ? 'triangle-up-open' : 'triangle-down-open')),
        size: 10,
      },
      text: bounded.map(point => boundOfInterval(gainOf(point, against), RATIO)),
      hovertemplate: `${name}<br>factor %{x}: gain %{text}, a bound without a figure<extra></extra>`,
    },
  ]
}

function traces({ against, name, colour, points }: Series): PlotlyData[] {
  const figures = points.map(point => gainOf(point, against))
  const x = points.map(point => point.scale)
  const { dash, symbol } = LOOKS[against]
  const hidden = { x, mode: 'lines', line: { width: 0 }, hoverinfo: 'skip', showlegend: false, legendgroup: name }
  return [
    { ...hidden, y: figures.map(({ value, low }) => Math.max(FLOOR, low ?? value!)) },
    {
      ...hidden,
      y: figures.map(({ value, high }) => high ?? value),
      fill: 'tonexty',
      fillcolor: withAlpha(colour, 0.18),
    },
    {
      x,
      y: figures.map(({ value }) => value),
      mode: 'lines+markers',
      name,
      legendgroup: name,
      line: { color: colour, width: 2, dash },
      marker: { color: colour, symbol, size: 8 },
      text: figures.map(({ low, high }) => `[${times(low)}, ${times(high)}]`),
      hovertemplate: `${name}<br>factor %{x}: gain %{y:.3g} × %{text}<extra></extra>`,
    },
  ]
}

/** The factor at which the gain crosses 1, as a line through the drawing with its interval shaded. */
function crossingShapes({ factor, against }: Crossing, colour: string, scales: readonly number[]): object[] {
  const upright = { yref: 'paper', y0: 0, y1: 1 }
  const band =
    factor.value === null && factor.low === null && factor.high === null
      ? []
      : [
          {
            type: 'rect',
            ...upright,
            // An end beyond the factors requested is not known: the band then goes as far as they do.
            x0: factor.low !== null && factor.low > 0 ? factor.low : Math.min(...scales),
            x1: factor.high ?? Math.max(...scales),
            line: { width: 0 },
            fillcolor: withAlpha(colour, 0.12),
            layer: 'below',
          },
        ]
  if (factor.value === null) return band
  const line = { color: colour, width: 1.5, dash: LOOKS[against].dash }
  return [...band, { type: 'line', ...upright, x0: factor.value, x1: factor.value, line }]
}

/** 0.001, 0.002, 0.005, 0.01 … 1000, each written in full: plotly's own ticks between decades say only their digit. */
const TICKS = Array.from({ length: 7 }, (_, i) => i - 3).flatMap(decade =>
  [1, 2, 5].map(step => Number(`${step}e${decade}`)),
)

const logAxis = (text: string) => ({
  type: 'log',
  title: { text },
  tickmode: 'array',
  tickvals: TICKS,
  ticktext: TICKS.map(String),
})

export function breakEvenPlot(study: Study, against: readonly PhysicalReference[], scheme: Scheme): Chart {
  const series = seriesOf(study, against, scheme)
  const one = { type: 'line', xref: 'paper', x0: 0, x1: 1, y0: 1, y1: 1 }
  const crossings = series.flatMap(({ kind, against, colour }) =>
    study.crossings
      .filter(crossing => crossing.kind === kind && crossing.against === against)
      .flatMap(crossing => crossingShapes(crossing, colour, study.request.scales)),
  )
  return {
    traces: [...series.filter(({ points }) => points.length > 0).flatMap(traces), ...series.flatMap(boundTraces)],
    layout: {
      xaxis: logAxis('Errors scaled by (1: as calibrated)'),
      yaxis: logAxis('Logical gain (above 1: the logical qubit wins)'),
      shapes: [{ ...one, line: { width: 1.5, dash: 'dot', color: INKS[scheme].quiet } }, ...crossings],
    },
  }
}

export const breakEvenTable = ({ points }: Study): DataTable => ({
  columns: [
    'Scaled errors',
    'Factor',
    'Logical error a round',
    'Best qubit',
    'Median qubit',
    'Gain over best',
    'Gain over median',
    'Verdict (best)',
    'Survival (best)',
    'Acceptance',
  ],
  rows: [...points]
    .sort((a, b) => a.kind.localeCompare(b.kind) || a.scale - b.scale)
    .map(point => [
      ERROR_KIND_TEXT[point.kind],
      point.scale,
      estimate(point.logical_error),
      estimate(point.physical_best),
      estimate(point.physical_median),
      estimate(point.gain_best.estimate, RATIO),
      estimate(point.gain_median.estimate, RATIO),
      point.gain_best.verdict.replaceAll('_', ' '),
      survivalShortText(point.survival_verdict),
      percent(point.acceptance.value),
    ]),
})

/** A crossing in a sentence; the service's own words where it has some. */
export function crossingWords({ kind, against, factor, text }: Crossing): string {
  if (text) return text
  const whom = `against the ${LOOKS[against].words}`
  if (factor.value === null) return `${ERROR_KIND_TEXT[kind]}: no crossing within the factors asked, ${whom}`
  return `${ERROR_KIND_TEXT[kind]}: break-even at factor ${estimate(factor, PLAIN_NUMBER)} ${whom}`
}
