import { expect, it, vi } from 'vitest'
import { keep, remember } from '../../../../main/modules/memory'

it('what is kept is asked once, until others have been used since', () => {
  const kept = keep<number>(2)
  const ask = vi.fn((value: number) => value)
  const of = (key: string, value: number) => kept.of(key, () => ask(value))
  expect([of('a', 1), of('b', 2), of('a', 9), of('c', 3)]).toEqual([1, 2, 1, 3])
  expect(ask).toHaveBeenCalledTimes(3)
  expect([of('a', 9), of('b', 8)]).toEqual([1, 8])
})

it('an answer of null is kept like any other', () => {
  const kept = keep<null>(1)
  const ask = vi.fn(() => null)
  expect([kept.of('a', ask), kept.of('a', ask)]).toEqual([null, null])
  expect(ask).toHaveBeenCalledTimes(1)
})

it('a question under way is asked once, and a failure is forgotten', async () => {
  const remembered = remember<number>(2)
  const ask = vi.fn(async () => 1)
  expect(await Promise.all([remembered('a', ask), remembered('a', ask)])).toEqual([1, 1])
  expect(ask).toHaveBeenCalledTimes(1)
  await expect(remembered('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await remembered('b', async () => 2)).toBe(2)
})
