/** The form an estimate takes: a figure, a bound on one side, an interval without a figure, or nothing. */
import type { Estimate } from './primitives'

export type EstimateForm =
  | { readonly kind: 'figure'; readonly value: number }
  | { readonly kind: 'above' | 'below'; readonly than: number }
  | { readonly kind: 'between' }
  | { readonly kind: 'nothing' }

/** For every view alike; each writes numbers in its own way. */
export function estimateForm({ value, low, high }: Pick<Estimate, 'value' | 'low' | 'high'>): EstimateForm {
  if (value !== null) return { kind: 'figure', value }
  if (low !== null && high !== null) return { kind: 'between' }
  if (low !== null) return { kind: 'above', than: low }
  return high === null ? { kind: 'nothing' } : { kind: 'below', than: high }
}

/** One end of it alone, or nothing where the estimate has no such end or one that says nothing. */
export function oneSided(estimate: Estimate, side: 'low' | 'high', trivial: number): Estimate {
  const end = estimate[side]
  const bound = end === null || (side === 'low' ? end <= trivial : end >= trivial) ? null : end
  return {
    value: null,
    low: side === 'low' ? bound : null,
    high: side === 'high' ? bound : null,
    // A two-sided interval leaves half of the rest out at either end; a bound of one side says what it leaves out.
    confidence: (1 + estimate.confidence) / 2,
    method: `one-sided bound: ${estimate.method}`,
  }
}
