/** How the shots of a job of observables are shared among its circuits: pilot, readout confusion, groups of Paulis. */
import type { ParityTerm } from '../../circuits/observables/measurement-plan'
import { sum } from '../../contract/numbers/arithmetic'
import type { ParityMoments } from './moments'

/**
 * Fractions of the shots: for the pilots of all groups (with a target error at most that fraction of `worst_shots`), and
 * for the two circuits that measure the readout confusion.
 */
const PILOT_SHARE = 0.1
const CONFUSION_SHARE = 0.2
/** Bounds on the pilot's shots of each group. */
const MIN_PILOT = 10
const MAX_PILOT = 1_000
/** A sample variance needs two. */
const MIN_GROUP_SHOTS = 2
/** Bounds on the shots of each of the two circuits that measure the readout confusion. */
export const MIN_CONFUSION = 100
const MAX_CONFUSION = 100_000
/** Standard errors added to a pilot's variances, so that `target_error` is rarely missed because a pilot came out low. */
export const CAUTION = 2

/** Numbers of shots by purpose. */
export interface GroupBudget {
  /**
   * Shots of each of the two circuits that measure the readout confusion (with a target error: the maximum); 0 where it is
   * not measured.
   */
  readonly confusion: number
  /** Shots of each group's pilot; 0 where knowing the deviations would not help, or would take too many shots. */
  readonly pilot: number
  /** Shots left for the values of all groups together. */
  readonly values: number
}

export interface BudgetRequest {
  readonly shots: number
  readonly groups: number
  readonly has_target: boolean
  readonly measures_confusion: boolean
  /** Shots that meet the target error in any state (`worstShots`), which bounds the pilot; left out: all. */
  readonly worst_shots?: number | undefined
}

/** Fewest shots that a job needs. */
export const leastShots = ({ groups, has_target, measures_confusion }: Omit<BudgetRequest, 'shots'>): number =>
  groups * (MIN_GROUP_SHOTS + (has_target ? MIN_PILOT : 0)) + (measures_confusion ? 2 * MIN_CONFUSION : 0)

export function budgetOf({
  shots,
  groups,
  has_target,
  measures_confusion,
  worst_shots = shots,
}: BudgetRequest): GroupBudget {
  const most = (shots - leastShots({ groups, has_target, measures_confusion: false })) / 2
  const confusion = measures_confusion
    ? Math.floor(Math.min(most, MAX_CONFUSION, Math.max(MIN_CONFUSION, (shots * CONFUSION_SHARE) / 2)))
    : 0
  const left = shots - 2 * confusion
  const most_pilot = has_target ? mostPilot(worst_shots / groups) : MAX_PILOT
  const share = Math.floor(Math.min(most_pilot, (Math.min(left, worst_shots) * PILOT_SHARE) / Math.max(1, groups)))
  const useful = has_target || (groups > 1 && share >= MIN_PILOT)
  const pilot = useful ? Math.max(MIN_PILOT, share) : 0
  return { confusion, pilot, values: left - pilot * groups }
}

/**
 * Maximum pilot shots of a group that needs at most n shots for the target: the shots that `CAUTION` adds fall as n /
 * √pilot, so that pilot and added shots together are fewest for a pilot that grows as n^(2/3).
 */
const mostPilot = (shots: number): number => Math.min(MAX_PILOT, shots ** (2 / 3))

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
const deviationOf = (variances: Float64Array): number => Math.sqrt(sum(variances))

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

/** For each observable, n times the variance of its value after n shots of all groups together, shared as `shareShots` does. */
function sharedVariances(variances: readonly Float64Array[]): number[] {
  const deviations = variances.map(deviationOf)
  const total = sum(deviations)
  return Array.from(variances[0] ?? [], (_, o) =>
    sum(variances.map((each, g) => (deviations[g]! > 0 ? (each[o]! * total) / deviations[g]! : 0))),
  )
}

/**
 * Shots of all groups, shared as `shareShots` does, after which every observable's standard error is at most `target`.
 * `readout` is the part of each observable's variance that shots do not lower; it is ignored where it alone reaches
 * `target` squared.
 */
export function shotsForTarget(
  pilots: readonly ParityMoments[],
  target: number,
  readout: readonly number[] = [],
): number {
  const needed = cautiousVariances(pilots).map((variance, o) => {
    const room = target ** 2 - (readout[o] ?? 0)
    return variance / (room > 0 ? room : target ** 2)
  })
  return Math.ceil(Math.max(0, ...needed)) + MIN_GROUP_SHOTS * pilots.length
}

const cautiousVariances = (pilots: readonly ParityMoments[]): number[] =>
  sharedVariances(pilots.map(pilot => pilotVariances(pilot, CAUTION)))

interface PlannedGroups {
  readonly groups: readonly { readonly terms: readonly ParityTerm[] }[]
  /** Constant of each observable. */
  readonly constants: readonly number[]
}

/**
 * Shots that meet `target` in any state, without readout mitigation: as `shotsForTarget`, but as if every shot were at an
 * end of its range.
 */
export function worstShots({ groups, constants }: PlannedGroups, target: number): number {
  const variances = groups.map(({ terms }) => {
    const ranges = new Float64Array(constants.length)
    for (const { coefficients } of terms)
      for (const [observable, coefficient] of coefficients) ranges[observable]! += Math.abs(coefficient)
    return ranges.map(range => range ** 2)
  })
  return Math.ceil(Math.max(0, ...sharedVariances(variances)) / target ** 2) + MIN_GROUP_SHOTS * groups.length
}

/** Estimate of the confusion from its first shots. */
interface FirstConfusion {
  readonly target: number
  /** Shots of each of the two circuits. */
  readonly shots: number
  /** Part of each observable's variance that comes from the confusion, after these shots. */
  readonly readout: readonly number[]
}

/**
 * Shots of each of the two circuits that measure the confusion. Variances are v / m after m shots for the values and c / n after n
 * for each circuit; where v / m + c / n is to be `target` squared, m + 2 n is least for n = √(c / 2) (√v + √(2 c)) / target² (Lagrange).
 */
export function confusionShots(pilots: readonly ParityMoments[], { target, shots, readout }: FirstConfusion): number {
  const needed = cautiousVariances(pilots).map((variance, o) => {
    const own = readout[o]! * shots
    return (Math.sqrt(own / 2) * (Math.sqrt(variance) + Math.sqrt(2 * own))) / target ** 2
  })
  return Math.ceil(Math.max(0, ...needed))
}

/** Bounds on the shots of pilots and confusion circuits together; equal without a target error. */
export function overheadOf(request: BudgetRequest): { readonly least: number; readonly most: number } {
  const { pilot, confusion } = budgetOf(request)
  const pilots = pilot * request.groups
  const least = request.has_target ? Math.min(MIN_CONFUSION, confusion) : confusion
  return { least: pilots + 2 * least, most: pilots + 2 * confusion }
}
