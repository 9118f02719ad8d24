/** The posterior of the ε of every basis with their common A: first A from its marginal, then each ε given that A. */
import { logLikelihood, maximize, type Tally, widthAt } from './likelihood'
import { Grid } from './posterior'

/** Curves P_b(R) = ½[1 + A(1−2ε_b)^R], one for each basis. */
export interface Decay {
  readonly spam: number
  readonly errors: readonly number[]
}

/** Draws one; `random` gives uniforms in (0, 1). */
export type DecayDraw = (random: () => number) => Decay

/** The tallies of each basis. */
export type Curves = readonly (readonly Tally[])[]

type Range = readonly [number, number]

/** Where the posterior lies: A, and √ε of each basis. */
export interface Ranges {
  readonly spam: Range
  readonly roots: readonly Range[]
}

/** Cells of the grids in A and in √ε, and what is spent on finding where those in √ε begin and end. */
export interface Resolution {
  readonly spams: number
  readonly errors: number
  readonly points: number
  /** Of the peak, as a share of its range. */
  readonly tolerance: number
  readonly steps: number
}

export interface Joint {
  readonly draw: DecayDraw
  /** The largest ln L that was met. */
  readonly top: number
}

/** Drop of ln L where a grid ends: e^−14 of the peak. */
export const TAIL = 14

export function jointPosterior(curves: Curves, { spam: [low, high], roots }: Ranges, resolution: Resolution): Joint {
  const step = (high - low) / resolution.spams
  const at = (cell: number) => low + (cell + 0.5) * step
  const cells = Array.from({ length: resolution.spams }, (_, i) =>
    curves.map((curve, b) => errorGrid(curve, at(i), roots[b]!, resolution)),
  )
  const tops = cells.map(grids => grids.reduce((sum, { peak }) => sum + peak, 0))
  const top = Math.max(...tops)
  const masses = cells.map((grids, i) =>
    grids.reduce((product, { grid }) => product * grid.mass, Math.exp(tops[i]! - top)),
  )
  const spams = new Grid(0, 1, masses)
  const draw: DecayDraw = random => {
    const cell = spams.cell(random())
    return { spam: at(cell), errors: cells[cell]!.map(({ grid }) => grid.draw(random()) ** 2) }
  }
  return { draw, top }
}

/** Posterior of √ε of one basis for a given A, relative to e^peak. */
function errorGrid(
  curve: readonly Tally[],
  spam: number,
  [from, to]: Range,
  { errors, points, tolerance, steps }: Resolution,
): { grid: Grid; peak: number } {
  const along = (u: number) => logLikelihood(curve, u * u, spam)
  const root = maximize(along, from, to, { points, tolerance: tolerance * (to - from) })
  const [low, high] = widthAt(along, root, TAIL, from, to, steps)
  const [step, peak] = [(high - low) / errors, along(root)]
  const weights = Array.from({ length: errors }, (_, i) => Math.exp(along(low + (i + 0.5) * step) - peak))
  return { grid: new Grid(low, high, weights), peak }
}
