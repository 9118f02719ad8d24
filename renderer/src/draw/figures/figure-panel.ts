/** One panel of a figure as shapes: rules, bands, lines, intervals, marks, and its axes. */
import type { Inks } from '../charts/colours'
import type { Box, DrawnPlace, Shape, TextShape } from './drawing'
import { headShape, markShape } from './marks'
import type { DashName, FigureCurve, FigurePoint, FigureSeries } from './model'
import { axesShapes, type DrawnPanel, LABEL } from './panel-axes'
import { plainRuns, runsWidth } from './typeset'

const RADIUS = 2.2

export const DASHES: Readonly<Record<DashName, readonly number[]>> = {
  solid: [],
  dash: [4.5, 2.5],
  dot: [1.2, 1.8],
  'dash-dot': [5, 1.8, 1.2, 1.8],
}

type Put = (x: number, y: number) => DrawnPlace

export function panelShapes(drawn: DrawnPanel): Shape[] {
  const { panel, box, scales, inks } = drawn
  const put: Put = (x, y) => [box.x + scales.x.place(x) * box.width, box.y + (1 - scales.y.place(y)) * box.height]
  const bars = panel.series.flatMap(series => barShapes(series, put, inks))
  const lines = panel.series.flatMap(series => curveShapes(series, put, box))
  const context = { put, box, inks, ranges: { x: panel.x.range, y: panel.y.range } }
  const points = panel.series.flatMap(series => series.points.flatMap(point => pointShapes(series, point, context)))
  // To the right of the points of all series at that place, so that no letter lies over a mark.
  const right = Math.max(0, ...panel.series.map(({ sideways, beside = 0 }) => (sideways ? 0 : beside)))
  const letters = panel.series.flatMap(series =>
    series.points.flatMap(point => labelsOf({ ...series, beside: right }, point, context)),
  )
  return [
    ...rulesOf(drawn, put),
    {
      kind: 'clip',
      box: grown(box, RADIUS + 1),
      shapes: [{ kind: 'clip', box, shapes: [...bars, ...lines] }, ...points],
    },
    ...apart(letters),
    ...axesShapes(drawn),
    ...letterOf(drawn),
    ...absentOf(drawn),
  ]
}

const grown = ({ x, y, width, height }: Box, by: number): Box => ({
  x: x - by,
  y: y - by,
  width: width + 2 * by,
  height: height + 2 * by,
})

const rulesOf = ({ panel, box, inks }: DrawnPanel, put: Put): Shape[] =>
  panel.rules.map(({ along, at }) => {
    const [x, y] = put(at, at)
    const places: DrawnPlace[] =
      along === 'x'
        ? [
            [box.x, y],
            [box.x + box.width, y],
          ]
        : [
            [x, box.y],
            [x, box.y + box.height],
          ]
    return { kind: 'line', places, stroke: { colour: inks.quiet, width: 0.7, dash: [2.5, 2] } }
  })

/** Far outside, in points: what lies at infinity on a logarithmic axis is drawn towards there. */
const FAR = 2_000
const near = (value: number, { y, height }: Box): number => Math.min(y + height + FAR, Math.max(y - FAR, value))

function curveShapes({ look, curve }: FigureSeries, put: Put, box: Box): Shape[] {
  if (curve === null) return []
  const along = (values: readonly number[]): DrawnPlace[] =>
    curve.x.map((x, at) => {
      const [px, py] = put(x, values[at]!)
      return [px, near(py, box)]
    })
  const stroke = { colour: look.colour, width: 1, dash: DASHES[look.dash] }
  return [...bandOf(curve, along, look.colour), { kind: 'line', places: along(curve.y), stroke }]
}

const bandOf = (
  { low, high }: FigureCurve,
  along: (values: readonly number[]) => DrawnPlace[],
  colour: string,
): Shape[] =>
  low && high
    ? [
        {
          kind: 'area',
          places: [...along(low), ...along(high).reverse()],
          fill: { colour, opacity: 0.16 },
          stroke: null,
        },
      ]
    : []

/** Width of the outline between neighbouring bars, whose fills may look alike in greyscale. */
export const BAR_OUTLINE = 0.5

const barShapes = ({ name, look, bars }: FigureSeries, put: Put, inks: Inks): Shape[] =>
  (bars?.of ?? [])
    .filter(({ y }) => y !== 0)
    .map(({ x, y, base, tip }) => {
      const [left, low] = put(x - bars!.width / 2, base)
      const [right, high] = put(x + bars!.width / 2, base + y)
      return {
        kind: 'area',
        places: [
          [left, low],
          [right, low],
          [right, high],
          [left, high],
        ],
        fill: { colour: look.colour, opacity: 1 },
        stroke: { colour: inks.ink, width: BAR_OUTLINE },
        tip: `${name}: ${tip}`,
      }
    })

interface PlottedPointContext {
  readonly put: Put
  readonly ranges: Readonly<Record<'x' | 'y', readonly [number, number]>>
  readonly box: Box
  readonly inks: Inks
}

/** Places of the points of a series, moved by its `beside`. */
const movedOf =
  ({ beside = 0, sideways = false }: FigureSeries, { put, box }: PlottedPointContext): Put =>
  (x, y) => {
    const [px, py] = put(x, y)
    return [px + (sideways ? 0 : beside), near(py, box)]
  }

