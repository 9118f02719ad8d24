/** Data of a figure: CSV for spreadsheets, JSON for the script that redraws it. */
import { type Cell, csvText } from '../../../../main/contract/model/csv-text'
import { type FigurePanel, type PaperFigure, panelsOf } from './model'

const FIGURE_FORMAT = 'pentad-figure/1'

/** The figure itself; `redraw.py` reads it. */
export const figureJson = (figure: PaperFigure): string =>
  `${JSON.stringify({ format: FIGURE_FORMAT, ...figure }, null, 1)}\n`

const COLUMNS = ['panel', 'series', 'kind', 'x', 'y', 'low', 'high', 'bound', 'label', 'counted', 'x_axis', 'y_axis']

/**
 * A row for each bar with its own height, for each point, then for each place of a line; without rounding. The last columns are the titles of the
 * axes, with the units of x and y.
 */
export const figureCsv = (figure: PaperFigure): string =>
  csvText([
    COLUMNS,
    ...panelsOf(figure).flatMap(panel =>
      [...barRows(panel), ...pointRows(panel), ...curveRows(panel)].map(row => [
        ...row,
        plain(panel.x.title),
        plain(panel.y.title),
      ]),
    ),
  ])

/** A marked text as spreadsheets have it: *R* as R, T_{round} as T_round. */
const plain = (marked: string): string => marked.replace(/\*([^*]+)\*/gu, '$1').replace(/([_^])\{([^}]*)\}/gu, '$1$2')

const barRows = ({ name, series }: FigurePanel): Cell[][] =>
  series.flatMap(each =>
    (each.bars?.of ?? []).map(({ x, y, label }): Cell[] => [
      name,
      each.name,
      'bar',
      x,
      y,
      null,
      null,
      null,
      label,
      null,
    ]),
  )

const pointRows = ({ name, series }: FigurePanel): Cell[][] =>
  series.flatMap(each =>
    each.points.map(({ x, y, low, high, bound, label, counted }): Cell[] => [
      name,
      each.name,
      'point',
      x,
      y,
      low,
      high,
      bound ?? null,
      label ?? null,
      counted ?? null,
    ]),
  )

const curveRows = ({ name, series }: FigurePanel): Cell[][] =>
  series.flatMap(({ name: own, curve }) =>
    (curve?.x ?? []).map((x, at): Cell[] => [
      name,
      own,
      'line',
      x,
      curve!.y[at]!,
      curve!.low?.[at] ?? null,
      curve!.high?.[at] ?? null,
      null,
      null,
      null,
    ]),
  )
