/** Plotly, loaded on first use, with the functions draw, reset and remove; charts follow the size of their element. */
import type { PlotlyData } from '../../draw/charts/chart'
import { blockInjectedStyle } from './block-injected-style'

export interface DrawnChart {
  readonly ready: Promise<void>
  readonly reset: () => void
  readonly remove: () => void
}

const STYLE_ID = 'plotly.js-style-global'
const CONFIG = { displayModeBar: false, responsive: false, displaylogo: false, doubleClick: 'reset', showTips: false }

async function plotly() {
  blockInjectedStyle(STYLE_ID)
  return (await import('plotly.js-basic-dist-min')).default
}

const watched = new WeakMap<HTMLElement, ResizeObserver>()

/** Draws or redraws a chart in the element; the same element may be drawn again with other traces. */
export function drawChart(element: HTMLElement, traces: readonly PlotlyData[], layout: object): DrawnChart {
  let removed = false
  const ready = plotly().then(async library => {
    if (removed) return
    // Plotly modifies its arguments, so it gets copies.
    await library.react(element, structuredClone(traces), structuredClone(layout), CONFIG)
    if (!watched.has(element))
      watched.set(
        element,
        follow(element, async () => {
          await library.Plots.resize(element)
          // After a resize the legend is placed by the old margins; a redraw puts it above the plot.
          if (watched.has(element)) await library.redraw(element)
        }),
      )
  })
  const reset = () => void plotly().then(library => library.relayout(element, rangesOf(layout)))
  const remove = () => {
    removed = true
    watched.get(element)?.disconnect()
    watched.delete(element)
    void plotly().then(library => library.purge(element))
  }
  return { ready, reset, remove }
}

/** Ranges of the axes as the layout defines them; autorange where it defines none. */
const rangesOf = (layout: object) =>
  Object.fromEntries(
    Object.entries(layout)
      .filter(([name]) => /^[xy]axis\d*$/.test(name))
      .map(([name, { range }]: [string, { range?: readonly number[] }]) =>
        range === undefined ? [`${name}.autorange`, true] : [`${name}.range`, [...range]],
      ),
  )

function follow(element: HTMLElement, resize: () => Promise<void>): ResizeObserver {
  const observer = new ResizeObserver(() => {
    if (element.isConnected && element.clientWidth > 0) void resize()
  })
  observer.observe(element)
  return observer
}

/** The chart as a file, 900 pixels wide, or 1,800 as PNG, and at least 360 high. */
export async function exportChart(
  traces: readonly PlotlyData[],
  { layout, format, height }: { readonly layout: object; readonly format: 'svg' | 'png'; readonly height: number },
): Promise<Blob> {
  const library = await plotly()
  const figure = { data: structuredClone(traces), layout: structuredClone(layout) }
  const url = await library.toImage(figure, {
    format,
    width: 900,
    height: Math.max(height, 360),
    scale: format === 'png' ? 2 : 1,
  })
  return blobOf(url)
}

/** Decodes Plotly's data: URL, which the Content-Security-Policy does not let us fetch. */
function blobOf(url: string): Blob {
  const [head, body] = [url.slice(5, url.indexOf(',')), url.slice(url.indexOf(',') + 1)]
  const type = head.split(';')[0]!
  if (!head.endsWith(';base64')) return new Blob([decodeURIComponent(body)], { type })
  return new Blob([Uint8Array.from(atob(body), character => character.charCodeAt(0))], { type })
}
