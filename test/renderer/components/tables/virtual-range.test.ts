import fc from 'fast-check'
import { expect, it } from 'vitest'
import { virtualRange } from '../../../../renderer/src/components/tables/virtual-range'

it('draws only what can be seen of 100,000 rows, with a margin', () => {
  const { first, end } = virtualRange({ count: 100_000, size: 34, from: 34 * 50_000, length: 680 })
  expect([first, end]).toEqual([49_988, 50_032])
})

it('draws every row that is in view, and none that is not there', () => {
  const number = fc.integer({ min: 0, max: 1_000_000 })
  fc.assert(
    fc.property(
      number,
      fc.integer({ min: 1, max: 100 }),
      number,
      fc.integer({ min: 0, max: 5_000 }),
      (count, row, top, height) => {
        const { first, end } = virtualRange({ count, size: row, from: top, length: height })
        expect(first).toBeGreaterThanOrEqual(0)
        expect(end).toBeLessThanOrEqual(count)
        expect(first).toBeLessThanOrEqual(end)
        for (const at of [Math.floor(top / row), Math.floor((top + height) / row)])
          if (at < count) expect(at >= first && at < Math.max(end, first + 1)).toBe(true)
      },
    ),
  )
})
