/** A figure as a drawing: columns side by side, panels below one another with one left edge, the legend above, the source below. */
import { INKS, type Inks, type Scheme } from '../charts/colours'
import { type Drawing, POINTS_PER_MM, type Shape } from './drawing'
import { panelShapes } from './figure-panel'
import { legendHeight, legendShapes } from './legend'
import type { FigureColumn, FigurePanel, PaperFigure } from './model'
import { BELOW, leftOf, type PanelScales, panelScales } from './panel-axes'
import { plainRuns, wrappedText } from './typeset'

/** Points. */
const EDGE = 3
const BETWEEN = { columns: 12, panels: 8, labelled: 6 } as const
const STAMP = 7
const SOURCE = 7
const SOURCE_ROW = 9

export function composed(figure: PaperFigure, scheme: Scheme): Drawing {
  const inks = INKS[scheme]
  const width = figure.width_mm * POINTS_PER_MM
  const inner = width - 2 * EDGE
  const top = EDGE + legendHeight(figure.legend, inner) + (figure.stamp === null ? 4 : STAMP + 5)
  const placed = columnsOf(figure, { top, width: inner })
  const bottom = Math.max(...placed.map(column => column.bottom))
  const sources = figure.source === '' ? [] : wrappedText(figure.source, SOURCE, inner)
  const height = bottom + (sources.length === 0 ? 2 : sources.length * SOURCE_ROW + 3) + EDGE
  return {
    width,
    height,
    alt: figure.alt,
    shapes: [
      ...legendShapes(figure.legend, { x: EDGE, y: EDGE, width: inner, height: top }, inks),
      ...stampShapes(figure, [width - EDGE - 4, top - 4], inks),
      ...placed.flatMap(({ panels }, at) =>
        panels.flatMap((panel, row) => panelShapes({ ...panel, letter: letterOf(figure, at, row), inks })),
      ),
      ...sourceShapes(sources, height, inks),
    ],
  }
}

interface PlacedPanel {
  readonly panel: FigurePanel
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number }
  readonly scales: PanelScales
  readonly titleAt: number
}

interface ColumnPanels {
  readonly panels: readonly PlacedPanel[]
  readonly bottom: number
}

function columnsOf(
  figure: PaperFigure,
  { top, width }: { readonly top: number; readonly width: number },
): ColumnPanels[] {
  const gaps = BETWEEN.columns * (figure.columns.length - 1)
  let x = EDGE
  return figure.columns.map(column => {
    const own = (width - gaps) * column.share
    const placed = columnOf(column, { x, top, width: own, height: figure.height_mm * POINTS_PER_MM })
    x += own + BETWEEN.columns
    return placed
  })
}

interface ColumnPlace {
  readonly x: number
  readonly top: number
  readonly width: number
  /** Height of all panels and the gaps between them. */
  readonly height: number
}

function columnOf({ panels }: FigureColumn, place: ColumnPlace): ColumnPanels {
  const taken = panels.slice(0, -1).reduce((sum, panel) => sum + below(panel) + gapAfter(panel), 0)
  const room = place.height - taken
  const heights = panels.map(({ share }) => room * share)
  const rough = panels.map((panel, at) => panelScales(panel, place.width * 0.8, heights[at]!))
  const left = Math.max(...panels.map((panel, at) => leftOf(panel, rough[at]!)))
  const width = place.width - left - 4
  let y = place.top
  const placed = panels.map((panel, at): PlacedPanel => {
    const box = { x: place.x + left, y, width, height: heights[at]! }
    y += heights[at]! + below(panel) + gapAfter(panel)
    return { panel, box, scales: panelScales(panel, width, heights[at]!), titleAt: place.x }
  })
  const last = placed.at(-1)!
  return { panels: placed, bottom: last.box.y + last.box.height + below(last.panel) }
}

const below = ({ x }: FigurePanel): number => (x.unlabelled ? 0 : BELOW.labels + (x.title === '' ? 0 : BELOW.title))
const gapAfter = ({ x }: FigurePanel): number => (x.unlabelled ? BETWEEN.panels : BETWEEN.labelled)

/** a, b, c … down each column; none where there is one panel alone. */
function letterOf({ columns }: PaperFigure, column: number, row: number): string {
  const before = columns.slice(0, column).reduce((sum, { panels }) => sum + panels.length, 0)
  const all = columns.reduce((sum, { panels }) => sum + panels.length, 0)
  return all === 1 ? '' : String.fromCharCode('a'.charCodeAt(0) + before + row)
}

/** `at` is the right end of its baseline. */
const stampShapes = ({ stamp }: PaperFigure, at: readonly [number, number], inks: Inks): Shape[] =>
  stamp === null
    ? []
    : [
        {
          kind: 'text',
          at,
          runs: plainRuns(stamp, 'bold'),
          size: STAMP,
          anchor: 'end',
          colour: inks.simulated,
        },
      ]

const sourceShapes = (lines: readonly string[], height: number, inks: Inks): Shape[] =>
  lines.map((line, at) => ({
    kind: 'text',
    at: [EDGE, height - EDGE - 1 - (lines.length - 1 - at) * SOURCE_ROW],
    runs: plainRuns(line),
    size: SOURCE,
    anchor: 'start',
    colour: inks.quiet,
  }))
