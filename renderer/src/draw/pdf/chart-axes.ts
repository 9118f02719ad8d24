/** The axes of one of the window's charts, from its layout where that says, else from its traces. */
import type { Chart } from '../charts/chart'
import { linearScale, logScale, namedScale, type Scale, tickWriter } from './scale'

/** What is read of a plotly trace; the window's charts use no more. */
export interface Trace {
  readonly x: readonly number[]
  readonly y: readonly (number | string)[]
  readonly mode: string
  readonly name?: string
  readonly showlegend?: boolean
  readonly fill?: string
  readonly fillcolor?: string
  readonly line?: { readonly color?: string; readonly width?: number; readonly dash?: string }
  readonly marker?: { readonly color: string; readonly symbol: string; readonly size: number }
  readonly error_x?: Errors
  readonly error_y?: Errors
  readonly text?: readonly string[]
  readonly textposition?: string
}

/** Distances from the value. */
export interface Errors {
  readonly array: readonly number[]
  readonly arrayminus: readonly number[]
  readonly color: string
}

interface AxisLayout {
  readonly title?: { readonly text: string }
  readonly type?: string
  /** Exponents of ten on a logarithmic axis. */
  readonly range?: readonly [number, number]
  readonly rangemode?: string
  readonly tickformat?: string
}

export interface PlotShape {
  readonly x0: number
  readonly x1: number
  readonly y0: number
  readonly y1: number
  readonly xref?: string
  readonly yref?: string
  readonly line: { readonly color: string; readonly width: number; readonly dash?: string }
}

export interface PlotLayout {
  readonly xaxis?: AxisLayout
  readonly yaxis?: AxisLayout
  readonly shapes?: readonly PlotShape[]
}

/** A chart of this window holds traces and layouts of these shapes and no others. */
export const readChart = ({ traces, layout }: Chart) => ({
  traces: traces as unknown as readonly Trace[],
  layout: (layout ?? {}) as PlotLayout,
})

export interface Axes {
  readonly x: Scale
  readonly y: Scale
  readonly titles: { readonly x: string; readonly y: string }
}

export function axesOf({ traces, layout }: ReturnType<typeof readChart>): Axes {
  const names = traces.flatMap(({ y }) => y.filter(value => typeof value === 'string'))
  return {
    x: scaleOf(layout.xaxis ?? {}, extentOf(traces, 'x')),
    y: names.length > 0 ? namedScale([...new Set(names)]) : scaleOf(layout.yaxis ?? {}, extentOf(traces, 'y')),
    titles: { x: layout.xaxis?.title?.text ?? '', y: layout.yaxis?.title?.text ?? '' },
  }
}

/** Every value and every end of an interval. */
function extentOf(traces: readonly Trace[], axis: 'x' | 'y'): number[] {
  return traces.flatMap(trace => {
    const errors = trace[`error_${axis}`]
    return trace[axis].flatMap((value, at) => {
      if (typeof value !== 'number') return []
      return [value, value + (errors?.array[at] ?? 0), value - (errors?.arrayminus[at] ?? 0)]
    })
  })
}

const MARGIN = 0.06

function scaleOf(axis: AxisLayout, values: readonly number[]): Scale {
  const write = tickWriter(axis.tickformat)
  if (axis.type === 'log') {
    const logs = values.filter(value => value > 0).map(Math.log10)
    const [low, high] = axis.range ?? widened(logs, 0.15)
    return logScale(10 ** low, 10 ** high, write)
  }
  const [low, high] = axis.range ?? widened(axis.rangemode === 'tozero' ? [0, ...values] : values, MARGIN)
  return linearScale(axis.rangemode === 'tozero' && low < 0 && Math.min(...values) >= 0 ? 0 : low, high, write)
}

/** The ends with room beyond them; a single value gets room on both sides. */
function widened(values: readonly number[], share: number): readonly [number, number] {
  const [low, high] = [Math.min(...values), Math.max(...values)]
  if (!Number.isFinite(low)) return [0, 1]
  const room = (high - low || Math.abs(low) || 1) * share
  return [low - room, high + room]
}
