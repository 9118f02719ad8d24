/**
 * Content of a figure before layout: panels of axes and series, and a legend. Texts marked as such may contain `*R*` for italics,
 * `T_round` or `T_{round}` for an index and `10^{-2}` for an exponent; all other texts are written as they are.
 */

export interface PaperFigure {
  /** What it shows, in words: for screen readers, and the alternate text of PDF files. */
  readonly alt: string
  /** Column widths of journals: 86 or 178 mm. */
  readonly width_mm: number
  /** Height of the axes, without legend and labels. */
  readonly height_mm: number
  /** Side by side; in each, panels below one another. */
  readonly columns: readonly FigureColumn[]
  readonly legend: readonly LegendEntry[]
  /** At the upper right: SIMULATED, where figures come from no device. */
  readonly stamp: string | null
  /** Small, below everything: what the figure is of. */
  readonly source: string
}

export interface FigureColumn {
  /** Share of the width; those of all columns sum to 1. */
  readonly share: number
  readonly panels: readonly FigurePanel[]
}

export interface FigurePanel {
  /** For tables and data files. */
  readonly name: string
  /** Share of the height of its column. */
  readonly share: number
  readonly x: FigureAxis
  readonly y: FigureAxis
  readonly series: readonly FigureSeries[]
  /** Lines across the whole panel, e.g. at a gain of 1. */
  readonly rules: readonly FigureRule[]
  /** Stands in the panel where nothing is drawn. */
  readonly absent?: string
}

export interface FigureAxis {
  /** Marked. */
  readonly title: string
  readonly kind: 'linear' | 'log' | 'names'
  /** Both positive on a logarithmic axis. */
  readonly range: readonly [low: number, high: number]
  /** Bounds of the quantity, where the range leaves room beyond them for marks: no tick is drawn there. */
  readonly limits?: readonly [low: number, high: number]
  /** Ticks at whole numbers only. */
  readonly whole?: boolean
  /** Names of an axis at 0, 1, 2 …, from the top or from the left; along x only those are written that have room. */
  readonly names?: readonly string[]
  /** An axis that the panel below shows is drawn without labels. */
  readonly unlabelled?: boolean
}

interface FigureRule {
  readonly along: 'x' | 'y'
  readonly at: number
}

/** Colour, mark and dash differ together, so that no reader depends on colour. */
export interface Look {
  readonly colour: string
  readonly mark: MarkName
  readonly dash: DashName
}

export type MarkName =
  | 'circle'
  | 'square'
  | 'diamond'
  | 'triangle'
  | 'cross'
  | 'star'
  | `${'circle' | 'square' | 'diamond' | 'triangle'}-open`
export type DashName = 'solid' | 'dash' | 'dot' | 'dash-dot'

export interface FigureSeries {
  readonly name: string
  readonly look: Look
  readonly points: readonly FigurePoint[]
  readonly curve: FigureCurve | null
  readonly bars?: FigureBars
  /** Intervals lie along x, not along y. */
  readonly sideways?: boolean
  /** Points are drawn so many points beside their place, so that those of other series stay in sight. */
  readonly beside?: number
}

/** A point of a series; beyond the axis it is drawn as an arrowhead at the edge. */
export interface FigurePoint {
  readonly x: number
  readonly y: number
  /** Ends of the interval; both null where there is none. If one is null, that end is not known: it may lie beyond the axis. */
  readonly low: number | null
  readonly high: number | null
  /** Only a bound is known: the quantity lies beyond it, drawn as an arrowhead. */
  readonly bound?: 'above' | 'below'
  /** Written beside the point. */
  readonly label?: string
  /** Number of shots behind the point, where it was counted. */
  readonly counted?: number
  /** Shown to a reader who points at it. */
  readonly tip: string
}

/** Upright bars; those of several series are stacked. */
interface FigureBars {
  /** Width of each, in units of x. */
  readonly width: number
  readonly of: readonly FigureBar[]
}

interface FigureBar {
  readonly x: number
  /** Its own, without the bars that it stands on. */
  readonly y: number
  /** Where it begins: the sum of the bars that it stands on. */
  readonly base: number
  /** Label in data files. */
  readonly label: string
  /** Shown to a reader who points at it. */
  readonly tip: string
}

/** A line, with the band of its interval where it has one; all lists are of one length. */
export interface FigureCurve {
  readonly x: readonly number[]
  readonly y: readonly number[]
  readonly low?: readonly number[]
  readonly high?: readonly number[]
}

export interface LegendEntry {
  readonly name: string
  /** Marked: value, interval, number of shots. */
  readonly note: string
  readonly look: Look
  /** Whether the series has a line, and marks. */
  readonly line: boolean
  readonly marks: boolean
  /** It has bars: a field of their fill stands for them. */
  readonly bars?: boolean
}

/** Every series that is drawn, with its panel. */
export const panelsOf = ({ columns }: Pick<PaperFigure, 'columns'>): FigurePanel[] =>
  columns.flatMap(({ panels }) => panels)
