import { describe, expect, it } from 'vitest'
import { firstRowOf, pageByName, pageOf, positionBefore } from '../../../../main/contract/model/page'

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

describe('a page of a list in the memory', () => {
  const named = (limit: number, cursor?: string) =>
    pageByName(['c', 'a', 'b'], { limit, cursor, nameOf: name => name, show: name => name.toUpperCase() })

  it('goes on behind the item that the cursor names, in the order of the list', () => {
    expect(named(2)).toEqual({ items: ['C', 'A'], next_cursor: 'a' })
    expect(named(2, 'a')).toEqual({ items: ['B'], next_cursor: null })
    expect(named(3)).toEqual({ items: ['C', 'A', 'B'], next_cursor: null })
    expect(named(3, 'b')).toEqual({ items: [], next_cursor: null })
  })

  it('refuses the name of none', () => {
    expect(() => named(2, 'd')).toThrow('Unknown cursor')
  })
})

describe('a cursor of rows that are counted from 0', () => {
  it('is the first row of the page', () => {
    expect(firstRowOf(undefined, 3)).toBe(0)
    expect(firstRowOf('2', 3)).toBe(2)
    expect(firstRowOf('123456', 200_000)).toBe(123_456)
  })

  it.each(['', '0', '3', '-1', '01', '1.5', '9007199254740992'])('is not %j where there are three', cursor => {
    expect(() => firstRowOf(cursor, 3)).toThrow('Unknown cursor')
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
