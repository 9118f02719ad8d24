/**
 * Draws of the mean error over the bases, each basis with its own preparation and readout: P_b(R) = ½[1 +
 * A_b(1−2ε_b)^R]. The density of the mean ε is ε^−½ times the likelihood, all else at its likeliest. So the counts
 * alone decide how the error is shared among the bases and how large each A is: a prior of its own for every basis
 * would add up and pull the mean.
 */
import { likeliestSpam, logLikelihood, maximize, signal, spamDeviation, type Tally, widthAt } from './likelihood'
import { type Knot, knotsAlong, MeanProfile, pieceOf } from './profile-likelihood'
import { normal } from './random'

/** Draws one value; `random` gives uniforms in (0, 1). */
export type Draw = (random: () => number) => number

/** The tallies of each basis. */
export type Curves = readonly (readonly Tally[])[]

/** A and ε of each basis. */
export interface Decay {
  readonly spams: readonly number[]
  readonly errors: readonly number[]
}

export type DecayDraw = (random: () => number) => Decay

/** A density that is constant within each of equal cells over [low, high]; drawn by inverting its distribution. */
export class Grid {
  private readonly cumulative: number[]
  private readonly step: number

  constructor(
    private readonly low: number,
    high: number,
    weights: readonly number[],
  ) {
    this.step = (high - low) / weights.length
    this.cumulative = [0]
    for (const weight of weights) this.cumulative.push(this.cumulative.at(-1)! + weight)
  }

  /** The value below which this share lies. */
  draw(uniform: number): number {
    const target = uniform * this.cumulative.at(-1)!
    const cell = pieceOf(this.cumulative.length - 1, begin => this.cumulative[begin]! < target)
    const [left, right] = [this.cumulative[cell]!, this.cumulative[cell + 1]!]
    const within = right > left ? (target - left) / (right - left) : 0.5
    return this.low + this.step * (cell + within)
  }

  /** The share that lies below a value. */
  below(value: number): number {
    const position = Math.min(this.cumulative.length - 1, Math.max(0, (value - this.low) / this.step))
    const cell = Math.min(this.cumulative.length - 2, Math.floor(position))
    const [left, right] = [this.cumulative[cell]!, this.cumulative[cell + 1]!]
    return (left + (position - cell) * (right - left)) / this.cumulative.at(-1)!
  }

  /** The middle of every cell, with the share that lies in it. */
  shares(): { readonly at: number; readonly share: number }[] {
    const total = this.cumulative.at(-1)!
    return Array.from({ length: this.cumulative.length - 1 }, (_, cell) => ({
      at: this.low + this.step * (cell + 0.5),
      share: (this.cumulative[cell + 1]! - this.cumulative[cell]!) / total,
    }))
  }
}

/** Drop of ln L where a grid ends: e^−14 of the peak. */
const TAIL = 14
/** Sizes of the grids in √ε: knots of one basis, and cells of the mean. */
const KNOTS = 120
const CELLS = 240
/** Bisections for the ends of a range, which need not be sharp. */
const COARSE_STEPS = 20

/** ln L at ε = u² with the best A. ε is searched on the scale of u = √ε. */
const errorProfile = (points: readonly Tally[], u: number): number =>
  logLikelihood(points, u * u, likeliestSpam(points, u * u))

/** ln L of one basis by its √ε; its A at its likeliest, or 1 where it is `known`. */
export const profileOf = (points: readonly Tally[], known: boolean) => (u: number) =>
  known ? logLikelihood(points, u * u, 1) : errorProfile(points, u)

/**
 * Points with rounds counted from the first point. The signal left at that point takes the place of A and may be up to
 * 1, more than A ≤ 1 allows there. With the limit A ≤ 1, where A lies next to it, intervals miss the truth up to three
 * times too often on the side of the smaller errors, as a likelihood ratio does at the edge of its nuisance parameters
 * (Self and Liang 1987).
 */
const fromFirst = (points: readonly Tally[]): Tally[] =>
  points.map(point => ({ ...point, rounds: point.rounds - points[0]!.rounds }))

