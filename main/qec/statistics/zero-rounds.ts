/**
 * Counts without any round: preparation and readout alone. A qubit that only waits decays exponentially from there on, so
 * that they fix its A. An encoded one need not: what its rounds leave behind is read out with it, and what they detect is
 * not. Its R = 0 joins the fit only where the rise of the deviance by it is one that chance gives in one of four runs or
 * more, on the longer rounds' own curve (a likelihood-ratio test; level as Bancroft 1964 advises before pooling).
 */
import type { DecayFit } from '../../contract/runs/comparison'
import { devianceOf, likeliestDecay } from './decay'
import { chi2Above } from './gamma'
import type { Tally } from './likelihood'

/**
 * exponential: R = 0 lies on the decay, and joins where other numbers of rounds are two or more; separating: it joins one as
 * well; tested: it joins where the deviance test accepts it.
 */
export type ZeroRounds = 'exponential' | 'separating' | 'tested'

/** Chance of a rise so large at which R = 0 still joins. */
const JOINS = 0.25

export interface Joined {
  /** The points of each basis that are fitted; none of a basis that was never run for a round. */
  readonly curves: readonly (readonly Tally[])[]
  /**
   * The points that intervals are computed from, without an R = 0 that only the test has joined: the test lacks the power to see
   * effects below the errors.
   */
  readonly interval: readonly (readonly Tally[])[]
  readonly zero_rounds?: DecayFit['zero_rounds']
}

/** `bases` has the points of each basis pooled, in rising order. With one other number of rounds, R = 0 is only shown unless the rule is `separating`: A is taken as 1. */
export function joinZero(bases: readonly (readonly Tally[])[], rule: ZeroRounds): Joined {
  const later = bases.map(points => points.filter(({ rounds }) => rounds > 0))
  const run = bases.filter((_, b) => later[b]!.length > 0)
  if (!run.some(startsAtZero)) return { curves: later, interval: later }
  const lengths = new Set(later.flat().map(({ rounds }) => rounds))
  const joins = rule === 'separating' || (lengths.size > 1 && (rule === 'exponential' || isAccepted(run)))
  if (!joins) return { curves: later, interval: later, zero_rounds: 'shown' }
  const curves = bases.map((points, b) => (later[b]!.length > 0 ? points : []))
  return { curves, interval: rule === 'tested' ? later : curves, zero_rounds: 'joined' }
}

const startsAtZero = ([first]: readonly Tally[]): boolean => first?.rounds === 0

/** A basis with one longer point follows any curve, so that two are needed to test. */
function isAccepted(bases: readonly (readonly Tally[])[]): boolean {
  const tested = bases.filter(points => startsAtZero(points) && points.length > 2)
  const rise = tested.reduce((sum, points) => sum + fittedDeviance(points) - fittedDeviance(points.slice(1)), 0)
  return tested.length > 0 && chi2Above(rise, tested.length) >= JOINS
}

const fittedDeviance = (points: readonly Tally[]): number => devianceOf(points, likeliestDecay(points).likelihood)
