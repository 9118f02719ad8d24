import type { GainAt } from '../../../../main/qec/statistics/gain-crossing'

/** A gain whose interval is `spread` to either side on the log scale. */
export const gainAt = (factor: number, value: number | null, spread = 0.05): GainAt => ({
  factor,
  gain:
    value === null
      ? { value, low: null, high: null, confidence: 0.95, method: 'none' }
      : { value, low: value * Math.exp(-spread), high: value * Math.exp(spread), confidence: 0.95, method: 'made up' },
})
