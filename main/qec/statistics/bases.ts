/**
 * The mean error per round over bases that decay differently. Noise is often biased (T2 far below T1): one curve through
 * the pooled counts would then follow whichever basis survives longest. So every basis b has its own ε_b, preparation and
 * readout share one A, P_b(R) = ½[1 + A(1−2ε_b)^R], and what is reported is the mean of the ε_b.
 */

import type { DecayFit } from '../../contract/comparison'
import type { Estimate } from '../../contract/primitives'
import { errorPerRound, fitDecay, pool, SATURATED, unknown } from './decay'
import { CONFIDENCE } from './intervals'
import { type Curves, type DecayDraw, jointPosterior, type Resolution, TAIL } from './joint'
import { likeliestSpam, logLikelihood, maximize, saturatedLikelihood, signal, type Tally, widthAt } from './likelihood'
import { type Draw, errorPosterior } from './posterior'
import { uniforms } from './random'

/** A fit, and draws from the posterior of its mean error (prior ε^−½ for each basis, A uniform). */
export interface Fitted {
  readonly fit: DecayFit
  readonly draw: Draw
  /** Draws of all that the curves have, of which `draw` gives the mean ε. */
  readonly decay: DecayDraw
}

/** Half the 95 % points of χ² with one and with four degrees of freedom. */
const HALF_CHI2_95 = 1.9207294103470494
const HALF_CHI2_95_OF_4 = 4.743864518

const COARSE = { points: 32, tolerance: 1e-6 }
const GRIDS: Resolution = { spams: 32, errors: 80, points: 32, tolerance: 1.4e-6, steps: 20 }
const INTERVAL_DRAWS = 4_000

/** `bases` holds the counts of each basis; null when nothing was observed in any. One basis alone is the plain decay fit. */
export function fitBases(bases: readonly (readonly Tally[])[]): Fitted | null {
  const curves = bases.map(pool).filter(points => points.length > 0)
  if (curves.length === 0) return null
  if (curves.length === 1) return ofOne(curves[0]!)
  const rounds = new Set(curves.flat().map(point => point.rounds))
  return rounds.size === 1 ? withoutSpam(curves) : withSpam(curves)
}

function ofOne(points: readonly Tally[]): Fitted {
  const draw = errorPosterior(points)
  const spam = (error: number) => (points.length === 1 ? 1 : likeliestSpam(points, error))
  const decay: DecayDraw = random => {
    const error = draw(random)
    return { spam: spam(error), errors: [error] }
  }
  return { fit: fitDecay(points)!, draw, decay }
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const meanOf =
  (decay: DecayDraw): Draw =>
  random =>
    mean(decay(random).errors)

/** One number of rounds: preparation and readout cannot be told apart from the rounds, so A is taken as 1. */
function withoutSpam(curves: Curves): Fitted {
  const posteriors = curves.map(errorPosterior)
  const decay: DecayDraw = random => ({ spam: 1, errors: posteriors.map(posterior => posterior(random)) })
  const draw = meanOf(decay)
  const errors = curves.map(([point]) => errorPerRound(point!.failures / point!.shots, point!.rounds))
  const points = pool(curves.flat())
  const fit: DecayFit = {
    model: 'error_only',
    error_per_round: estimate(
      mean(errors),
      draw,
      'mean over the bases of ½[1−(1−2P)^(1/R)], preparation and readout included',
    ),
    error_by_basis: errors,
    spam: null,
    deviance: null,
    degrees_of_freedom: 0,
    residuals: points.map(({ rounds }) => ({ rounds, residual: 0 })),
  }
  return { fit, draw, decay }
}

function withSpam(curves: Curves): Fitted {
  const profile = (spam: number) => curves.reduce((sum, curve) => sum + curveAt(curve, spam).likelihood, 0)
  const spam = maximize(profile, 0, 1, COARSE)
  const likelihood = profile(spam)
  const errors = curves.map(curve => curveAt(curve, spam).error)
  const { draw: decay } = jointPosterior(curves, rangesOf(curves, profile, spam), GRIDS)
  const draw = meanOf(decay)
  const points = curves.flat()
  const freedom = points.length - curves.length - 1
  // A = 0 is a coin toss everywhere. If the counts allow it, they tell nothing of the errors.
  const known = likelihood - profile(0) > HALF_CHI2_95_OF_4
  const fit: DecayFit = {
    model: 'spam_and_error',
    error_per_round: known ? estimate(mean(errors), draw, METHOD) : unknown(SATURATED),
    ...(known && { error_by_basis: errors }),
    spam: known ? spamEstimate(profile, spam) : unknown(1),
    deviance: freedom <= 0 ? null : Math.max(0, 2 * (saturatedLikelihood(points) - likelihood)),
    degrees_of_freedom: Math.max(0, freedom),
    residuals: residuals(curves, errors, spam),
  }
  return { fit, draw, decay }
}

const rangesOf = (curves: Curves, profile: (spam: number) => number, spam: number) => ({
  spam: widthAt(profile, spam, TAIL, 0, 1, 20),
  roots: curves.map(() => [0, Math.SQRT1_2] as const),
})

const METHOD = 'mean of the errors of the bases, common A: binomial maximum likelihood, posterior interval'

/** The likeliest ε of one basis for a given A. Where 0 is as likely as the maximum found, it is 0. */
function curveAt(curve: readonly Tally[], spam: number): { error: number; likelihood: number } {
  const along = (u: number) => logLikelihood(curve, u * u, spam)
  const root = maximize(along, 0, Math.SQRT1_2, COARSE)
  const [found, none] = [along(root), along(0)]
  return none >= found - 1e-9 ? { error: 0, likelihood: none } : { error: root * root, likelihood: found }
}

/** Equal-tailed interval of the posterior, widened where need be so that it holds the fit. */
function estimate(value: number, draw: Draw, method: string): Estimate {
  const random = uniforms(1n)
  const draws = Float64Array.from({ length: INTERVAL_DRAWS }, () => draw(random)).sort()
  const quantile = (q: number) => draws[Math.round(q * (INTERVAL_DRAWS - 1))]!
  const low = Math.min(value, quantile((1 - CONFIDENCE) / 2))
  return { value, low, high: Math.max(value, quantile((1 + CONFIDENCE) / 2)), confidence: CONFIDENCE, method }
}

function spamEstimate(profile: (spam: number) => number, spam: number): Estimate {
  const [low, high] = widthAt(profile, spam, HALF_CHI2_95, 0, 1, 30)
  return {
    value: spam,
    low,
    high,
    confidence: CONFIDENCE,
    method: 'binomial maximum likelihood, profile-likelihood interval',
  }
}

/** Observed minus fitted failures of all bases together, in standard deviations of the fit. */
function residuals(curves: Curves, errors: readonly number[], spam: number): DecayFit['residuals'] {
  const rounds = pool(curves.flat()).map(point => point.rounds)
  return rounds.map(r => {
    let [excess, variance] = [0, 0]
    curves.forEach((curve, b) => {
      const expected = (1 - spam * signal(errors[b]!, r)) / 2
      for (const { shots, failures } of curve.filter(point => point.rounds === r)) {
        excess += failures - shots * expected
        variance += shots * expected * (1 - expected)
      }
    })
    return { rounds: r, residual: variance === 0 ? 0 : excess / Math.sqrt(variance) }
  })
}
