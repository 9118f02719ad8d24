/**
 * The incomplete gamma function, on which the tails of χ² rest: series (DLMF 8.7.1) and continued fraction (DLMF
 * 8.9.2).
 */
import { logGamma } from './beta'

/** Regularized upper incomplete gamma function Q(a, x), a > 0 and x ≥ 0: 1 at x = 0, falling to 0. */
export function regularizedGammaQ(a: number, x: number): number {
  if (x <= 0) return 1
  const front = Math.exp(a * Math.log(x) - x - logGamma(a))
  return x < a + 1 ? 1 - front * series(a, x) : front * continuedFraction(a, x)
}

/** Chance that χ² with so many degrees of freedom is at least `value`. (3.841458820694124, 1) → 0.05. */
export const chi2Above = (value: number, degrees_of_freedom: number): number =>
  regularizedGammaQ(degrees_of_freedom / 2, value / 2)

const MAX_STEPS = 100_000

function series(a: number, x: number): number {
  let term = 1 / a
  let sum = term
  for (let n = 1; n < MAX_STEPS && term > sum * 1e-16; n++) {
    term *= x / (a + n)
    sum += term
  }
  return sum
}

/** Continued fraction of Γ(a, x), by Lentz's method, without the factor `front`. */
function continuedFraction(a: number, x: number): number {
  let b = x + 1 - a
  let c = Number.POSITIVE_INFINITY
  let d = 1 / b
  let value = d
  for (let n = 1; n < MAX_STEPS; n++) {
    const numerator = -n * (n - a)
    b += 2
    d = 1 / (b + numerator * d)
    c = b + numerator / c
    value *= c * d
    if (Math.abs(c * d - 1) < 1e-15) break
  }
  return value
}
