/** Rows and columns of the restart matrix. */
export const RESTARTS = 1000
/** So that all 2000 rows and columns of an honest source pass with 99 % (SP 800-90B 3.1.4.3). */
const FALSE_ALARM = 1 - 0.99 ** (1 / (2 * RESTARTS))

/**
 * Greatest allowed count of a symbol in a row or column of 1000: the least c that the most frequent symbol exceeds with a chance of
 * at most `FALSE_ALARM`. As many symbols as possible have the chance 2^−entropy, and the others share the rest.
 *
 * The reference tool simulates this; here it is exact (Levin 1981). Counts are independent Poisson numbers under the condition that
 * they add up to 1000, so the chance that none exceeds c comes from convolving Poisson distributions cut off at c.
 */
export function restartCutoff(entropy: number, symbols: number): number {
  const likely = 2 ** -entropy
  const often = Math.min(symbols, Math.floor(1 / likely + 1e-9))
  const rest = symbols - often
  const groups = [
    { means: RESTARTS * likely, symbols: often },
    { means: rest > 0 ? (RESTARTS * Math.max(0, 1 - likely * often)) / rest : 0, symbols: rest },
  ]
  let [low, high] = [Math.ceil(RESTARTS / symbols) - 1, RESTARTS]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if (1 - chanceWithin(middle, groups) <= FALSE_ALARM) high = middle
    else low = middle
  }
  return high
}

/** The chance that no count exceeds `most`. */
function chanceWithin(most: number, groups: readonly { means: number; symbols: number }[]): number {
  const parts = groups
    .filter(({ symbols }) => symbols > 0)
    .map(({ means, symbols }) => power(poisson(means, most), symbols))
  const [first, second] = parts
  const total = second === undefined ? first![RESTARTS]! : convolved(first!, second)[RESTARTS]!
  const mean = groups.reduce((sum, { means, symbols }) => sum + means * symbols, 0)
  return total / poisson(mean, RESTARTS)[RESTARTS]!
}

function poisson(mean: number, most: number): Float64Array {
  const chances = new Float64Array(RESTARTS + 1)
  let log = -mean
  for (let count = 0; count <= most; count++) {
    chances[count] = mean === 0 ? Number(count === 0) : Math.exp(log)
    log += Math.log(mean / (count + 1))
  }
  return chances
}

function power(distribution: Float64Array, exponent: number): Float64Array {
  let result: Float64Array | null = null
  let square = distribution
  for (let left = exponent; left > 0; left >>= 1) {
    if (left & 1) result = result === null ? square : convolved(result, square)
    if (left > 1) square = convolved(square, square)
  }
  return result!
}

function convolved(a: Float64Array, b: Float64Array): Float64Array {
  const sum = new Float64Array(RESTARTS + 1)
  for (let i = 0; i <= RESTARTS; i++) {
    const factor = a[i]!
    if (factor === 0) continue
    for (let j = 0; i + j <= RESTARTS; j++) sum[i + j]! += factor * b[j]!
  }
  return sum
}
