/** The marks of points. Open ones are filled with the ground, so that lines end at them. */
import type { AreaShape, CircleShape, DrawnPlace } from './drawing'
import type { Look, MarkName } from './model'

/** Corners about 0, 0 for a radius of 1, y downward. */
const CORNERS: Readonly<Record<string, readonly DrawnPlace[]>> = {
  square: [
    [-0.88, -0.88],
    [0.88, -0.88],
    [0.88, 0.88],
    [-0.88, 0.88],
  ],
  diamond: [
    [0, -1.2],
    [1.2, 0],
    [0, 1.2],
    [-1.2, 0],
  ],
  triangle: [
    [0, -1.15],
    [1.1, 0.8],
    [-1.1, 0.8],
  ],
  cross: [
    [-0.4, -1.1],
    [0.4, -1.1],
    [0.4, -0.4],
    [1.1, -0.4],
    [1.1, 0.4],
    [0.4, 0.4],
    [0.4, 1.1],
    [-0.4, 1.1],
    [-0.4, 0.4],
    [-1.1, 0.4],
    [-1.1, -0.4],
    [-0.4, -0.4],
  ],
  star: [
    [0, -1.3],
    [0.3, -0.4],
    [1.2, -0.4],
    [0.5, 0.15],
    [0.75, 1.05],
    [0, 0.5],
    [-0.75, 1.05],
    [-0.5, 0.15],
    [-1.2, -0.4],
    [-0.3, -0.4],
  ],
}

/** Arrowheads that point towards a bounded quantity. */
const HEADS: Readonly<Record<'up' | 'down' | 'left' | 'right', readonly DrawnPlace[]>> = {
  up: [
    [-1, 0],
    [1, 0],
    [0, -1.8],
  ],
  down: [
    [-1, 0],
    [1, 0],
    [0, 1.8],
  ],
  left: [
    [0, -1],
    [0, 1],
    [-1.8, 0],
  ],
  right: [
    [0, -1],
    [0, 1],
    [1.8, 0],
  ],
}

export interface MarkPlace {
  readonly at: DrawnPlace
  /** Points. */
  readonly radius: number
  /** Fill of open marks. */
  readonly ground: string
  readonly tip?: string
}

const scaled = (corners: readonly DrawnPlace[], [x, y]: DrawnPlace, radius: number): DrawnPlace[] =>
  corners.map(([dx, dy]) => [x + dx * radius, y + dy * radius])

export function markShape({ mark, colour }: Look, place: MarkPlace): AreaShape | CircleShape {
  const [name, open] = partsOf(mark)
  const { at, radius, tip } = place
  const stroke = { colour, width: 0.9 }
  const fill = { colour: open ? place.ground : colour, opacity: 1 }
  const look = { fill, stroke: open ? stroke : null, ...(tip !== undefined && { tip }) }
  const corners = CORNERS[name]
  return corners
    ? { kind: 'area', places: scaled(corners, at, radius), ...look }
    : { kind: 'circle', at, radius, ...look }
}

const partsOf = (mark: MarkName): [name: string, open: boolean] => [mark.replace('-open', ''), mark.endsWith('-open')]

export const headShape = (towards: keyof typeof HEADS, colour: string, { at, radius, tip }: MarkPlace): AreaShape => ({
  kind: 'area',
  places: scaled(HEADS[towards], at, radius),
  fill: { colour, opacity: 1 },
  stroke: null,
  ...(tip !== undefined && { tip }),
})