const unlimited = (points: readonly Tally[], known: boolean) => (known ? points : fromFirst(points))

/** ln L by the ε of one basis. Points in rising order of their rounds. */
export function errorKnots(
  points: readonly Tally[],
  {
    known,
    range,
    knots,
  }: { readonly known: boolean; readonly range: readonly [number, number]; readonly knots: number },
): Knot[] {
  const byRoot = knotsAlong(profileOf(unlimited(points, known), known), range, knots)
  // Impossible values are left out: ε = 0 where A is 1 and a shot failed.
  return byRoot
    .filter(({ likelihood }) => likelihood > Number.NEGATIVE_INFINITY)
    .map(({ at, likelihood }) => ({ at: at * at, likelihood }))
}

/**
 * The density of √ε of the mean, where ln L is at most TAIL below its top: cells of equal width in √ε give the prior
 * ε^−½.
 */
export function errorGrid(profile: MeanProfile, cells: number): Grid {
  const [low, high] = profile.width(TAIL).map(Math.sqrt) as [number, number]
  const step = (high - low) / cells
  const weights = Array.from({ length: cells }, (_, i) =>
    Math.exp(profile.at((low + (i + 0.5) * step) ** 2) - profile.top),
  )
  return new Grid(low, high, weights)
}

/** The distribution of an error. */
export interface Spread {
  /** Values that stand for it, with their shares. */
  readonly shares: readonly { readonly at: number; readonly share: number }[]
  /** The share that lies below a value. */
  readonly below: (error: number) => number
}

export interface Posterior extends Spread {
  readonly draw: Draw
  /** Draws of all that the curves have, of which `draw` gives the mean ε. */
  readonly decay: DecayDraw
  /** The mean ε below which this share lies. */
  readonly quantile: (share: number) => number
}

/**
 * Every basis needs a tally with shots, in rising order of rounds. With `spam` as `known` A is 1; this is required for
 * a single number of rounds.
 */
export function posteriorOf(curves: Curves, spam: 'known' | 'fitted'): Posterior {
  const known = spam === 'known'
  const profile = new MeanProfile(
    curves.map(points => errorKnots(points, { known, range: rangeOf(points, known), knots: KNOTS })),
  )
  const grid = errorGrid(profile, CELLS)
  const draw: Draw = random => grid.draw(random()) ** 2
  const scattered: DecayDraw = random => {
    const errors = profile.parts(draw(random))
    return { spams: errors.map((error, b) => (known ? 1 : spamAbout(error, curves[b]!, random))), errors }
  }
  return {
    draw,
    decay: scattered,
    quantile: share => grid.draw(share) ** 2,
    shares: grid.shares().map(({ at: root, share }) => ({ at: root * root, share })),
    below: error => grid.below(Math.sqrt(error)),
  }
}

/**
 * A draw of A at this ε, at most 1. The signal left at the first point is drawn from a normal distribution about its
 * likeliest value, reflected at 0 and 1, and divided by what the rounds before that point leave of it.
 */
function spamAbout(error: number, points: readonly Tally[], random: () => number): number {
  const shifted = fromFirst(points)
  const likeliest = likeliestSpam(shifted, error)
  const drawn = Math.abs(likeliest + normal(random) * spamDeviation(shifted, error, likeliest))
  const begun = signal(error, points[0]!.rounds)
  const left = Math.max(0, drawn > 1 ? 2 - drawn : drawn)
  return left < begun ? left / begun : 1
}

/** Range of √ε of one basis in which ln L is at most TAIL below its peak. */
function rangeOf(points: readonly Tally[], known: boolean): [number, number] {
  const along = profileOf(unlimited(points, known), known)
  return widthAt(along, {
    peak: maximize(along, { low: 0, high: Math.SQRT1_2, tolerance: 1e-6 }),
    drop: TAIL,
    low: 0,
    high: Math.SQRT1_2,
    steps: COARSE_STEPS,
  })
}
