/**
 * Profile likelihood of a mean over the bases: ln L of each basis as a function of its own parameter, and the maximum
 * of their sum while the mean of the parameters is held. That maximum is a sup-convolution of concave functions, which
 * for piecewise linear ones merges their pieces in order of slope (R. T. Rockafellar, Convex Analysis, 1970): exact
 * where each is concave, but for the straight lines between the knots.
 */
import { mean } from '../../contract/numbers/arithmetic'

/** A value of a parameter, and ln L there. */
export interface Knot {
  readonly at: number
  readonly likelihood: number
}

/** Knots that rise in `at`; of knots with equal `at` the first counts. */
export type Profile = readonly Knot[]

/** So many knots, evenly from one end of the range to the other. */
export const knotsAlong = (
  along: (at: number) => number,
  [low, high]: readonly [number, number],
  count: number,
): Knot[] =>
  Array.from({ length: count }, (_, i) => {
    const at = low + ((high - low) * i) / (count - 1)
    return { at, likelihood: along(at) }
  })

/** Index of the last of consecutive pieces for which `beginsBelow` holds; 0 where it holds for none. Binary search. */
export function pieceOf(pieces: number, beginsBelow: (piece: number) => boolean): number {
  let [from, to] = [0, pieces]
  while (to - from > 1) {
    const middle = (from + to) >> 1
    if (beginsBelow(middle)) from = middle
    else to = middle
  }
  return from
}

const slope = (from: Knot, to: Knot): number => (to.likelihood - from.likelihood) / (to.at - from.at)

/**
 * The least concave curve above these knots, by the monotone chain (A. M. Andrew, Inf. Process. Lett. 9 (1979) 216). A
 * tail that flattens out becomes straight, so that its ln L is slightly too high.
 */
export function concave(profile: Profile): Knot[] {
  const hull: Knot[] = []
  for (const knot of profile) {
    if (hull.length > 0 && knot.at <= hull.at(-1)!.at) continue
    while (hull.length > 1 && slope(hull.at(-2)!, knot) >= slope(hull.at(-2)!, hull.at(-1)!)) hull.pop()
    hull.push(knot)
  }
  return hull
}

/** A mean over the bases, its ln L, and the value of each basis. */
interface Corner extends Knot {
  readonly parts: readonly number[]
}

export class MeanProfile {
  private readonly corners: readonly Corner[]
  /** ln L at its likeliest. */
  readonly top: number

  constructor(profiles: readonly Profile[]) {
    this.corners = cornersOf(profiles.map(concave))
    this.top = Math.max(...this.corners.map(({ likelihood }) => likelihood))
  }

  /** ln L of a mean within the range of the profiles. */
  at(mean: number): number {
    const [left, right, share] = this.around(mean)
    return left.likelihood + share * (right.likelihood - left.likelihood)
  }

  /** The likeliest value of each basis where this is their mean. */
  parts(mean: number): number[] {
    const [left, right, share] = this.around(mean)
    return left.parts.map((part, basis) => part + share * (right.parts[basis]! - part))
  }

  /** Ends of the means that are at most this much less likely, in ln L, than the likeliest. */
  width(drop: number): [low: number, high: number] {
    const within = (corner: Corner) => corner.likelihood >= this.top - drop
    const crossing = (inside: number, outside: number): number => {
      const [near, far] = [this.corners[inside]!, this.corners[outside]]
      return far ? near.at + (this.top - drop - near.likelihood) / slope(near, far) : near.at
    }
    const [first, last] = [this.corners.findIndex(within), this.corners.findLastIndex(within)]
    return [crossing(first, first - 1), crossing(last, last + 1)]
  }

  private around(mean: number): [left: Corner, right: Corner, share: number] {
    const from = pieceOf(this.corners.length - 1, corner => this.corners[corner]!.at < mean)
    const left = this.corners[from]!
    const right = this.corners[from + 1] ?? left
    const share = right.at > left.at ? (mean - left.at) / (right.at - left.at) : 0
    return [left, right, Math.min(1, Math.max(0, share))]
  }
}

/** Corners of the profile of the mean: from all parameters at their least, pieces are added by falling slope. */
function cornersOf(hulls: readonly (readonly Knot[])[]): Corner[] {
  const pieces = hulls.flatMap((hull, basis) =>
    hull
      .slice(1)
      .map((to, i) => ({ basis, to, slope: slope(hull[i]!, to), rise: to.likelihood - hull[i]!.likelihood })),
  )
  const parts = hulls.map(hull => hull[0]!.at)
  let likelihood = hulls.reduce((sum, hull) => sum + hull[0]!.likelihood, 0)
  const corner = (): Corner => ({
    at: mean(parts),
    likelihood,
    parts: [...parts],
  })
  const corners = [corner()]
  for (const { basis, to, rise } of pieces.sort((a, b) => b.slope - a.slope)) {
    parts[basis] = to.at
    likelihood += rise
    corners.push(corner())
  }
  return corners
}
