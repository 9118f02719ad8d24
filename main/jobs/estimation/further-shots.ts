/** Rounds of shots until a target error is met. */
import { sum } from '../../contract/numbers/arithmetic'
import { CAUTION, pilotVariances, shareShots, shotsForTarget } from './allocation'
import type { ParityMoments } from './moments'

/**
 * The first round is sized by a pilot that is in no value; each further one by the variance seen so far, with a margin.
 * Sizing by shots that stay in the mean is double sampling (Cox, Biometrika 39, 1952), with more rounds Hall's (Annals of
 * Statistics 9, 1981). The bias of the values is of order target²: about a tenth of the standard error at a few dozen
 * shots, less at more.
 */
export const ROUNDS_METHOD =
  'a pilot in no value, then rounds sized by the variance seen, two standard errors added (Cox 1952; Hall 1981): moves values by the order of the error squared'

export const MAX_ALLOCATIONS = 5
/** Minimum shots of a group in a further round; fewer are not worth another upload. */
const MIN_FURTHER = 10

/**
 * reached: every value has the target error. shots: all permitted shots were taken. readout: the error of the measured
 * confusion alone reaches the target. rounds: the maximum number of rounds was taken.
 */
export type RoundsEnd = 'reached' | 'shots' | 'readout' | 'rounds'

export interface SeenRounds {
  /** Moments of each group over all rounds so far. */
  readonly groups: readonly ParityMoments[]
  readonly rounds: number
  readonly target: number
  /** Variance of each value that comes from the readout's confusion. */
  readonly readout: readonly number[]
  /** Shots that may still be executed. */
  readonly left: number
  /** Share of executed shots that count. */
  readonly finishing: number
}

/** Shots of each group in the next round, 0 where it needs none; or why there is none. */
export function furtherShots(seen: SeenRounds): readonly number[] | RoundsEnd {
  const { groups, rounds, target, readout, left, finishing } = seen
  if (isMet(seen)) return 'reached'
  if (readout.some(variance => variance >= target ** 2)) return 'readout'
  if (left < 1) return 'shots'
  if (rounds >= MAX_ALLOCATIONS) return 'rounds'
  const variances = groups.map(group => pilotVariances(group, CAUTION))
  const wanted = shareShots(variances, shotsForTarget(groups, target, readout))
  const more = groups.map(({ shots }, at) => {
    const missing = Math.ceil((wanted[at]! - shots) / finishing)
    return missing > 0 ? Math.max(MIN_FURTHER, missing) : 0
  })
  return within(more, left)
}

/**
 * Whether all values meet the target by `pilotVariances`, whose imagined shot keeps outcomes that are equal by chance from
 * ending the rounds.
 */
function isMet({ groups, target, readout }: SeenRounds): boolean {
  const variances = groups.map(group => pilotVariances(group))
  return readout.every((own, o) => {
    const sampled = sum(groups.map(({ shots }, at) => variances[at]![o]! / (shots - 1)))
    return own + sampled <= target ** 2
  })
}

/** Scales the shots down in proportion where they exceed those left. */
function within(shots: readonly number[], left: number): readonly number[] {
  const all = sum(shots)
  if (all <= left) return shots
  const parts = shots.map(each => Math.floor((each * left) / all))
  let rest = left - sum(parts)
  return parts.map((part, at) => (shots[at]! > part && rest-- > 0 ? part + 1 : part))
}
