import { expect, it, vi } from 'vitest'
import { asyncCache, lruCache } from '../../../../main/modules/resolution/answer-cache'

it('what is kept is asked once, until others have been used since', () => {
  const kept = lruCache<number>(2)
  const ask = vi.fn((value: number) => value)
  const of = (key: string, value: number) => kept.of(key, () => ask(value))
  expect([of('a', 1), of('b', 2), of('a', 9), of('c', 3)]).toEqual([1, 2, 1, 3])
  expect(ask).toHaveBeenCalledTimes(3)
  expect([of('a', 9), of('b', 8)]).toEqual([1, 8])
})

it('an answer of null is kept like any other', () => {
  const kept = lruCache<null>(1)
  const ask = vi.fn(() => null)
  expect([kept.of('a', ask), kept.of('a', ask)]).toEqual([null, null])
  expect(ask).toHaveBeenCalledTimes(1)
})

it('a question under way is asked once, and a failure is forgotten', async () => {
  const remembered = asyncCache<number>(2)
  const ask = vi.fn(async () => 1)
  expect(await Promise.all([remembered('a', ask), remembered('a', ask)])).toEqual([1, 1])
  expect(ask).toHaveBeenCalledTimes(1)
  await expect(remembered('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await remembered('b', async () => 2)).toBe(2)
})

it('nobody waits for an answer that another asked for, and all have it once it is there', async () => {
  const remembered = asyncCache<number>(2)
  let answer: (value: number) => void = () => undefined
  const slow = new Promise<number>(resolve => {
    answer = resolve
  })
  const heavy = remembered('a', () => slow, 'heavy')
  expect(await remembered('a', async () => 1, 'small')).toBe(1)
  expect(await remembered('a', async () => 2, null)).toBe(1)
  answer(3)
  expect(await heavy).toBe(1)
})
