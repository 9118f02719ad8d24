import { type EntropyEstimate, type SymbolSequence, upperBound } from './sequence'

/** Most common value estimate (SP 800-90B 6.3.1). */
export function mostCommonEstimate({ data }: SymbolSequence): EntropyEstimate {
  const counts = new Float64Array(256)
  for (const symbol of data) counts[symbol]!++
  const mode_count = Math.max(...counts)
  const p_hat = mode_count / data.length
  const p_u = upperBound(p_hat, data.length)
  return { estimator: 'most_common_value', min_entropy: -Math.log2(p_u), figures: { mode_count, p_hat, p_u } }
}
