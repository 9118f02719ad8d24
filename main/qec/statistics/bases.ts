/**
 * The mean error per round over bases that decay differently. Noise is often biased (T2 far below T1), and what goes wrong in
 * preparation and readout differs by basis too: one curve through the pooled counts would follow whichever basis survives
 * longest, and one A for all would read a basis that starts lower as decay. So every basis b has its own
 * P_b(R) = ½[1 + A_b(1−2ε_b)^R], and what is reported is the mean of the ε_b. With as many shots in each basis that mean is
 * known as well as with one A.
 */

import { Basis, type DecayFit } from '../../contract/comparison'
import type { Estimate } from '../../contract/model/primitives'
import {
  devianceOf,
  errorPerRound,
  fitDecay,
  goodness,
  HALF_CHI2_95,
  HALF_CHI2_95_OF,
  type Likeliest,
  likeliestDecay,
  METHOD,
  pool,
  residual,
  SATURATED,
  spamProfile,
  tossed,
  unknown,
} from './decay'
import { CONFIDENCE, equalTailed } from './intervals'
import { type Tally, widthAt } from './likelihood'
import { type Curves, type Decay, type DecayDraw, type Draw, type Posterior, posteriorOf } from './posterior'
import { type Knot, knotsAlong, MeanProfile, mean } from './profile-likelihood'

/** A fit, and draws from the posterior of its mean error (prior ε^−½, all else at its likeliest). */
export interface Fitted {
  readonly fit: DecayFit
  readonly draw: Draw
  /** Draws of all that the curves have, of which `draw` gives the mean ε. */
  readonly decay: DecayDraw
}

/** `bases` holds the counts of X, Y and Z, or of the first of them; null when nothing was observed in any. */
export function fitBases(bases: readonly (readonly Tally[])[]): Fitted | null {
  const all = bases.map(pool)
  const curves = all.filter(points => points.length > 0)
  if (curves.length === 0) return null
  const lengths = new Set(curves.flat().map(point => point.rounds))
  const posterior = posteriorOf(curves, lengths.size === 1 ? 'known' : 'fitted')
  const letters = Basis.options.filter((_, b) => (all[b]?.length ?? 0) > 0)
  return { fit: fitOf(curves, letters, lengths.size, posterior), draw: posterior.draw, decay: posterior.decay }
}

/** One basis alone is the plain decay fit. */
function fitOf(curves: Curves, bases: Basis[], lengths: number, posterior: Posterior): DecayFit {
  if (curves.length === 1) return fitDecay(curves[0]!)!
  return lengths === 1 ? withoutSpam(curves, bases, posterior) : withSpam(curves, bases, posterior)
}

/** One number of rounds: preparation and readout cannot be told apart from the rounds, so A is taken as 1. */
function withoutSpam(curves: Curves, bases: Basis[], posterior: Posterior): DecayFit {
  const errors = curves.map(([point]) => errorPerRound(point!.failures / point!.shots, point!.rounds))
  const method = 'mean over the bases of ½[1−(1−2P)^(1/R)], preparation and readout included'
  return {
    model: 'error_only',
    error_per_round: equalTailed(mean(errors), posterior.quantile, method),
    bases,
    error_by_basis: errors,
    spam: null,
    ...goodness(0, 0),
    residuals: curves.flatMap((curve, b) => curve.map(({ rounds }) => ({ rounds, basis: bases[b]!, residual: 0 }))),
  }
}

const LIKELIEST =
  'mean of the errors of the bases, each with its own A: binomial maximum likelihood, posterior interval'
const MIDDLE =
  'mean of the errors of the bases, each with its own A: posterior median and interval, as the counts of a basis cannot tell its ε from its A'

function withSpam(curves: Curves, bases: Basis[], posterior: Posterior): DecayFit {
  const fits = curves.map(likeliestDecay)
  const signalled = fits.reduce((sum, { likelihood }, b) => sum + likelihood - tossed(curves[b]!), 0)
  // A = 0 is a coin toss everywhere. If the counts allow it, they tell nothing of the errors.
  const known = signalled > HALF_CHI2_95_OF[curves.length]!
  const told = curves.every((curve, b) => curve.length > 1 && fits[b]!.told)
  const { errors, spams } = told ? likeliestOf(fits) : posterior.at(posterior.quantile(0.5))
  const deviance = curves.reduce((sum, curve, b) => sum + devianceOf(curve, fits[b]!.likelihood), 0)
  const freedom = curves.reduce((sum, { length }) => sum + Math.max(0, length - 2), 0)
  return {
    model: 'spam_and_error',
    error_per_round: known
      ? equalTailed(mean(errors), posterior.quantile, told ? LIKELIEST : MIDDLE)
      : unknown(SATURATED),
    ...(known && { bases, error_by_basis: [...errors], spam_by_basis: [...spams] }),
    spam: known ? spamEstimate(curves, fits, mean(spams)) : unknown(1),
    ...goodness(deviance, freedom),
    residuals: curves.flatMap((curve, b) =>
      curve.map(point => ({
        rounds: point.rounds,
        basis: bases[b]!,
        residual: residual(point, errors[b]!, spams[b]!),
      })),
    ),
  }
}

const likeliestOf = (fits: readonly Likeliest[]): Decay => ({
  errors: fits.map(({ error }) => error),
  spams: fits.map(({ spam }) => spam),
})

/** Knots of one basis, from end to end of what the interval of the mean can reach. */
const SPAM_KNOTS = 24

/** The mean A with its profile-likelihood interval. */
function spamEstimate(curves: Curves, fits: readonly Likeliest[], value: number): Estimate {
  const profile = new MeanProfile(curves.map((curve, b) => spamKnots(curve, fits[b]!.spam)))
  const [low, high] = profile.width(HALF_CHI2_95)
  const method = `mean of the bases: ${METHOD}`
  return { value, low: Math.min(value, low), high: Math.max(value, high), confidence: CONFIDENCE, method }
}

function spamKnots(curve: readonly Tally[], likeliest: number): Knot[] {
  const along = (spam: number) => spamProfile(curve, spam)
  return knotsAlong(along, widthAt(along, likeliest, HALF_CHI2_95, 0, 1, 20), SPAM_KNOTS)
}
