import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorRatio } from '../../../../renderer/src/draw/comparison/error-ratio'
import { wilsonEstimate } from '../../../../renderer/src/draw/comparison/survival'
import { sampleEstimate } from '../../samples/runs'

describe('the ratio of errors', () => {
  const figures = fc
    .tuple(fc.integer({ min: 20, max: 5_000 }), fc.integer({ min: 1, max: 400 }))
    .map(([more, failures]) => wilsonEstimate(failures, failures + more))

  it('turns over as its sides do, ends with it', () => {
    fc.assert(
      fc.property(figures, figures, (a, b) => {
        const [ab, ba] = [errorRatio(a, b)!, errorRatio(b, a)!]
        expect(ab.value! * ba.value!).toBeCloseTo(1, 9)
        expect(ab.low! * ba.high!).toBeCloseTo(1, 6)
        expect(ab.low!).toBeLessThanOrEqual(ab.value!)
        expect(ab.high!).toBeGreaterThanOrEqual(ab.value!)
      }),
    )
  })

  /** The generator of Park and Miller (1988), which is enough for a check of coverage. */
  const random = (seed: number) => {
    let state = seed
    return () => {
      state = (state * 48_271) % 2_147_483_647
      return state / 2_147_483_647
    }
  }

  // Claim: intervals at 95 % hold the truth in 95 % of 800 trials; 92.5 % is 3.2 standard errors below.
  it('holds the true ratio as often as it says', () => {
    const draw = random(17)
    const failures = (shots: number, error: number) => Array.from({ length: shots }, draw).filter(u => u < error).length
    const trials = Array.from({ length: 800 }, () =>
      errorRatio(wilsonEstimate(failures(300, 0.05), 300), wilsonEstimate(failures(300, 0.1), 300)),
    )
    const held = trials.filter(ratio => ratio!.low! <= 0.5 && (ratio!.high ?? Number.POSITIVE_INFINITY) >= 0.5)
    expect(held.length / trials.length).toBeGreaterThan(0.925)
  })

  it('is bounded from below where the encoded qubit never failed, and nothing where neither did', () => {
    expect(errorRatio(wilsonEstimate(20, 1_000), wilsonEstimate(0, 1_000))).toMatchObject({ value: null, high: null })
    expect(errorRatio(wilsonEstimate(0, 10), wilsonEstimate(0, 10))).toBeNull()
    expect(errorRatio(sampleEstimate(null), wilsonEstimate(1, 10))).toBeNull()
  })
})
