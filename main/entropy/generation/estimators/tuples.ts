import { type EntropyEstimate, type EstimateCheckpoint, type SymbolSequence, upperBound } from './sequence'
import { commonPrefixes, suffixArray } from './suffix-array'

/** A tuple length t counts where the most common tuple occurs at least this often. */
const MIN_COUNT = 35

/** t-tuple and longest repeated substring estimates (SP 800-90B 6.3.5, 6.3.6), which share their counts. */
export function tupleEstimates(
  { data, symbols }: SymbolSequence,
  checkpoint: EstimateCheckpoint,
): [EntropyEstimate, EntropyEstimate] {
  const sorted = suffixArray(data, symbols, checkpoint)
  const counts = tupleCounts(commonPrefixes(data, sorted, checkpoint), checkpoint)
  let u = 1
  while (u <= counts.longest && counts.most[u]! >= MIN_COUNT) u++
  return [tTuple(counts, u, data.length), longestRepeat(counts, u, data.length)]
}

interface TupleCounts {
  /** Length of the longest tuple that comes twice. */
  readonly longest: number
  /** By length: how often the commonest tuple comes. */
  readonly most: Float64Array
  /** By length: pairs of equal tuples. Exact: less than 2^53. */
  readonly pairs: Float64Array
}

/**
 * Counts of all tuples from the common prefixes of neighbouring suffixes. Suffixes that share their first l symbols form an
 * interval, nested in one that shares only p symbols. For each length from p + 1 to l it has one tuple, which occurs once in each
 * suffix of the interval. Intervals are closed from a stack in one pass.
 */
function tupleCounts(common: Int32Array, checkpoint: EstimateCheckpoint): TupleCounts {
  const n = common.length
  const longest = common.reduce((most, length) => Math.max(most, length), 0)
  const most = new Float64Array(longest + 2)
  const pairs = new Float64Array(longest + 2)
  const depths = new Int32Array(longest + 2)
  const lefts = new Int32Array(longest + 2)
  let top = 0
  for (let i = 1; i <= n; i++) {
    if ((i & 1023) === 0) checkpoint()
    const depth = i < n ? common[i]! : 0
    let left = i - 1
    while (depths[top]! > depth) {
      left = lefts[top]!
      const [length, count] = [depths[top]!, i - left]
      const outer = Math.max(depth, depths[--top]!)
      most[length] = Math.max(most[length]!, count)
      pairs[outer + 1]! += (count * (count - 1)) / 2
      pairs[length + 1]! -= (count * (count - 1)) / 2
    }
    if (depth > depths[top]!) {
      depths[++top] = depth
      lefts[top] = left
    }
  }
  for (let length = longest - 1; length > 0; length--) most[length] = Math.max(most[length]!, most[length + 1]!)
  for (let length = 1; length <= longest; length++) pairs[length]! += pairs[length - 1]!
  return { longest, most, pairs }
}

function tTuple({ most }: TupleCounts, u: number, n: number): EntropyEstimate {
  let p_max = 0
  for (let t = 1; t < u; t++) p_max = Math.max(p_max, (most[t]! / (n - t + 1)) ** (1 / t))
  if (u === 1) return { estimator: 't_tuple', min_entropy: null, figures: { t: 0 } }
  const p_u = upperBound(p_max, n)
  return { estimator: 't_tuple', min_entropy: -Math.log2(p_u), figures: { t: u - 1, p_max, p_u } }
}

function longestRepeat({ longest: v, pairs }: TupleCounts, u: number, n: number): EntropyEstimate {
  let p_hat = 0
  for (let w = u; w <= v; w++) p_hat = Math.max(p_hat, (pairs[w]! / (((n - w) * (n - w + 1)) / 2)) ** (1 / w))
  if (v < u) return { estimator: 'lrs', min_entropy: null, figures: { u, v } }
  const p_u = upperBound(p_hat, n)
  return { estimator: 'lrs', min_entropy: -Math.log2(p_u), figures: { u, v, p_hat, p_u } }
}
