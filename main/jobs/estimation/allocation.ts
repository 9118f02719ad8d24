/** How the shots of a job of observables are shared among its circuits: pilot, readout confusion, groups of Paulis. */
import { sum } from '../../contract/numbers/sums'
import type { ParityMoments } from './moments'

/** Fractions of all shots: for the pilot, and for the two circuits that measure the readout confusion. */
const PILOT_SHARE = 0.1
const CONFUSION_SHARE = 0.2
/** Bounds on the pilot's shots of each group. */
const MIN_PILOT = 10
const MAX_PILOT = 1_000
/** A sample variance needs two. */
const MIN_GROUP_SHOTS = 2
/** Bounds on the shots of each of the two circuits that measure the readout confusion. */
const MIN_CONFUSION = 100
const MAX_CONFUSION = 100_000
/** Standard errors added to a pilot's variances, so that `target_error` is rarely missed because a pilot came out low. */
export const CAUTION = 2

/** Shots. */
export interface GroupBudget {
  /** Of each of the two circuits that measure the readout confusion; 0 where it is not measured. */
  readonly confusion: number
  /** Of each group's pilot; 0 where knowing the deviations would not help, or would take too many shots. */
  readonly pilot: number
  /** Of all groups together, left for the values. */
  readonly values: number
}

export interface BudgetRequest {
  readonly shots: number
  readonly groups: number
  readonly has_target: boolean
  readonly measures_confusion: boolean
}

/** Fewest shots that a job needs. */
export const leastShots = ({ groups, has_target, measures_confusion }: Omit<BudgetRequest, 'shots'>): number =>
  groups * (MIN_GROUP_SHOTS + (has_target ? MIN_PILOT : 0)) + (measures_confusion ? 2 * MIN_CONFUSION : 0)

export function budgetOf({ shots, groups, has_target, measures_confusion }: BudgetRequest): GroupBudget {
  const most = (shots - leastShots({ groups, has_target, measures_confusion: false })) / 2
  const confusion = measures_confusion
    ? Math.floor(Math.min(most, MAX_CONFUSION, Math.max(MIN_CONFUSION, (shots * CONFUSION_SHARE) / 2)))
    : 0
  const left = shots - 2 * confusion
  const share = Math.floor(Math.min(MAX_PILOT, (left * PILOT_SHARE) / Math.max(1, groups)))
  const useful = has_target || (groups > 1 && share >= MIN_PILOT)
  const pilot = useful ? Math.max(MIN_PILOT, share) : 0
  return { confusion, pilot, values: left - pilot * groups }
}

/**
 * Variance of one shot for each observable, from the pilot and one imagined shot at the end of the range, so that a group
 * whose pilot shots were all equal does not get variance 0; `caution` standard errors are added.
 */
export function pilotVariances({ shots, covariance, ranges, fourth }: ParityMoments, caution = 0): Float64Array {
  const { length } = ranges
  return ranges.map((range, o) => {
    const variance = covariance[o * length + o]!
    const spread = Math.sqrt(Math.max(0, fourth[o]! - variance ** 2) / shots)
    return (shots * variance + range ** 2) / (shots + 1) + caution * spread
  })
}

/** Standard deviation of one shot of a group, summed in quadrature over the observables. */
const deviationOf = (variances: Float64Array): number => Math.sqrt(variances.reduce((sum, each) => sum + each, 0))

/**
 * Neyman's allocation (1934): shots in proportion to the deviations of the groups, which makes the sum of the observables'
 * variances least. Every group gets at least two; what rounding down leaves goes to the largest fractions.
 */
export function shareShots(variances: readonly Float64Array[], shots: number): number[] {
  const deviations = variances.map(deviationOf)
  const total = sum(deviations)
  const free = shots - MIN_GROUP_SHOTS * deviations.length
  const exact = deviations.map(each => (total > 0 ? (free * each) / total : free / deviations.length))
  const whole = exact.map(Math.floor)
  let left = free - sum(whole)
  const byFraction = [...exact.keys()].sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1) || a - b)
  for (const at of byFraction) {
    if (left <= 0) break
    whole[at]! += 1
    left -= 1
  }
  return whole.map(each => each + MIN_GROUP_SHOTS)
}

/**
 * Shots of all groups, shared as `shareShots` does, after which every observable's standard error is at most `target`: with
 * `readout`, the variance of each that shots do not lower, where that leaves room.
 */
export function shotsForTarget(
  pilots: readonly ParityMoments[],
  target: number,
  readout: readonly number[] = [],
): number {
  const variances = pilots.map(pilot => pilotVariances(pilot, CAUTION))
  const deviations = variances.map(deviationOf)
  const total = sum(deviations)
  const observables = variances[0]?.length ?? 0
  let most = 0
  for (let o = 0; o < observables; o++) {
    const needed = variances.reduce(
      (sum, each, g) => (deviations[g]! > 0 ? sum + (each[o]! * total) / deviations[g]! : sum),
      0,
    )
    const room = target ** 2 - (readout[o] ?? 0)
    most = Math.max(most, needed / (room > 0 ? room : target ** 2))
  }
  return Math.ceil(most) + MIN_GROUP_SHOTS * pilots.length
}
