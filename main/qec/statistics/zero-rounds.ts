/**
 * Counts without any round (R = 0): preparation and readout alone. A qubit that only waits decays exponentially from R
 * = 0 on, so these counts determine its A. An encoded qubit may not: errors that its rounds leave are read out with it,
 * errors that they detect are not. Under the rule `tested`, R = 0 joins the fit only where it raises the deviance by no
 * more than chance does in one of four runs (a likelihood-ratio test; level as Bancroft 1964 advises before pooling).
 */
import type { DecayFit } from '../../contract/runs/comparison'
import { devianceOf, likeliestDecay } from './decay'
import { chi2Above } from './gamma'
import type { Tally } from './likelihood'

/**
 * exponential: R = 0 lies on the decay, and joins two or more other numbers of rounds; separating: it joins a single
 * other number as well; tested: it joins two or more where the deviance test accepts it.
 */
export type ZeroRounds = 'exponential' | 'separating' | 'tested'

/** R = 0 joins where chance gives a rise of the deviance as large or larger with at least this probability. */
const JOINS = 0.25

export interface Joined {
  /** The points of each basis that are fitted; empty for a basis that has only R = 0. */
  readonly curves: readonly (readonly Tally[])[]
  /**
   * The points that intervals are computed from, without an R = 0 that only the test has joined: the test lacks the
   * power to see effects below the errors.
   */
  readonly interval: readonly (readonly Tally[])[]
  readonly zero_rounds?: DecayFit['zero_rounds']
}

/**
 * `bases` has the pooled points of each basis, in rising order. With one other number of rounds, R = 0 joins only under
 * the rule `separating`; under the others it is only shown, and A is taken as 1.
 */
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
