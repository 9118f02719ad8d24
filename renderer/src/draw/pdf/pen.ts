/** Lines, areas and marks of a PDF page, as operators. Points, origin at the lower left; colours as `#rrggbb`. */
import { number } from './text'

export type PdfPoint = readonly [x: number, y: number]

const channels = (colour: string) => [1, 3, 5].map(at => number(Number.parseInt(colour.slice(at, at + 2), 16) / 255))
export const inkOf = (colour: string) => `${channels(colour).join(' ')} rg`
const penOf = (colour: string) => `${channels(colour).join(' ')} RG`

const DASHES: Readonly<Record<string, string>> = { solid: '[] 0 d', dash: '[5 3] 0 d', dot: '[1.5 2.5] 0 d' }

export interface Line {
  readonly colour: string
  readonly width: number
  /** Plotly's name of it. */
  readonly dash?: string | undefined
}

const pathOf = (places: readonly PdfPoint[]) =>
  places.map(([x, y], at) => `${number(x)} ${number(y)} ${at === 0 ? 'm' : 'l'}`).join(' ')

export const polyline = (places: readonly PdfPoint[], { colour, width, dash = 'solid' }: Line) =>
  places.length < 2
    ? ''
    : `${penOf(colour)} ${number(width)} w ${DASHES[dash] ?? DASHES.solid} ${pathOf(places)} S ${DASHES.solid}`

export const areaOf = (places: readonly PdfPoint[], colour: string) => `${inkOf(colour)} ${pathOf(places)} f`

/** An area that lets what is below it shine through. */
export const bandOf = (places: readonly PdfPoint[], colour: string) => `/Band gs ${areaOf(places, colour)} /Full gs`

export interface Rectangle {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** Nothing that `inside` draws leaves the rectangle. */
export const clipped = ({ x, y, width, height }: Rectangle, inside: string) =>
  `q ${[x, y, width, height].map(number).join(' ')} re W n\n${inside}\nQ`

/** Bézier control distance of a quarter circle. */
const ROUND = 0.5523

function circle([x, y]: PdfPoint, r: number): string {
  const k = r * ROUND
  const curve = (...values: number[]) => `${values.map(number).join(' ')} c`
  return [
    `${number(x + r)} ${number(y)} m`,
    curve(x + r, y + k, x + k, y + r, x, y + r),
    curve(x - k, y + r, x - r, y + k, x - r, y),
    curve(x - r, y - k, x - k, y - r, x, y - r),
    curve(x + k, y - r, x + r, y - k, x + r, y),
  ].join(' ')
}

/** Corners about 0, 0 for a radius of 1. */
const SHAPES: Readonly<Record<string, readonly PdfPoint[]>> = {
  square: [
    [-0.85, -0.85],
    [0.85, -0.85],
    [0.85, 0.85],
    [-0.85, 0.85],
  ],
  diamond: [
    [0, -1.15],
    [1.15, 0],
    [0, 1.15],
    [-1.15, 0],
  ],
  'triangle-up': [
    [-1, -0.7],
    [1, -0.7],
    [0, 1.1],
  ],
  'triangle-left': [
    [0.7, -1],
    [0.7, 1],
    [-1.1, 0],
  ],
  'triangle-right': [
    [-0.7, -1],
    [-0.7, 1],
    [1.1, 0],
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
    [0, 1.3],
    [0.3, 0.4],
    [1.2, 0.4],
    [0.5, -0.15],
    [0.75, -1.05],
    [0, -0.5],
    [-0.75, -1.05],
    [-0.5, -0.15],
    [-1.2, 0.4],
    [-0.3, 0.4],
  ],
}

/** A mark by plotly's name of it; what has no shape here is a circle. `-open` ones are drawn in outline. */
export function markOf(symbol: string, [x, y]: PdfPoint, radius: number, colour: string): string {
  if (symbol.startsWith('cross-thin')) return thinCross([x, y], radius, colour)
  const shape = SHAPES[symbol.replace('-open', '')]
  const outline = shape
    ? `${pathOf(shape.map(([dx, dy]) => [x + dx * radius, y + dy * radius]))} h`
    : circle([x, y], radius)
  return symbol.endsWith('-open') ? `${penOf(colour)} 1.1 w ${outline} S` : `${inkOf(colour)} ${outline} f`
}

const thinCross = ([x, y]: PdfPoint, radius: number, colour: string) =>
  [
    polyline(
      [
        [x - radius, y],
        [x + radius, y],
      ],
      { colour, width: 1.1 },
    ),
    polyline(
      [
        [x, y - radius],
        [x, y + radius],
      ],
      { colour, width: 1.1 },
    ),
  ].join(' ')
