/** Draws from a posterior on a grid. */
import { errorProfile, pool } from './decay'
import { likeliestSpam, logLikelihood, maximize, type Tally, widthAt } from './likelihood'

/** Draws one value; `random` gives uniforms in (0, 1). */
export type Draw = (random: () => number) => number

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

  /** Integral of the density. */
  get mass(): number {
    return this.cumulative.at(-1)! * this.step
  }

  /** The cell a uniform falls into. */
  cell(uniform: number): number {
    const target = uniform * this.cumulative.at(-1)!
    let [from, to] = [0, this.cumulative.length - 1]
    while (to - from > 1) {
      const middle = (from + to) >> 1
      if (this.cumulative[middle]! < target) from = middle
      else to = middle
    }
    return from
  }

  draw(uniform: number): number {
    const cell = this.cell(uniform)
    const [left, right] = [this.cumulative[cell]!, this.cumulative[cell + 1]!]
    const within = right > left ? (uniform * this.cumulative.at(-1)! - left) / (right - left) : 0.5
    return this.low + this.step * (cell + within)
  }
}

const CELLS = 240
const SPAM_POINTS = 40
/** Drop of ln L where a grid ends: e^−14 of the peak. */
const TAIL = 14
/** Bisections for the ends of a grid, which need not be sharp. */
const COARSE_STEPS = 20

/** Draws of ε of one basis, A integrated out (A = 1 with one number of rounds). A grid even in √ε is the prior ε^−½. */
export function errorPosterior(tallies: readonly Tally[]): Draw {
  const points = pool(tallies)
  const single = points.length === 1
  const profile = (u: number) => (single ? logLikelihood(points, u * u, 1) : errorProfile(points, u))
  const peak = maximize(profile, 0, Math.SQRT1_2)
  const [low, high] = widthAt(profile, peak, TAIL, 0, Math.SQRT1_2, COARSE_STEPS)
  const step = (high - low) / CELLS
  const top = profile(peak)
  const weight = (u: number) => (single ? Math.exp(profile(u) - top) : spamIntegral(points, u * u, top))
  const grid = new Grid(
    low,
    high,
    Array.from({ length: CELLS }, (_, i) => weight(low + (i + 0.5) * step)),
  )
  return random => grid.draw(random()) ** 2
}

/** ∫ L dA / L_peak around the best A. */
function spamIntegral(points: readonly Tally[], error: number, peak: number): number {
  const best = likeliestSpam(points, error)
  const [low, high] = widthAt(a => logLikelihood(points, error, a), best, TAIL, 0, 1, COARSE_STEPS)
  const step = (high - low) / SPAM_POINTS
  let sum = 0
  for (let i = 0; i < SPAM_POINTS; i++)
    sum += Math.exp(logLikelihood(points, error, low + (i + 0.5) * step) - peak) * step
  return sum
}
