/** Output entropy of a vetted conditioning component (SP 800-90B 3.1.5.1.2); all in bits. */

interface ConditioningWidths {
  readonly n_in: number
  readonly n_out: number
  /** The narrowest internal width of the component. */
  readonly nw: number
  /** Min-entropy of the input. */
  readonly h_in: number
}

interface OutputEntropy {
  readonly h_out: number
  /** log2 of the part of min(h_in, n_out) that is lost; −∞ where nothing is. */
  readonly log2_epsilon: number
}

/**
 * h_out = −log2 max(ψ, ω). Both are worked out relative to 2^−min(h_in, n), so that a loss of 2^−7000 bits is still a number.
 * Throws RangeError for widths that are not positive or more entropy than input.
 */
export function conditionedEntropy({ n_in, n_out, nw, h_in }: ConditioningWidths): OutputEntropy {
  if (!(n_in > 0 && n_out > 0 && nw > 0 && h_in > 0)) throw new RangeError('widths and entropy must be positive')
  if (h_in > n_in) throw new RangeError(`an input of ${n_in} bits cannot hold ${h_in} bits of entropy`)
  const n = Math.min(n_out, nw)
  const base = Math.min(h_in, n)
  const likeliest = 2 ** -h_in
  // 2^n_in P_low − 1, where P_low = (1 − 2^−h_in) / (2^n_in − 1).
  const low = (2 ** -n_in - likeliest) / (1 - 2 ** -n_in)
  // log2 of what ψ and ω exceed 2^−base by, relative to it; in logarithms where they would underflow.
  const psi = base === n ? sumOf(n - h_in, low) : h_in - n + Math.log2(1 + low)
  const spread = 0.5 * Math.log2(2 * n * Math.LN2) - (n_in - n) / 2
  const omega = base === n ? sumOf(spread, low) : Number.NEGATIVE_INFINITY
  const excess = Math.max(psi, omega)
  // log2(1 + 2^excess) is 2^excess / ln 2 where that is tiny.
  const log2Loss = excess < -50 ? excess - Math.log2(Math.LN2) : Math.log2(Math.log1p(2 ** excess) / Math.LN2)
  return { h_out: base - 2 ** log2Loss, log2_epsilon: log2Loss - Math.log2(base) }
}

/** log2(2^exponent + rest), where `rest` is tiny and counts only beside a large first term. */
const sumOf = (exponent: number, rest: number): number =>
  exponent > -1000 ? Math.log2(Math.max(2 ** exponent + rest, 0)) : exponent
