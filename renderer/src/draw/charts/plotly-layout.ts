import { INKS, type Scheme } from './colours'

export const FONT = 'Arimo, "Liberation Sans", sans-serif'

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Later values win, objects are merged down to the leaves. */
export function merged(
  base: Record<string, unknown>,
  over: Readonly<Record<string, unknown>>,
): Record<string, unknown> {
  const result: Record<string, unknown> = { ...base }
  for (const [key, value] of Object.entries(over)) {
    const below = result[key]
    result[key] = isObject(below) && isObject(value) ? merged(below, value) : value
  }
  return result
}

/** The theme's plotly layout with a page's own on top; every axis named in either gets the theme's inks. */
export function layoutFor(scheme: Scheme, own: Readonly<Record<string, unknown>> = {}): Record<string, unknown> {
  const inks = INKS[scheme]
  const axis = {
    gridcolor: inks.line,
    linecolor: inks.quiet,
    zerolinecolor: inks.line,
    tickcolor: inks.quiet,
    automargin: true,
    ticks: 'outside',
    ticklen: 4,
    // Powers of ten would be raised by an inline style, which the Content-Security-Policy refuses.
    exponentformat: 'e',
    title: { standoff: 8, font: { size: 13 } },
  }
  const axes = new Set(['xaxis', 'yaxis', ...Object.keys(own).filter(key => /^[xy]axis\d*$/.test(key))])
  const base = {
    paper_bgcolor: inks.ground,
    plot_bgcolor: inks.ground,
    font: { family: FONT, size: 13, color: inks.ink },
    colorway: [...inks.series],
    margin: { l: 56, r: 16, t: 16, b: 44 },
    hovermode: 'closest',
    hoverlabel: { bgcolor: inks.ground, bordercolor: inks.quiet, font: { color: inks.ink, family: FONT } },
    legend: { orientation: 'h', y: 1.02, yanchor: 'bottom', x: 0 },
    dragmode: 'zoom',
    modebar: { remove: [] },
    // Plotly draws error bars of bars in a dark grey of its own on any ground.
    template: { data: { bar: [{ error_y: { color: inks.ink } }] } },
    ...Object.fromEntries([...axes].map(name => [name, axis])),
  }
  return merged(base, own)
}

/** A layout that says SIMULATED on the drawing itself, for files that leave the window and its marks behind. */
export function stamped(scheme: Scheme, layout: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const mark = {
    text: 'SIMULATED',
    xref: 'paper',
    yref: 'paper',
    x: 1,
    y: 1,
    xanchor: 'right',
    yanchor: 'top',
    showarrow: false,
    bordercolor: INKS[scheme].simulated,
    borderpad: 3,
    font: { color: INKS[scheme].simulated, size: 12 },
  }
  const own = Array.isArray(layout.annotations) ? layout.annotations : []
  return { ...layout, annotations: [...own, mark] }
}
