/** What no choice of data qubits can go below: most of a large die is left out by it before it is looked at closely. */
import type { RoundPrices } from './estimate'
import { X_LETTERS } from './estimate'
import type { Price, Region, Tour } from './tours'

const H_ON_DATA = 2 * X_LETTERS.reduce((sum, letters) => sum + letters, 0)

/**
 * Lower bound of `estimate` over all data qubits among `open` (positions in `region.neighbours`, at least five). `leastErrors`
 * are the single tours of least error: no tour chosen for its length too has less. A middle tour costs at least the dearer of its two sites
 * alone; of five sites in ascending order a..e the four extractions cost at least a+b+d, a+b+e, a+b+e and a+c+e.
 */
export function leastEstimate(
  prices: RoundPrices,
  fixed: Price,
  region: Region,
  open: readonly number[],
  leastErrors: readonly Tour[],
): number {
  const [a, b, c, d, e] = fiveLeast(open.map(i => leastErrors[i]!.error)) as [number, number, number, number, number]
  const vertices = open.map(i => region.neighbours[i]!)
  const idle = fiveLeast(vertices.map(v => prices.idle(v, fixed.ns))).reduce((sum, part) => sum + part, 0)
  const rotations = H_ON_DATA * Math.min(...vertices.map(prices.single))
  return fixed.error + 4 * a + 3 * b + c + d + 3 * e + idle + rotations
}

const fiveLeast = (values: readonly number[]): number[] => [...values].sort((p, q) => p - q).slice(0, 5)