function pointShapes(series: FigureSeries, point: FigurePoint, context: PlottedPointContext): Shape[] {
  const { look, sideways = false } = series
  const moved = movedOf(series, context)
  const beyond = beyondOf(sideways ? point.x : point.y, context.ranges[sideways ? 'x' : 'y'])
  if (beyond) return [outsideShape(series, point, { ...context, beyond })]
  const at = moved(point.x, point.y)
  const mark = { at, radius: RADIUS, ground: context.inks.ground, tip: `${series.name}: ${point.tip}` }
  if (point.bound !== undefined)
    return [headShape(headOf(point.bound, sideways), look.colour, { ...mark, radius: 2.8 })]
  return [...intervalOf(series, point, { put: moved, box: context.box }), markShape(look, mark)]
}

/** The side of an axis beyond which a value lies, null where it lies on the axis; rounding at the edge does not count. */
function beyondOf(value: number, [low, high]: readonly [number, number]): 'above' | 'below' | null {
  const slack = 1e-9 * (high - low)
  if (value < low - slack) return 'below'
  return value > high + slack ? 'above' : null
}

/** An arrowhead at the edge beyond which the point lies, at its own place along the other axis. */
function outsideShape(
  series: FigureSeries,
  point: FigurePoint,
  { beyond, ...context }: PlottedPointContext & { readonly beyond: 'above' | 'below' },
): Shape {
  const towards = headOf(beyond, series.sideways)
  const at = edgeOf(towards, movedOf(series, context)(point.x, point.y), context.box)
  const tip = `${series.name}: ${point.tip}, beyond the axis`
  return headShape(towards, series.look.colour, { at, radius: RADIUS, ground: '', tip })
}

const headOf = (bound: 'above' | 'below', sideways = false) => {
  if (sideways) return bound === 'above' ? 'right' : 'left'
  return bound === 'above' ? 'up' : 'down'
}

function labelsOf(series: FigureSeries, point: FigurePoint, context: PlottedPointContext): TextShape[] {
  if (point.label === undefined) return []
  const [x, y] = movedOf(series, context)(point.x, point.y)
  const at: DrawnPlace = [x + RADIUS + 1.5, y + LABEL * 0.35]
  return [{ kind: 'text', at, runs: plainRuns(point.label), size: LABEL, anchor: 'start', colour: series.look.colour }]
}

/** Labels that would lie over one another, one below the other: from the top, each as far down as it must. */
function apart(labels: readonly TextShape[]): TextShape[] {
  const placed: TextShape[] = []
  for (const label of [...labels].sort((a, b) => a.at[1] - b.at[1])) {
    const over = placed.filter(({ at, runs }) => Math.abs(at[0] - label.at[0]) < runsWidth(runs, LABEL))
    const lowest = Math.max(Number.NEGATIVE_INFINITY, ...over.map(({ at }) => at[1]))
    placed.push({ ...label, at: [label.at[0], Math.max(label.at[1], lowest + LINE * LABEL)] })
  }
  return placed
}

/** Distance of capitals below one another, as a multiple of their size. */
const LINE = 0.82

const CAP = 1.8

/** A bar with a stroke across each end that is known; where one is not, it goes on to the edge and ends there in a head. */
function intervalOf(series: FigureSeries, { x, y, low, high }: FigurePoint, { put, box }: IntervalContext): Shape[] {
  if (low === null && high === null) return []
  const { look, sideways = false } = series
  const at = (end: number) => (sideways ? put(end, y) : put(x, end))
  const stroke = { colour: look.colour, width: 0.8 }
  const edge = (bound: 'above' | 'below') => edgeOf(headOf(bound, sideways), put(x, y), box)
  const head = (bound: 'above' | 'below') =>
    headShape(headOf(bound, sideways), look.colour, { at: edge(bound), radius: CAP, ground: '' })
  const cap = (end: number): Shape => ({ kind: 'line', places: across(at(end), sideways), stroke })
  return [
    {
      kind: 'line',
      places: [low === null ? edge('below') : at(low), high === null ? edge('above') : at(high)],
      stroke,
    },
    low === null ? head('below') : cap(low),
    high === null ? head('above') : cap(high),
  ]
}

interface IntervalContext {
  readonly put: Put
  readonly box: Box
}

const across = ([x, y]: DrawnPlace, sideways: boolean): DrawnPlace[] =>
  sideways
    ? [
        [x, y - CAP],
        [x, y + CAP],
      ]
    : [
        [x - CAP, y],
        [x + CAP, y],
      ]

/** Where the bar of an interval without an end leaves the panel, moved inwards for its head. */
function edgeOf(towards: 'up' | 'down' | 'left' | 'right', [x, y]: DrawnPlace, box: Box): DrawnPlace {
  if (towards === 'left') return [box.x + CAP, y]
  if (towards === 'right') return [box.x + box.width - CAP, y]
  return [x, towards === 'up' ? box.y + CAP : box.y + box.height - CAP]
}

/** Points; journals take letters of 5 to 8. */
const LETTER = 8

const letterOf = ({ letter, box, titleAt, inks }: DrawnPanel): Shape[] =>
  letter === ''
    ? []
    : [
        {
          kind: 'text',
          at: [titleAt, box.y + 3],
          runs: plainRuns(letter, 'bold'),
          size: LETTER,
          anchor: 'start',
          colour: inks.ink,
        },
      ]

const absentOf = ({ panel, box, inks }: DrawnPanel): Shape[] =>
  panel.absent === undefined
    ? []
    : [
        {
          kind: 'text',
          at: [box.x + box.width / 2, box.y + box.height / 2],
          runs: plainRuns(panel.absent),
          size: LABEL,
          anchor: 'middle',
          colour: inks.quiet,
        },
      ]
