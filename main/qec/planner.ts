/** How many shots tell a gain from 1: from the Fisher information of the decay fits at the predicted errors. */
import { signal } from './statistics/likelihood'

/** One basis of one side: its predicted ε and A, and for each number of rounds the accepted shots per shot asked for. */
export interface PlannedBasis {
  readonly error: number
  readonly spam: number
  readonly points: readonly { readonly rounds: number; readonly weight: number }[]
}

/** Sum of the two-sided 95 % point and the 80 % point of the normal distribution: found in four of five runs. */
const REACH = 1.959963984540054 + 0.8416212335729143

/**
 * Variance of the logarithm of the mean error, times the shots for each state and number of rounds. As in the fit, A is
 * common to the bases and estimated where there are several numbers of rounds, else taken as 1. Infinity where the points
 * tell nothing.
 */
export function relativeVariance(bases: readonly PlannedBasis[]): number {
  const several = new Set(bases.flatMap(({ points }) => points.map(({ rounds }) => rounds))).size > 1
  const share = 1 / bases.length
  let [own, lean, leftOfSpam] = [0, 0, 0]
  for (const { error, spam, points } of bases) {
    let [ee, ea, aa] = [0, 0, 0]
    for (const { rounds, weight } of points) {
      const left = signal(error, rounds)
      const failing = (1 - spam * left) / 2
      const byError = spam * rounds * signal(error, rounds - 1)
      const bySpam = several ? -left / 2 : 0
      const information = weight / Math.max(Number.MIN_VALUE, failing * (1 - failing))
      ee += information * byError * byError
      ea += information * byError * bySpam
      aa += information * bySpam * bySpam
    }
    if (ee === 0) return Number.POSITIVE_INFINITY
    own += (share * share) / ee
    lean += (share * ea) / ee
    leftOfSpam += aa - (ea * ea) / ee
  }
  const mean = bases.reduce((sum, { error }) => sum + share * error, 0)
  const shared = several ? (lean * lean) / Math.max(0, leftOfSpam) : 0
  return (own + shared) / (mean * mean)
}

/** Shots for each state and number of rounds so that the interval of the gain excludes 1 in four of five runs; null where none do. */
export function shotsToResolve(
  gain: number,
  physical: readonly PlannedBasis[],
  encoded: readonly PlannedBasis[],
): number | null {
  const distance = Math.log(gain)
  const shots = Math.ceil((REACH / distance) ** 2 * (relativeVariance(physical) + relativeVariance(encoded)))
  return Number.isSafeInteger(shots) ? Math.max(1, shots) : null
}
