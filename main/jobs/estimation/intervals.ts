/** Intervals of means of a few shots, which may all be equal. */
import { betaQuantile } from '../../qec/statistics/beta'
import { Z95 } from '../../qec/statistics/intervals'

export const LEVEL = 0.95

/**
 * Shots added to those of a mean for its interval, half at either end of what a shot can add, as Agresti and Coull (1998) do for
 * a proportion: shots that are all equal would otherwise give an interval of no width. With six the nominal 95 % holds within a
 * percent for single Paulis near ±1, too.
 */
const IMAGINED_SHOTS = 6

interface MeanOfShots {
  readonly shots: number
  /** Variance of one shot, normalized by the number of shots, not by one fewer. */
  readonly variance: number
  /** Distance of the mean from the middle of the range of one shot's contribution. */
  readonly offset: number
  /** Distance from the middle of that range to either end. */
  readonly range: number
}

/**
 * Variance of a mean with the imagined shots, about the mean of the real ones; divided by one shot fewer, as that of the values
 * is. For one Pauli in 30 shots the nominal 95 % is at least 93.4 % whatever its value (exact binomial sums).
 */
export function widenedVariance({ shots, variance, offset, range }: MeanOfShots): number {
  const imagined = IMAGINED_SHOTS * (range ** 2 + offset ** 2)
  return (shots * variance + imagined) / (shots + IMAGINED_SHOTS) / (shots - 1)
}

/** The 97.5 % quantile of Student's t distribution; degrees of freedom need not be whole. */
export function student95(freedom: number): number {
  if (!(freedom < 1e5)) return Z95
  const x = betaQuantile(1 - LEVEL, freedom / 2, 1 / 2)
  return Math.sqrt((freedom * (1 - x)) / x)
}
