/** How the shots of a job are shared among its circuits. */
import type { ParityMoments } from './moments'

/** Shares of the whole: of the pilot, and of the two circuits that measure a confusion. */
const PILOT_SHARE = 0.1
const CONFUSION_SHARE = 0.2
/** Shots of the pilot for each group. */
const MIN_PILOT = 10
const MAX_PILOT = 1_000
/** A group's variance needs two. */
const MIN_GROUP_SHOTS = 2
/** Of each of the two circuits that measure a confusion. */
const MIN_CONFUSION = 100
const MAX_CONFUSION = 100_000
/** Standard deviations by which a pilot's variances are taken higher, so that a wished error is rarely missed for luck. */
const CAUTION = 2

export interface GroupBudget {
  /** Of each of the two circuits that measure a confusion; 0 without. */
  readonly confusion: number
  /** Of each group; 0 where deviations are of no use or too dear. */
  readonly pilot: number
  /** Left for the values. */
  readonly values: number
}

export interface BudgetRequest {
  readonly shots: number
  readonly groups: number
  readonly has_target: boolean
  readonly measures_confusion: boolean
}

/** Fewest shots of a job. */
export const leastShots = ({ groups, has_target, measures_confusion }: Omit<BudgetRequest, 'shots'>): number =>
  groups * (MIN_GROUP_SHOTS + (has_target ? MIN_PILOT : 0)) + (measures_confusion ? 2 * MIN_CONFUSION : 0)

export function budgetOf({ shots, groups, has_target, measures_confusion }: BudgetRequest): GroupBudget {
  const most = (shots - leastShots({ groups, has_target, measures_confusion: false })) / 2
  const confusion = measures_confusion
    ? Math.floor(Math.min(most, MAX_CONFUSION, Math.max(MIN_CONFUSION, (shots * CONFUSION_SHARE) / 2)))
    : 0
  const left = shots - 2 * confusion
  const wished = Math.floor(Math.min(MAX_PILOT, (left * PILOT_SHARE) / Math.max(1, groups)))
  const useful = has_target || (groups > 1 && wished >= MIN_PILOT)
  const pilot = useful ? Math.max(MIN_PILOT, wished) : 0
  return { confusion, pilot, values: left - pilot * groups }
}

/**
 * Variance of one shot for each observable, from the pilot and one imagined shot at the end of the range: a group whose
 * pilot was all alike is not taken for certain.
 */
export function pilotVariances({ shots, covariance, ranges, fourth }: ParityMoments, caution = 0): Float64Array {
  const { length } = ranges
  return ranges.map((range, o) => {
    const variance = covariance[o * length + o]!
    const spread = Math.sqrt(Math.max(0, fourth[o]! - variance ** 2) / shots)
    return (shots * variance + range ** 2) / (shots + 1) + caution * spread
  })
}

/** A group's deviation over all observables; without a pilot, what it can at most be. */
const deviationOf = (variances: Float64Array): number => Math.sqrt(variances.reduce((sum, each) => sum + each, 0))

/**
 * Neyman's allocation (1934): shots in proportion to the deviations, which is least variance, summed over the observables.
 * Every group gets two at least; the shares of the remainder are the largest fractions.
 */
export function shareShots(variances: readonly Float64Array[], shots: number): number[] {
  const deviations = variances.map(deviationOf)
  const total = deviations.reduce((sum, each) => sum + each, 0)
  const free = shots - MIN_GROUP_SHOTS * deviations.length
  const exact = deviations.map(each => (total > 0 ? (free * each) / total : free / deviations.length))
  const whole = exact.map(Math.floor)
  let left = free - whole.reduce((sum, each) => sum + each, 0)
  const byFraction = [...exact.keys()].sort((a, b) => (exact[b]! % 1) - (exact[a]! % 1) || a - b)
  for (const at of byFraction) {
    if (left <= 0) break
    whole[at]! += 1
    left -= 1
  }
  return whole.map(each => each + MIN_GROUP_SHOTS)
}

/** Shots after which every observable's standard error is `target`, shared by deviation. */
export function shotsForTarget(pilots: readonly ParityMoments[], target: number): number {
  const variances = pilots.map(pilot => pilotVariances(pilot, CAUTION))
  const deviations = variances.map(deviationOf)
  const total = deviations.reduce((sum, each) => sum + each, 0)
  const observables = variances[0]?.length ?? 0
  let most = 0
  for (let o = 0; o < observables; o++) {
    const needed = variances.reduce(
      (sum, each, g) => (deviations[g]! > 0 ? sum + (each[o]! * total) / deviations[g]! : sum),
      0,
    )
    most = Math.max(most, needed)
  }
  return Math.ceil(most / target ** 2) + MIN_GROUP_SHOTS * pilots.length
}
