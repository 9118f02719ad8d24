/** The axes of a panel: where values lie, frame, ticks, labels, titles. */
import type { Inks } from '../charts/colours'
import type { Box, DrawnPlace, Shape, Stroke } from './drawing'
import type { FigurePanel } from './model'
import { type AxisScale, axisScale, namesAcross } from './ticks'
import { markedRuns, runsWidth } from './typeset'

export const LABEL = 7
const TITLE = 7.5
const TICK = { major: 3, minor: 1.6 } as const
const FRAME = 0.6

export interface PanelScales {
  readonly x: AxisScale
  readonly y: AxisScale
}

/** Points along the axis that each label needs. */
const ROOM = { x: 34, y: 20 } as const

export const panelScales = ({ x, y }: FigurePanel, width: number, height: number): PanelScales => ({
  x: x.kind === 'names' ? namesAcross(x, width, LABEL) : axisScale(x, Math.max(2, width / ROOM.x)),
  y: axisScale(y, Math.max(2, height / ROOM.y)),
})

/** Room that the labels of the upright axis take, with its title. */
export const leftOf = (panel: FigurePanel, { y }: PanelScales): number =>
  Math.max(0, ...y.major.map(({ label }) => runsWidth(label, LABEL))) + 5 + (panel.y.title === '' ? 0 : TITLE + 4)

export const BELOW = { labels: 11, title: 11 } as const

export interface DrawnPanel {
  readonly panel: FigurePanel
  readonly box: Box
  readonly scales: PanelScales
  /** Where the titles of the upright axes of a column stand. */
  readonly titleAt: number
  readonly letter: string
  readonly inks: Inks
}

export function axesShapes(drawn: DrawnPanel): Shape[] {
  const { panel, box, inks } = drawn
  const { x, y, width, height } = box
  const frame = { colour: inks.ink, width: FRAME }
  return [
    {
      kind: 'area',
      places: [
        [x, y],
        [x + width, y],
        [x + width, y + height],
        [x, y + height],
      ],
      fill: null,
      stroke: frame,
    },
    ...acrossAxis(drawn, frame),
    ...uprightAxis(drawn, frame),
    ...(panel.x.unlabelled || panel.x.title === ''
      ? []
      : [titleShape(panel.x.title, [x + width / 2, y + height + BELOW.labels + TITLE + 1], inks.ink)]),
    ...(panel.y.title === ''
      ? []
      : [{ ...titleShape(panel.y.title, [drawn.titleAt + TITLE, y + height / 2], inks.ink), turned: true } as Shape]),
  ]
}

const titleShape = (title: string, at: DrawnPlace, colour: string): Shape => ({
  kind: 'text',
  at,
  runs: markedRuns(title),
  size: TITLE,
  anchor: 'middle',
  colour,
})

const isWithin = (place: number) => place > -1e-6 && place < 1 + 1e-6

function acrossAxis({ panel, box, scales, inks }: DrawnPanel, stroke: Stroke): Shape[] {
  const at = (value: number) => box.x + scales.x.place(value) * box.width
  const bottom = box.y + box.height
  const tick = (value: number, length: number): Shape[] => [
    {
      kind: 'line',
      places: [
        [at(value), bottom],
        [at(value), bottom - length],
      ],
      stroke,
    },
    {
      kind: 'line',
      places: [
        [at(value), box.y],
        [at(value), box.y + length],
      ],
      stroke,
    },
  ]
  const major = scales.x.major.filter(({ value }) => isWithin(scales.x.place(value)))
  return [
    ...(panel.x.kind === 'names' ? [] : major.flatMap(({ value }) => tick(value, TICK.major))),
    ...scales.x.minor.filter(value => isWithin(scales.x.place(value))).flatMap(value => tick(value, TICK.minor)),
    ...(panel.x.unlabelled
      ? []
      : major.map(
          ({ value, label }): Shape => ({
            kind: 'text',
            at: [at(value), bottom + LABEL + 2],
            runs: label,
            size: LABEL,
            anchor: 'middle',
            colour: inks.ink,
          }),
        )),
  ]
}

function uprightAxis({ panel, box, scales, inks }: DrawnPanel, stroke: Stroke): Shape[] {
  const at = (value: number) => box.y + (1 - scales.y.place(value)) * box.height
  const right = box.x + box.width
  const tick = (value: number, length: number): Shape[] => [
    {
      kind: 'line',
      places: [
        [box.x, at(value)],
        [box.x + length, at(value)],
      ],
      stroke,
    },
    {
      kind: 'line',
      places: [
        [right, at(value)],
        [right - length, at(value)],
      ],
      stroke,
    },
  ]
  const major = scales.y.major.filter(({ value }) => isWithin(scales.y.place(value)))
  const ticked = panel.y.kind === 'names' ? [] : major.flatMap(({ value }) => tick(value, TICK.major))
  return [
    ...ticked,
    ...scales.y.minor.filter(value => isWithin(scales.y.place(value))).flatMap(value => tick(value, TICK.minor)),
    ...major.map(
      ({ value, label }): Shape => ({
        kind: 'text',
        at: [box.x - 3, at(value) + LABEL * 0.35],
        runs: label,
        size: LABEL,
        anchor: 'end',
        colour: inks.ink,
      }),
    ),
  ]
}
