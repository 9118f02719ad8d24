import { describe, expect, it } from 'vitest'
import { pageOf, positionBefore } from '../../../../main/contract/model/page'

const rows = Array.from({ length: 6 }, (_, at) => ({ sequence: 6 - at }))
const page = (limit: number, each: number) =>
  pageOf(rows.slice(0, limit + 1), {
    limit,
    positionOf: ({ sequence }) => sequence,
    show: ({ sequence }) => sequence,
    weigh: () => each,
  })

describe('a page', () => {
  it('holds as many rows as asked, and says from where the next one goes on', () => {
    expect(page(4, 100)).toEqual({ items: [6, 5, 4, 3], next_cursor: '3' })
    expect(page(6, 100)).toEqual({ items: [6, 5, 4, 3, 2, 1], next_cursor: null })
  })

  it('is shorter where its rows are large, and goes on behind them', () => {
    expect(page(6, 150_000)).toEqual({ items: [6, 5], next_cursor: '5' })
  })

  it('holds one row however large that is', () => {
    expect(page(6, 50_000_000)).toEqual({ items: [6], next_cursor: '6' })
  })
})

describe('a cursor', () => {
  it('is the position of a row, exact as a number', () => {
    expect(positionBefore(undefined)).toBe(Number.MAX_SAFE_INTEGER)
    expect(positionBefore('17')).toBe(17)
    expect(positionBefore('9007199254740991')).toBe(2 ** 53 - 1)
  })

  it.each(['', '0', '-1', '1e3', '017', '9007199254740992', '9999999999999999', '12345678901234567'])(
    'is not %j',
    cursor => {
      expect(() => positionBefore(cursor)).toThrow('Unknown cursor')
    },
  )
})
