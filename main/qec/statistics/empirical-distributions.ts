/** Distributions of a figure without a density: a point mass, or draws. */
import type { Spread } from './posterior'
import { pieceOf } from './profile-likelihood'

/** All of the distribution at one value: a figure that is known exactly, or one end of its bounds. */
export const pointSpread = (at: number): Spread => ({
  shares: [{ at, share: 1 }],
  below: error => (error > at ? 1 : 0),
})

/** The distribution of draws with equal shares; `sorted` rises. */
export function drawnSpread(sorted: Float64Array): Spread {
  const share = 1 / sorted.length
  return {
    shares: Array.from(sorted, at => ({ at, share })),
    below: error => (sorted[0]! >= error ? 0 : (1 + pieceOf(sorted.length, piece => sorted[piece]! < error)) * share),
  }
}

/** The value below which this share of the sorted draws lies. */
export const quantileOf = (sorted: Float64Array, share: number): number =>
  sorted[Math.round(share * (sorted.length - 1))]!

/** The logarithm of the ratio is bisected STEPS times between −REACH and REACH. */
const [REACH, STEPS] = [25, 44]

/** The ratio that `above / below` stays under with this probability, both being independent. */
export function ratioQuantile(above: Spread, below: Spread, share: number): number {
  const under = (ratio: number) =>
    below.shares.reduce((sum, cell) => sum + cell.share * above.below(cell.at * ratio), 0)
  let [low, high] = [-REACH, REACH]
  for (let step = 0; step < STEPS; step++) {
    const middle = (low + high) / 2
    if (under(Math.exp(middle)) < share) low = middle
    else high = middle
  }
  return Math.exp((low + high) / 2)
}
