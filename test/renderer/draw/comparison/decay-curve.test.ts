import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decayCurve, survivalAfter } from '../../../../renderer/src/draw/comparison/decay-curve'
import { survivalOf } from '../../../../renderer/src/draw/comparison/survival'
import { sampleComparison, sampleEstimate } from '../../samples/runs'

const fitWith = (spam: number, error_by_basis?: number[]) => ({
  ...sampleComparison().encoded.fit!,
  spam: sampleEstimate(spam),
  ...(error_by_basis && { error_by_basis }),
})

describe('the decay of a fit', () => {
  it('mirrors the interval of the error into that of survival', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true }), (a, b) => {
        const [low, high] = [Math.min(a, b), Math.max(a, b)]
        const error = { ...sampleEstimate(low), low, value: low, high }
        expect(survivalOf({ error })).toMatchObject({ low: 1 - high, value: 1 - low, high: 1 - low })
      }),
    )
  })

  it('starts at the SPAM value and keeps the band around it', () => {
    const curve = decayCurve(sampleEstimate(0.05), fitWith(0.9), { until: 8 })!
    expect(curve.survival[0]).toBeCloseTo(0.95, 12)
    curve.survival.forEach((survival, i) => {
      expect(curve.low[i]).toBeLessThanOrEqual(survival)
      expect(curve.high[i]).toBeGreaterThanOrEqual(survival)
    })
    expect(survivalAfter(2, 0.05278640450004207, 1)).toBeCloseTo(0.9, 12)
    expect(decayCurve(sampleEstimate(null), null, { until: 8 })).toBeNull()
  })

  it('is the mean of the decays where bases decay differently, each from its own SPAM value', () => {
    const curve = decayCurve(sampleEstimate(0.2), fitWith(1, [0.02, 0.29, 0.29]), { until: 4 })!
    const expected = [0.02, 0.29, 0.29].map(error => survivalAfter(4, error, 1)).reduce((a, b) => a + b) / 3
    expect(curve.survival.at(-1)).toBeCloseTo(expected, 12)
    const fit = { ...fitWith(0.9, [0.02, 0.05, 0.11]), spam_by_basis: [0.98, 0.9, 0.82] }
    const own = decayCurve(sampleEstimate(0.06), fit, { until: 8 })!
    const at = (rounds: number) =>
      [0, 1, 2].reduce((sum, b) => sum + survivalAfter(rounds, fit.error_by_basis![b]!, fit.spam_by_basis[b]!), 0) / 3
    for (const [i, rounds] of own.rounds.entries()) expect(own.survival[i]).toBeCloseTo(at(rounds), 12)
  })
})
