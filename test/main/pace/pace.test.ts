import { expect, it } from 'vitest'
import { remember } from '../../../main/modules/memory'
import { paced } from '../../../main/pace/pace'

function* busy(steps: number): Generator<void, string> {
  for (let i = 0; i < steps; i++) yield
  return 'done'
}

it('long work lets timers run before it is over', async () => {
  let ticks = 0
  const timer = setInterval(() => ticks++, 0)
  function* untilTicked(): Generator<void, number> {
    const deadline = performance.now() + 10_000
    while (ticks < 3 && performance.now() < deadline) yield
    return ticks
  }
  const seen = await paced(untilTicked(), 1)
  clearInterval(timer)
  expect(seen).toBeGreaterThanOrEqual(3)
})

it('work returns its value, and its failure rejects', async () => {
  expect(await paced(busy(1_000))).toBe('done')
  // biome-ignore lint/correctness/useYield: fails before its first pause
  function* broken(): Generator<void, never> {
    throw new Error('broken')
  }
  await expect(paced(broken())).rejects.toThrow('broken')
})

it('a question under way is asked once, an answered one never again, a failed one anew', async () => {
  const memory = remember<number>(10)
  let asked = 0
  const ask = async () => ++asked
  expect(await Promise.all([memory('a', ask), memory('a', ask)])).toEqual([1, 1])
  expect(await memory('a', ask)).toBe(1)
  await expect(memory('b', () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await memory('b', ask)).toBe(2)
})

it('the answer used least recently is forgotten first', async () => {
  const memory = remember<number>(2)
  let asked = 0
  const ask = async () => ++asked
  await memory('a', ask)
  await memory('b', ask)
  await memory('a', ask)
  await memory('c', ask)
  expect(await memory('a', ask)).toBe(1)
  expect(await memory('b', ask)).toBe(4)
})
