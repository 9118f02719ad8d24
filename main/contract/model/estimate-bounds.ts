/** The form an estimate takes: a figure, a bound on one side, an interval without a figure, or nothing. */
import type { Estimate } from './primitives'

export type EstimateForm =
  | { readonly kind: 'figure'; readonly value: number }
  | { readonly kind: 'above' | 'below'; readonly than: number }
  | { readonly kind: 'between' }
  | { readonly kind: 'nothing' }

/** The form of an estimate, the same in every view; each view writes the numbers in its own way. */
export function estimateForm({ value, low, high }: Pick<Estimate, 'value' | 'low' | 'high'>): EstimateForm {
  if (value !== null) return { kind: 'figure', value }
  if (low !== null && high !== null) return { kind: 'between' }
  if (low !== null) return { kind: 'above', than: low }
  return high === null ? { kind: 'nothing' } : { kind: 'below', than: high }
}

/** One end of the estimate as a one-sided bound; without a bound where that end is missing or no better than `trivial`. */
export function oneSided(estimate: Estimate, side: 'low' | 'high', trivial: number): Estimate {
  const end = estimate[side]
  const bound = end === null || (side === 'low' ? end <= trivial : end >= trivial) ? null : end
  return {
    value: null,
    low: side === 'low' ? bound : null,
    high: side === 'high' ? bound : null,
    // Each end of a two-sided interval excludes half of 1 - confidence.
    confidence: (1 + estimate.confidence) / 2,
    method: `one-sided bound: ${estimate.method}`,
  }
}
