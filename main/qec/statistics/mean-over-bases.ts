/**
 * The mean error per round over bases that decay differently. Noise is often biased (T2 far below T1), and preparation
 * and readout errors differ by basis too: one curve through the pooled counts would follow the basis that survives
 * longest, and one A for all would read a basis that starts lower as decay. So every basis b has its own P_b(R) = ½[1 +
 * A_b(1−2ε_b)^R], fitted by maximum likelihood, and the mean of the ε_b is reported with a posterior interval; the
 * interval of the mean A is a likelihood-ratio one (S. S. Wilks, Ann. Math. Stat. 9 (1938) 60). With as many shots in
 * each basis the mean is known as precisely as with one A.
 */
import type { Estimate } from '../../contract/model/primitives'
import { mean } from '../../contract/numbers/arithmetic'
import { Basis, type DecayFit } from '../../contract/runs/comparison'
import {
  bounded,
  determinesSpam,
  devianceOf,
  fitDecay,
  goodness,
  HALF_CHI2_95,
  type Likeliest,
  likeliestDecay,
  METHOD,
  pool,
  residual,
  spamProfile,
  unknown,
} from './decay'
import { CONFIDENCE, equalTailed } from './intervals'
import { type Tally, widthAt } from './likelihood'
import { type Curves, type DecayDraw, type Draw, type Posterior, posteriorOf, type Spread } from './posterior'
import { type Knot, knotsAlong, MeanProfile } from './profile-likelihood'
import { joinZero, type ZeroRounds } from './zero-rounds'

/** A fit, and draws from the posterior of its mean error (prior ε^−½, all else at its likeliest). */
export interface Fitted {
  readonly fit: DecayFit
  readonly draw: Draw
  /** Draws of all that the curves have, of which `draw` gives the mean ε. */
  readonly decay: DecayDraw
  /** Distribution of the mean ε; null where the mean has no value and only its bounds are known. */
  readonly spread: Spread | null
}

/**
 * `bases` holds the counts of X, Y and Z, or of the first of them; null when nothing was observed in any. `zero`: how
 * counts without any round enter.
 */
export function fitBases(bases: readonly (readonly Tally[])[], zero: ZeroRounds = 'exponential'): Fitted | null {
  const joined = joinZero(bases.map(pool), zero)
  const curves = joined.curves.filter(points => points.length > 0)
  if (curves.length === 0) return null
  const interval = joined.interval.filter(points => points.length > 0)
  const known = isKnown(curves)
  const posterior = posteriorOf(interval, known ? 'known' : 'fitted')
  const letters = Basis.options.filter((_, b) => (joined.curves[b]?.length ?? 0) > 0)
  const fit = fitOf({ curves, interval, bases: letters, known, posterior })
  const spread = fit.error_per_round.value === null ? null : posterior
  const { zero_rounds } = joined
  return { fit: { ...fit, ...(zero_rounds && { zero_rounds }) }, draw: posterior.draw, decay: posterior.decay, spread }
}

/** Whether A is taken as 1: one number of rounds does not separate preparation and readout from the rounds. */
const isKnown = (curves: Curves): boolean => new Set(curves.flat().map(({ rounds }) => rounds)).size === 1

interface Fitting {
  readonly curves: Curves
  /** Points that the intervals are computed from, see `joinZero`. */
  readonly interval: Curves
  readonly bases: readonly Basis[]
  readonly known: boolean
  readonly posterior: Posterior
}

const COUNTED = 'mean over the bases of ½[1−(1−2P)^(1/R)], preparation and readout included'
const LIKELIEST =
  'mean of the errors of the bases, each with its own A: binomial maximum likelihood, posterior interval'
const ALONE = 'binomial maximum likelihood, posterior interval'

/** One basis alone is the plain decay fit. */
function fitOf(fitting: Fitting): DecayFit {
  const { curves, known, posterior } = fitting
  if (curves.length > 1) return meanFit(fitting)
  const fit = fitDecay(curves[0]!)!
  const { value } = fit.error_per_round
  if (known || value === null) return fit
  return { ...fit, error_per_round: equalTailed(value, posterior.quantile, ALONE) }
}

function meanFit(fitting: Fitting): DecayFit {
  const { curves, bases, known, posterior } = fitting
  const fits = curves.map(curve => likeliestDecay(curve, known))
  const method = known ? COUNTED : LIKELIEST
  const errors = fits.map(({ error }) => error)
  return {
    model: known ? 'error_only' : 'spam_and_error',
    error_per_round: fits.every(({ identified }) => identified)
      ? equalTailed(mean(errors), posterior.quantile, method)
      : boundedMean(fitting, fits),
    bases: [...bases],
    error_by_basis: fits.map(({ identified, error }) => (identified ? error : null)),
    bounds_by_basis: fits.map(({ low, high }) => ({ low, high })),
    ...(known ? { spam: null, ...goodness(0, 0) } : spamOf(curves, fits)),
    residuals: residualsOf(curves, bases, fits),
  }
}

/**
 * Bounds of the mean where some bases have no value: those enter with their own bounds, the others with a quantile of
 * the posterior of their own mean.
 */
function boundedMean({ interval, bases, known }: Fitting, fits: readonly Likeliest[]): Estimate {
  const identified = interval.filter((_, b) => fits[b]!.identified)
  const others = fits.filter(fit => !fit.identified)
  const quantile = identified.length === 0 ? () => 0 : posteriorOf(identified, known ? 'known' : 'fitted').quantile
  const end = (of: 'low' | 'high', share: number) =>
    (others.reduce((sum, fit) => sum + fit[of], 0) + identified.length * quantile(share)) / fits.length
  const named = bases.filter((_, b) => !fits[b]!.identified).join(' and ')
  const why =
    `the likelihood-ratio interval of ${named} reaches ½ or leaves ε and A open, ` +
    'which so count with both ends of theirs in the mean over the bases'
  return bounded([end('low', (1 - CONFIDENCE) / 2), end('high', (1 + CONFIDENCE) / 2)], why)
}

function spamOf(curves: Curves, fits: readonly Likeliest[]) {
  const known = fits.map(({ identified }, b) => determinesSpam(curves[b]!, identified))
  const deviance = curves.reduce((sum, curve, b) => sum + devianceOf(curve, fits[b]!.likelihood), 0)
  const freedom = curves.reduce((sum, { length }) => sum + Math.max(0, length - 2), 0)
  return {
    spam_by_basis: fits.map(({ spam }, b) => (known[b] ? spam : null)),
    spam: known.every(each => each) ? spamEstimate(curves, fits, mean(fits.map(({ spam }) => spam))) : unknown,
    ...goodness(deviance, freedom),
  }
}

const residualsOf = (curves: Curves, bases: readonly Basis[], fits: readonly Likeliest[]): DecayFit['residuals'] =>
  curves.flatMap((curve, b) =>
    curve.map(point => ({
      rounds: point.rounds,
      basis: bases[b]!,
      residual: residual(point, fits[b]!.error, fits[b]!.spam),
    })),
  )

/** Knots of A for one basis, over the range that the interval of the mean can reach. */
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
  return knotsAlong(
    along,
    widthAt(along, { peak: likeliest, drop: HALF_CHI2_95, low: 0, high: 1, steps: 20 }),
    SPAM_KNOTS,
  )
}
