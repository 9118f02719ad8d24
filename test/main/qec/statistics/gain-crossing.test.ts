import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { crossingOf } from '../../../../main/qec/statistics/gain-crossing'
import { gainAt } from './gain-at'

describe('the crossing of a gain', () => {
  it('is exact on a power law, whatever the factors between which it lies', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0.02, max: 5, noNaN: true }),
        fc.double({ min: 0.3, max: 3, noNaN: true }),
        fc.boolean(),
        (cross, power, falling) => {
          const law = (factor: number) => (factor / cross) ** (falling ? -power : power)
          const { factor, falling: found } = crossingOf(
            [0.01, 0.1, 0.4, 1, 10].map(x => gainAt(x, law(x))),
            7n,
          )
          expect(factor.value! / cross).toBeCloseTo(1, 9)
          expect(found).toBe(falling)
          expect(factor.low!).toBeLessThanOrEqual(factor.value!)
          expect(factor.high!).toBeGreaterThanOrEqual(factor.value!)
        },
      ),
    )
  })

  it('has the width that the points have, divided by the slope', () => {
    // Log gain −2·ln x between two far points: interval of the mean of both, where it crosses in the middle.
    const { factor } = crossingOf([gainAt(0.1, 100, 0.196), gainAt(10, 0.01, 0.196)], 1n)
    const half = Math.log(factor.high! / factor.low!) / 2
    expect(half).toBeCloseTo(0.196 / Math.SQRT2 / 2, 2)
  })

  it('is null where the gain stays on one side, or is not known next to it', () => {
    for (const points of [
      [gainAt(0.1, 0.9), gainAt(1, 0.5)],
      [gainAt(0.1, 3), gainAt(1, 2)],
      [gainAt(0.1, 3), gainAt(0.5, null), gainAt(1, 0.5)],
      [gainAt(0.1, null), gainAt(1, null)],
      [gainAt(1, 2)],
      [],
    ])
      expect(crossingOf(points, 1n)).toMatchObject({ factor: { value: null, low: null, high: null }, falling: null })
  })

  it('has no end where the points do not exclude that it lies beyond them', () => {
    const { factor } = crossingOf([gainAt(0.5, 1.02, 0.3), gainAt(1, 0.3, 0.05)], 1n)
    expect(factor).toMatchObject({ low: null })
    expect(factor.high).toBeGreaterThan(factor.value!)
    const rising = crossingOf([gainAt(0.5, 0.3, 0.05), gainAt(1, 1.02, 0.3)], 1n)
    expect(rising.factor.high).toBeNull()
    expect(rising.factor.low).toBeLessThan(rising.factor.value!)
  })

  it('is the one nearest to the device as it is, where noise makes several', () => {
    const points = [gainAt(0.01, 2), gainAt(0.02, 0.9), gainAt(0.03, 1.5), gainAt(0.5, 1.2), gainAt(1, 0.6)]
    expect(crossingOf(points, 1n).factor.value).toBeGreaterThan(0.5)
  })

  it('is the same for the same seed', () => {
    const points = [gainAt(0.1, 3), gainAt(1, 0.5)]
    expect(crossingOf(points, 5n)).toEqual(crossingOf(points, 5n))
    expect(crossingOf(points, 5n)).not.toEqual(crossingOf(points, 6n))
  })
})
