/** Drawing of a composed figure: shapes in points, x to the right and y downward from the upper left corner. */
import type { TextRun } from './typeset'

export type DrawnPlace = readonly [x: number, y: number]

export interface Stroke {
  readonly colour: string
  /** Points. */
  readonly width: number
  /** Lengths of dashes and gaps, points; none for a solid line. */
  readonly dash?: readonly number[]
}

interface Fill {
  readonly colour: string
  /** 0 .. 1 */
  readonly opacity: number
}

export interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

interface LineShape {
  readonly kind: 'line'
  readonly places: readonly DrawnPlace[]
  readonly stroke: Stroke
}

/** A closed outline. */
export interface AreaShape {
  readonly kind: 'area'
  readonly places: readonly DrawnPlace[]
  readonly fill: Fill | null
  readonly stroke: Stroke | null
  readonly tip?: string
}

export interface CircleShape {
  readonly kind: 'circle'
  readonly at: DrawnPlace
  readonly radius: number
  readonly fill: Fill | null
  readonly stroke: Stroke | null
  readonly tip?: string
}

export interface TextShape {
  readonly kind: 'text'
  /** Base line; left end, middle or right end by `anchor`. */
  readonly at: DrawnPlace
  readonly runs: readonly TextRun[]
  /** Points. */
  readonly size: number
  readonly anchor: 'start' | 'middle' | 'end'
  readonly colour: string
  /** Runs upward. */
  readonly turned?: boolean
}

/** Nothing in it is drawn outside of the box. */
interface ClipShape {
  readonly kind: 'clip'
  readonly box: Box
  readonly shapes: readonly Shape[]
}

export type Shape = LineShape | AreaShape | CircleShape | TextShape | ClipShape

export interface Drawing {
  /** Points. */
  readonly width: number
  readonly height: number
  readonly alt: string
  readonly shapes: readonly Shape[]
}

export const POINTS_PER_MM = 72 / 25.4
