import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { chi2Above, regularizedGammaQ } from '../../../../main/qec/statistics/gamma'

describe('the tail of χ²', () => {
  it.each([
    // Points of the tables (Abramowitz and Stegun, 26.8).
    [3.84146, 1, 0.05],
    [10.8276, 1, 0.001],
    [0.0039321, 1, 0.95],
    [13.8155, 2, 0.001],
    [12.5916, 6, 0.05],
    [22.4577, 6, 0.001],
    [124.342, 100, 0.05],
    [77.9295, 100, 0.95],
  ])('is as tabled: χ² ≥ %d with %i degrees of freedom has %d', (value, freedom, chance) => {
    expect(chi2Above(value, freedom) / chance).toBeCloseTo(1, 4)
  })

  it('is all of it at 0 and nothing far out, without losing small chances', () => {
    expect(chi2Above(0, 3)).toBe(1)
    expect(chi2Above(1e6, 3)).toBe(0)
    expect(chi2Above(200, 2) / Math.exp(-100)).toBeCloseTo(1, 10)
  })

  it('is what the recurrence in the degrees of freedom says', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 200 }), fc.double({ min: 1e-3, max: 400, noNaN: true }), (freedom, x) => {
        // Q(a + 1, x) = Q(a, x) + x^a e^−x / Γ(a + 1), and for whole a from Q(1, x) = e^−x on.
        let [sum, term] = [0, Math.exp(-x)]
        for (let k = 0; k < freedom; k++) {
          sum += term
          term *= x / (k + 1)
        }
        expect(Math.abs(regularizedGammaQ(freedom, x) - sum)).toBeLessThan(1e-11)
      }),
    )
  })
})
