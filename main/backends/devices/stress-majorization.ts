/** Improves a drawing until distances on paper are those in couplings, as far as two dimensions allow (stress majorization). */

type MutablePoint = [number, number]

const ITERATIONS = 120

/**
 * `apart[i][j]` is the wanted distance, above 0 for i other than j. Each turn moves every point to the weighted mean of where
 * the others want it (Gansner, Koren and North 2004; weight 1 / distance squared), which never makes the fit worse.
 * Spots that start at one place are separated by their position in the list. Time O(turns * n^2).
 */
export function majorizeStress(
  start: readonly Readonly<MutablePoint>[],
  apart: readonly (readonly number[])[],
): MutablePoint[] {
  let spots = start.map(([x, y], at): MutablePoint => [x + 0.05 * Math.cos(at), y + 0.05 * Math.sin(2 * at)])
  for (let turn = 0; turn < ITERATIONS; turn++) spots = spots.map((_, at) => weightedMean(at, spots, apart[at]!))
  return spots
}

function weightedMean(at: number, spots: readonly MutablePoint[], apart: readonly number[]): MutablePoint {
  const [ownX, ownY] = spots[at]!
  let [x, y, weights] = [0, 0, 0]
  for (const [other, [otherX, otherY]] of spots.entries()) {
    if (other === at) continue
    const gap = Math.hypot(ownX - otherX, ownY - otherY) || 1e-6
    const weight = 1 / apart[other]! ** 2
    x += weight * (otherX + (apart[other]! * (ownX - otherX)) / gap)
    y += weight * (otherY + (apart[other]! * (ownY - otherY)) / gap)
    weights += weight
  }
  return weights === 0 ? [ownX, ownY] : [x / weights, y / weights]
}
