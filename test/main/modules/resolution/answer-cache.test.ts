import { expect, it, vi } from 'vitest'
import { asyncCache, lruCache } from '../../../../main/modules/resolution/answer-cache'

it('a cached answer is computed once, until answers used later have displaced it', () => {
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
  const heavy = remembered('a', () => slow, { owner: 'heavy' })
  expect(await remembered('a', async () => 1, { owner: 'small' })).toBe(1)
  expect(await remembered('a', async () => 2, { owner: null })).toBe(1)
  answer(3)
  expect(await heavy).toBe(1)
})

/** An answer that ends only as its signal is aborted. */
const endless = (signal: AbortSignal) =>
  new Promise<number>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)))

it('a question that all who asked have left is given up, and asked anew by the next', async () => {
  const remembered = asyncCache<number>(2)
  const ask = vi.fn(endless)
  const [first, second] = [new AbortController(), new AbortController()]
  const answers = [first, second].map(({ signal }) => remembered('a', ask, { signal }))
  const given = ask.mock.calls[0]![0]
  first.abort('first left')
  await expect(answers[0]).rejects.toBe('first left')
  expect(given.aborted).toBe(false)
  second.abort('second left')
  await expect(answers[1]).rejects.toBe('second left')
  expect([given.aborted, ask.mock.calls.length]).toEqual([true, 1])
  expect(await remembered('a', async () => 3)).toBe(3)
})

it('a question is not given up while somebody waits who cannot leave', async () => {
  const remembered = asyncCache<number>(2)
  let resolve: (value: number) => void = () => undefined
  const slow = new Promise<number>(given => {
    resolve = given
  })
  const ask = vi.fn((_: AbortSignal) => slow)
  const stays = remembered('a', ask)
  const leaves = new AbortController()
  const left = remembered('a', ask, { signal: leaves.signal })
  leaves.abort('left')
  await expect(left).rejects.toBe('left')
  resolve(4)
  expect(await stays).toBe(4)
  expect([ask.mock.calls.length, ask.mock.calls[0]![0].aborted]).toEqual([1, false])
})
