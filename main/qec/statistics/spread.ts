import type { DecayFit } from '../../contract/comparison'
import type { Fitted } from './bases'

/**
 * The fit that one number of rounds would give, which counts preparation and readout in: ½[1 − A^(1/R) (1 − 2ε)] for ε, with
 * A held at its fit. A fit that does not know A is left as it is. `decay` keeps A and ε apart.
 */
export function spamSpread({ fit, draw, decay }: Fitted, rounds: number): Fitted {
  const spam = fit.spam?.value ?? null
  const { value, low, high, ...rest } = fit.error_per_round
  if (spam === null || value === null) return { fit, draw, decay }
  const left = spam ** (1 / rounds)
  const spread = (error: number) => (1 - left * (1 - 2 * error)) / 2
  const told = (error: number | null) => (error === null ? null : spread(error))
  const { error_by_basis, ...others } = fit
  const counted: DecayFit = {
    ...others,
    model: 'error_only',
    error_per_round: {
      ...rest,
      value: spread(value),
      low: told(low),
      high: told(high),
      method: `${rest.method}; A counted in, spread over ${rounds} rounds`,
    },
    ...(error_by_basis && { error_by_basis: error_by_basis.map(spread) }),
    spam: null,
  }
  return { fit: counted, draw: random => spread(draw(random)), decay }
}
