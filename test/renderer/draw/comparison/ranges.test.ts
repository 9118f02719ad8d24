import fc from 'fast-check'
import { expect, it } from 'vitest'
import { logRange } from '../../../../renderer/src/draw/comparison/ranges'

it('a logarithmic range holds what is positive and is never without width', () => {
  fc.assert(
    fc.property(fc.array(fc.double({ min: 1e-9, max: 1e3, noNaN: true }), { minLength: 1 }), values => {
      const [low, high] = logRange([0, ...values])
      expect(Math.min(...values)).toBeGreaterThanOrEqual(low)
      expect(Math.max(...values)).toBeLessThanOrEqual(high)
      expect(Math.log10(high / low)).toBeGreaterThan(0.69)
    }),
  )
  expect(logRange([])).toEqual([0.1, 1])
})
