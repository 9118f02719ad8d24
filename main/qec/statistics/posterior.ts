/**
 * Draws of the mean error over the bases, each basis with its own preparation and readout: P_b(R) = ½[1 + A_b(1−2ε_b)^R].
 * The density of the mean ε is ε^−½ times the likelihood, all else at its likeliest. Counts alone so decide how the errors
 * share out and what preparation and readout take: priors of their own for every basis would add up and pull the mean.
 */
import { likeliestSpam, logLikelihood, maximize, spamDeviation, type Tally, widthAt } from './likelihood'
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
    const place = Math.min(this.cumulative.length - 1, Math.max(0, (value - this.low) / this.step))
    const cell = Math.min(this.cumulative.length - 2, Math.floor(place))
    const [left, right] = [this.cumulative[cell]!, this.cumulative[cell + 1]!]
    return (left + (place - cell) * (right - left)) / this.cumulative.at(-1)!
  }
}

/** Drop of ln L where a grid ends: e^−14 of the peak. */
const TAIL = 14
/** Of √ε: knots of one basis, and cells of the mean. */
const KNOTS = 120
const CELLS = 240
/** Bisections for the ends of a range, which need not be sharp. */
const COARSE_STEPS = 20

/** ln L at ε = u² with the best A: the scale on which ε is searched. */
export const errorProfile = (points: readonly Tally[], u: number): number =>
  logLikelihood(points, u * u, likeliestSpam(points, u * u))

/** ln L of one basis by its √ε; its A at its likeliest, or 1 where it is `known`. */
const profileOf = (points: readonly Tally[], known: boolean) => (u: number) =>
  known ? logLikelihood(points, u * u, 1) : errorProfile(points, u)

/** ln L by the ε of one basis. */
export function errorKnots(
  points: readonly Tally[],
  known: boolean,
  range: readonly [number, number],
  knots: number,
): Knot[] {
  const byRoot = knotsAlong(profileOf(points, known), range, knots)
  // ε = 0 where A is 1 and something failed cannot be.
  return byRoot
    .filter(({ likelihood }) => likelihood > Number.NEGATIVE_INFINITY)
    .map(({ at, likelihood }) => ({ at: at * at, likelihood }))
}

/** The density of the mean ε over all of a profile that is not next to impossible: even cells in its root are ε^−½. */
export function errorGrid(profile: MeanProfile, cells: number): Grid {
  const [low, high] = profile.width(TAIL).map(Math.sqrt) as [number, number]
  const step = (high - low) / cells
  const weights = Array.from({ length: cells }, (_, i) =>
    Math.exp(profile.at((low + (i + 0.5) * step) ** 2) - profile.top),
  )
  return new Grid(low, high, weights)
}

export interface Posterior {
  readonly draw: Draw
  /** Draws of all that the curves have, of which `draw` gives the mean ε. */
  readonly decay: DecayDraw
  /** The mean ε below which this share lies. */
  readonly quantile: (share: number) => number
  /** A and ε of each basis at their likeliest where this is the mean ε. */
  readonly at: (error: number) => Decay
}

/** Every basis needs a tally with shots. A is 1 with `spam` as `known`, as it must be after one number of rounds. */
export function posteriorOf(curves: Curves, spam: 'known' | 'fitted'): Posterior {
  const known = spam === 'known'
  const profile = new MeanProfile(curves.map(points => errorKnots(points, known, rangeOf(points, known), KNOTS)))
  const grid = errorGrid(profile, CELLS)
  const draw: Draw = random => grid.draw(random()) ** 2
  const at = (error: number): Decay => {
    const errors = profile.parts(error)
    return { spams: errors.map((part, b) => (known ? 1 : likeliestSpam(curves[b]!, part))), errors }
  }
  const scattered: DecayDraw = random => {
    const { spams, errors } = at(draw(random))
    return { spams: spams.map((spam, b) => (known ? 1 : spamAbout(spam, errors[b]!, curves[b]!, random))), errors }
  }
  return { draw, decay: scattered, quantile: share => grid.draw(share) ** 2, at }
}

/** A draw of A where ε is this: normal about the likeliest, thrown back at 0 and 1. */
function spamAbout(likeliest: number, error: number, points: readonly Tally[], random: () => number): number {
  const spam = Math.abs(likeliest + normal(random) * spamDeviation(points, error, likeliest))
  return Math.max(0, spam > 1 ? 2 - spam : spam)
}

/** Where √ε of one basis may lie. */
function rangeOf(points: readonly Tally[], known: boolean): [number, number] {
  const along = profileOf(points, known)
  return widthAt(along, maximize(along, 0, Math.SQRT1_2, { tolerance: 1e-6 }), TAIL, 0, Math.SQRT1_2, COARSE_STEPS)
}
