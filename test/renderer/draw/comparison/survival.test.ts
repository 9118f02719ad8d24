import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { pooledAfter, wilsonEstimate } from '../../../../renderer/src/draw/comparison/survival'
import { sampleComparison } from '../../samples/runs'

describe('pooled points', () => {
  it('gives the published upper end for 0 of 10', () => {
    expect(wilsonEstimate(0, 10).high).toBeCloseTo(0.2775, 4)
    expect(wilsonEstimate(0, 10).low).toBe(0)
    expect(wilsonEstimate(10, 10)).toMatchObject({ high: 1, value: 1 })
  })

  it('says nothing where nothing was observed', () => {
    expect(wilsonEstimate(0, 0)).toMatchObject({ value: null, low: null, high: null })
    expect(pooledAfter([], 4)).toBeNull()
  })

  it('keeps the fraction inside its interval and the interval inside 0..1', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.double({ min: 0, max: 1, noNaN: true }), (shots, part) => {
        const { value, low, high } = wilsonEstimate(Math.floor(part * shots), shots)
        expect(0 <= low! && low! <= value! && value! <= high! && high! <= 1).toBe(true)
      }),
    )
  })

  it('adds failures and shots of every state', () => {
    const { points } = sampleComparison().encoded
    const here = points.filter(point => point.rounds === 2)
    const failures = here.reduce((sum, point) => sum + point.failures, 0)
    expect(pooledAfter(points, 2)?.value).toBeCloseTo(failures / (here.length * 20_000), 12)
  })
})
