/** One of the window's charts as line drawing of a PDF page: the same traces and layout, a second renderer. */

import type { Chart } from '../charts/chart'
import { INKS } from '../charts/colours'
import { type Axes, axesOf, type Errors, type PlotShape, readChart, type Trace } from './chart-axes'
import { LEGEND, legendOperators, legendRows } from './chart-legend'
import { bandOf, clipped, inkOf, markOf, type PdfPoint, polyline } from './pen'
import { textOperators, textWidth } from './text'

/** Lower left corner and size, points. */
export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const INK = INKS.light
const SIZE = 8
const BELOW = 30

type Put = (x: number | string, y: number | string) => PdfPoint

export function chartOperators(chart: Chart, box: Box): string[] {
  const read = readChart(chart)
  const axes = axesOf(read)
  const shown = read.traces.filter(({ name, showlegend }) => name && showlegend !== false)
  const legend = legendRows(shown, box.width - 60)
  const inner = innerBox(axes, box, legend.length)
  const put: Put = (x, y) => [inner.x + axes.x.place(x) * inner.width, inner.y + axes.y.place(y) * inner.height]
  const shapes = (read.layout.shapes ?? []).map(shape => shapeOperators(shape, put, inner))
  const drawn = read.traces.flatMap((trace, at) => traceOperators(trace, read.traces[at - 1], put))
  return [
    ...axisOperators(axes, inner, box),
    clipped(
      { x: inner.x, y: inner.y, width: inner.width, height: inner.height },
      [...shapes, ...drawn].filter(Boolean).join('\n'),
    ),
    ...read.traces.flatMap(trace => labelOperators(trace, put)),
    ...legendOperators(legend, [inner.x, inner.y + inner.height]),
  ].filter(Boolean)
}

/** What is left for the drawing when labels, title and legend have their room. */
function innerBox({ y, titles }: Axes, box: Box, rows: number): Box {
  const labels = Math.max(0, ...y.ticks.map(({ text }) => textWidth(text, SIZE)))
  const left = labels + 8 + (titles.y === '' ? 0 : 12)
  return {
    x: box.x + left,
    y: box.y + BELOW,
    width: box.width - left - 6,
    height: box.height - BELOW - (rows * LEGEND || 4),
  }
}

const GRID = { colour: INK.line, width: 0.5 }
const FRAME = { colour: INK.quiet, width: 0.7 }

function axisOperators({ x, y, titles }: Axes, inner: Box, box: Box): string[] {
  const [right, top] = [inner.x + inner.width, inner.y + inner.height]
  const across = x.ticks.flatMap(({ value, text }) => {
    const at = inner.x + x.place(value) * inner.width
    return [
      polyline(
        [
          [at, inner.y],
          [at, top],
        ],
        GRID,
      ),
      inkOf(INK.ink),
      textOperators(text, { x: at - textWidth(text, SIZE) / 2, y: inner.y - 10, size: SIZE }),
    ]
  })
  const up = y.ticks.flatMap(({ value, text }) => {
    const at = inner.y + y.place(value) * inner.height
    return [
      polyline(
        [
          [inner.x, at],
          [right, at],
        ],
        GRID,
      ),
      inkOf(INK.ink),
      textOperators(text, { x: inner.x - 4 - textWidth(text, SIZE), y: at - SIZE * 0.35, size: SIZE }),
    ]
  })
  const middle = (inner.x + right - textWidth(titles.x, SIZE)) / 2
  return [
    ...across,
    ...up,
    polyline(
      [
        [inner.x, top],
        [inner.x, inner.y],
        [right, inner.y],
      ],
      FRAME,
    ),
    titles.x && textOperators(titles.x, { x: middle, y: box.y + 8, size: SIZE }),
    titles.y && upward(titles.y, box.x + 7, inner.y + (inner.height - textWidth(titles.y, SIZE)) / 2),
  ]
}

/** Text that runs from below to above. */
const upward = (text: string, x: number, y: number) =>
  `q 0 1 -1 0 ${x.toFixed(2)} ${y.toFixed(2)} cm ${textOperators(text, { x: 0, y: 0, size: SIZE })} Q`

function shapeOperators({ x0, x1, y0, y1, xref, yref, line }: PlotShape, put: Put, inner: Box): string {
  const corner = (x: number, y: number): PdfPoint => [
    xref === 'paper' ? inner.x + x * inner.width : put(x, 0)[0],
    yref === 'paper' ? inner.y + y * inner.height : put(0, y)[1],
  ]
  return polyline([corner(x0, y0), corner(x1, y1)], { colour: line.color, width: line.width, dash: line.dash })
}

/** `before`: the trace that an area reaches down to. */
function traceOperators(trace: Trace, before: Trace | undefined, put: Put): string[] {
  const places = placesOf(trace, put)
  const area = trace.fill === 'tonexty' && before ? [...places, ...placesOf(before, put).reverse()] : []
  const { color = trace.marker?.color, width = 1, dash } = trace.line ?? {}
  return [
    area.length > 0 && trace.fillcolor ? bandOf(area, trace.fillcolor.slice(0, 7)) : '',
    trace.mode.includes('lines') && color && width > 0
      ? polyline(places, { colour: color, width: width * 0.7, dash })
      : '',
    ...intervals(trace, put),
    ...(trace.mode.includes('markers') && trace.marker ? marks(trace.marker, places) : []),
  ]
}

const placesOf = ({ x, y }: Trace, put: Put): PdfPoint[] => x.map((value, at) => put(value, y[at]!))

const marks = ({ symbol, size, color }: NonNullable<Trace['marker']>, places: readonly PdfPoint[]) =>
  places.map(place => markOf(symbol, place, size * 0.34, color))

/** Bars with a stroke across each end. */
function intervals({ x, y, error_x, error_y }: Trace, put: Put): string[] {
  const bar = (errors: Errors, ends: readonly [PdfPoint, PdfPoint], across: PdfPoint) => {
    const line = { colour: errors.color, width: 0.9 }
    const caps = ends.map(([px, py]) =>
      polyline(
        [
          [px - across[0], py - across[1]],
          [px + across[0], py + across[1]],
        ],
        line,
      ),
    )
    return [polyline(ends, line), ...caps]
  }
  const upright = (errors: Errors, at: number) => {
    const value = Number(y[at])
    return bar(errors, [put(x[at]!, value - errors.arrayminus[at]!), put(x[at]!, value + errors.array[at]!)], [2.2, 0])
  }
  const level = (errors: Errors, at: number) => {
    const low = put(Math.max(x[at]! - errors.arrayminus[at]!, Number.MIN_VALUE), y[at]!)
    return bar(errors, [low, put(x[at]! + errors.array[at]!, y[at]!)], [0, 2.2])
  }
  return x.flatMap((_, at) => [...(error_y ? upright(error_y, at) : []), ...(error_x ? level(error_x, at) : [])])
}

/** Words beside marks: above them, or at their right. */
function labelOperators({ mode, text, textposition, marker, ...trace }: Trace, put: Put): string[] {
  if (!mode.includes('text') || !text || !marker) return []
  return placesOf({ mode, ...trace }, put).flatMap(([x, y], at) => {
    const words = text[at] ?? ''
    const above = textposition?.startsWith('top')
    const [px, py] = above ? [x - textWidth(words, SIZE) / 2, y + 7] : [x + 7, y - 3]
    return [inkOf(INK.ink), textOperators(words, { x: px, y: py, size: SIZE })]
  })
}
