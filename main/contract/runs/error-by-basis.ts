/** ε of one basis as an estimate of its own. */
import type { Estimate } from '../model/primitives'
import type { DecayFit } from './comparison'

type ErrorByBasis = Pick<DecayFit, 'error_by_basis' | 'bounds_by_basis'>

/** At this error a basis has lost its state: an interval that reaches it has no upper end. */
const LOST = 0.5

/**
 * With its 95 % likelihood-ratio interval; a basis without a figure has its lower bound alone, or nothing where the counts leave ε
 * open. Fits of versions without `bounds_by_basis` have no interval.
 */
export function errorOfBasis({ error_by_basis, bounds_by_basis }: ErrorByBasis, basis: number): Estimate {
  const value = error_by_basis?.[basis] ?? null
  const bounds = bounds_by_basis?.[basis]
  const about = { confidence: 0.95, method: value === null ? 'not identifiable' : 'likelihood ratio' }
  if (bounds === undefined) return { value, low: null, high: null, ...about }
  const low = value === null && bounds.low <= 0 ? null : bounds.low
  return { value, low, high: bounds.high < LOST ? bounds.high : null, ...about }
}
