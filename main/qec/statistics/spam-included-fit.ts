import { mean } from '../../contract/numbers/arithmetic'
import type { DecayFit } from '../../contract/runs/comparison'
import { drawnSpread, quantileOf } from './empirical-distributions'
import { equalTailed } from './intervals'
import type { Fitted } from './mean-over-bases'
import type { Decay } from './posterior'
import { uniforms } from './random'

const INTERVAL_DRAWS = 1_000

/**
 * The fit that one number of rounds would give, which counts preparation and readout in: ½[1 − A^(1/R) (1 − 2ε)] for
 * the ε of each basis. A fit that does not know A is left as it is. `decay` keeps A and ε apart.
 */
export function spamSpread(fitted: Fitted, rounds: number): Fitted {
  const { fit, decay } = fitted
  if (fit.spam?.value == null || fit.error_per_round.value === null) return fitted
  const spread = ({ errors, spams }: Decay) =>
    errors.map((error, basis) => (1 - spams[basis]! ** (1 / rounds) * (1 - 2 * error)) / 2)
  const counted = (random: () => number) => mean(spread(decay(random)))
  const errors = spread({
    errors: fit.error_by_basis?.map(error => error!) ?? [fit.error_per_round.value],
    spams: fit.spam_by_basis?.map(spam => spam!) ?? [fit.spam.value],
  })
  const random = uniforms(1n)
  const draws = Float64Array.from({ length: INTERVAL_DRAWS }, () => counted(random)).sort()
  const quantile = (share: number) => quantileOf(draws, share)
  const method = `${fit.error_per_round.method}; A counted in, spread over ${rounds} rounds`
  const { spam_by_basis, bounds_by_basis, ...others } = fit
  const shown: DecayFit = {
    ...others,
    model: 'error_only',
    error_per_round: equalTailed(mean(errors), quantile, method),
    ...(fit.error_by_basis && { error_by_basis: errors }),
    spam: null,
  }
  return { fit: shown, draw: counted, decay, spread: drawnSpread(draws) }
}
