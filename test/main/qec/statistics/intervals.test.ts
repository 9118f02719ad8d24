import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { betaQuantile, logGamma, regularizedBeta } from '../../../../main/qec/statistics/beta'
import { clopperPearson, wilson } from '../../../../main/qec/statistics/intervals'

/** The obvious reference: P(Binomial(n, p) ≥ k), summed term by term. */
function atLeast(k: number, n: number, p: number): number {
  let sum = 0
  let choose = 1
  for (let i = 0; i <= n; i++) {
    if (i >= k) sum += choose * p ** i * (1 - p) ** (n - i)
    choose = (choose * (n - i)) / (i + 1)
  }
  return sum
}

describe('the beta distribution', () => {
  it.each([
    [1, 0],
    [2, 0],
    [5, Math.log(24)],
    [0.5, Math.log(Math.PI) / 2],
    [11, Math.log(3_628_800)],
  ])('ln Γ(%d) is %d', (x, value) => expect(logGamma(x)).toBeCloseTo(value, 12))

  it.each([
    [0.5, 2, 3, 0.6875],
    [0.3, 2.5, 7.25, 0.6604822735819071],
    [0.01, 0.5, 0.5, 0.06376856085851985],
    [0.0203, 20_000.5, 980_000.5, 0.9834684493748391],
  ])('I_%d(%d, %d) is %d', (x, a, b, value) => expect(regularizedBeta(x, a, b)).toBeCloseTo(value, 8))

  it('is the binomial tail, summed term by term', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.double({ min: 0.001, max: 0.999, noNaN: true }), (n, p) => {
        for (let k = 1; k <= n; k++) expect(regularizedBeta(p, k, n - k + 1)).toBeCloseTo(atLeast(k, n, p), 9)
      }),
      { numRuns: 30 },
    )
  })

  it('is undone by its quantile', () => {
    const shape = fc.double({ min: 0.5, max: 500, noNaN: true })
    fc.assert(
      fc.property(shape, shape, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (a, b, p) => {
        expect(regularizedBeta(betaQuantile(p, a, b), a, b)).toBeCloseTo(p, 8)
      }),
    )
  })
})

describe('intervals of a proportion', () => {
  it('gives 0.3085 for 0 of 10 by Clopper and Pearson', () => {
    const { value, low, high } = clopperPearson(0, 10)
    expect([value, low]).toEqual([0, 0])
    expect(high).toBeCloseTo(1 - 0.025 ** 0.1, 12)
    expect(high).toBeCloseTo(0.3085, 4)
  })
  it('gives the published values for 5 of 10', () => {
    expect(clopperPearson(5, 10).low).toBeCloseTo(0.187086, 6)
    expect(clopperPearson(5, 10).high).toBeCloseTo(0.812914, 6)
    expect(wilson(5, 10).low).toBeCloseTo(0.236593, 5)
    expect(wilson(5, 10).high).toBeCloseTo(0.763407, 5)
  })
  it('gives 0.2775 for 0 of 10 by Wilson', () => expect(wilson(0, 10).high).toBeCloseTo(0.2775, 4))
  it.each([clopperPearson, wilson])('says nothing about no trials: %o', method => {
    expect(method(0, 0)).toMatchObject({ value: null, low: null, high: null })
  })
  it('always holds its value and mirrors when counts are swapped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 3_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (n, share) => {
        const k = Math.round(share * n)
        for (const method of [clopperPearson, wilson]) {
          const [one, other] = [method(k, n), method(n - k, n)]
          expect(one.low!).toBeLessThanOrEqual(one.value!)
          expect(one.high!).toBeGreaterThanOrEqual(one.value!)
          expect(one.low!).toBeCloseTo(1 - other.high!, 9)
        }
      }),
      { numRuns: 50 },
    )
  })
  it('covers the truth at least 95 times in 100 by Clopper and Pearson, counted exactly', () => {
    for (const p of [0.02, 0.1, 0.37, 0.5]) {
      let covered = 0
      for (let k = 0; k <= 30; k++) {
        const { low, high } = clopperPearson(k, 30)
        if (low! <= p && p <= high!) covered += atLeast(k, 30, p) - atLeast(k + 1, 30, p)
      }
      expect(covered).toBeGreaterThanOrEqual(0.95)
    }
  })
})
