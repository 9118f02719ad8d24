/**
 * The beta distribution, on which binomial intervals rest. Continued fraction after Lentz (DLMF 8.17.22); quantiles by
 * bisection, which cannot leave the bracket.
 */

// Lanczos, g = 7, n = 9 (Godfrey's coefficients): relative error below 1e-14 for x > 0.
const LANCZOS = [
  0.99999999999980993, 676.5203681218851, -1259.1392167224028, 771.32342877765313, -176.61502916214059,
  12.507343278686905, -0.13857109526572012, 9.9843695780195716e-6, 1.5056327351493116e-7,
]

/** ln Γ(x) for x > 0. */
export function logGamma(x: number): number {
  if (x < 0.5) return Math.log(Math.PI / Math.sin(Math.PI * x)) - logGamma(1 - x)
  const y = x - 1
  const sum = LANCZOS.slice(1).reduce((total, coefficient, i) => total + coefficient / (y + i + 1), LANCZOS[0]!)
  const t = y + 7.5
  return 0.5 * Math.log(2 * Math.PI) + (y + 0.5) * Math.log(t) - t + Math.log(sum)
}

const TINY = 1e-300
const away = (value: number): number => (Math.abs(value) < TINY ? TINY : value)

/** Continued fraction of I_x(a, b). Converges in O(√max(a, b)) steps for x below (a + 1)/(a + b + 2). */
function continuedFraction(x: number, a: number, b: number): number {
  let c = 1
  let d = 1 / away(1 - ((a + b) * x) / (a + 1))
  let value = d
  for (let m = 1; m < 100_000; m++) {
    const even = (m * (b - m) * x) / ((a + 2 * m - 1) * (a + 2 * m))
    d = 1 / away(1 + even * d)
    c = away(1 + even / c)
    value *= d * c
    const odd = (-(a + m) * (a + b + m) * x) / ((a + 2 * m) * (a + 2 * m + 1))
    d = 1 / away(1 + odd * d)
    c = away(1 + odd / c)
    value *= d * c
    if (Math.abs(d * c - 1) < 1e-15) break
  }
  return value
}

/** Regularized incomplete beta function I_x(a, b): the distribution function of Beta(a, b), a and b > 0. */
export function regularizedBeta(x: number, a: number, b: number): number {
  if (x <= 0) return 0
  if (x >= 1) return 1
  const front = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log1p(-x))
  return x < (a + 1) / (a + b + 2)
    ? (front * continuedFraction(x, a, b)) / a
    : 1 - (front * continuedFraction(1 - x, b, a)) / b
}

/** The x with I_x(a, b) = probability. */
export function betaQuantile(probability: number, a: number, b: number): number {
  if (probability <= 0) return 0
  if (probability >= 1) return 1
  let low = 0
  let high = 1
  for (let step = 0; step < 200 && high - low > 1e-15 * high; step++) {
    const middle = (low + high) / 2
    if (regularizedBeta(middle, a, b) < probability) low = middle
    else high = middle
  }
  return (low + high) / 2
}
