import { describe, expect, it } from 'vitest'
import { createMemoryBudget } from '../../../../main/simulation/addon/memory-budget'
import { qubitsWithin, stateBudget } from '../../../../main/simulation/model/memory'

const settled = async (promise: Promise<unknown>) => {
  const open = Symbol('open')
  const first = await Promise.race([promise.then(() => 'done').catch(() => 'refused'), Promise.resolve(open)])
  return first === open ? 'waiting' : first
}

describe('the memory of states', () => {
  it.each([
    [0, 1],
    [32, 1],
    [64, 2],
    [2 ** 34 - 1, 29],
    [2 ** 34, 30],
    [2 ** 60, 30],
  ])('%i bytes hold %i qubits', (bytes, qubits) => {
    expect(qubitsWithin(bytes)).toBe(qubits)
  })

  it('holds one qubit more in single precision, up to the same limit', () => {
    expect(qubitsWithin(2 ** 30, 'float32')).toBe(qubitsWithin(2 ** 30) + 1)
    expect(qubitsWithin(2 ** 40, 'float32')).toBe(30)
  })

  it('is a positive share of the machine', () => {
    expect(stateBudget()).toBeGreaterThan(2 ** 20)
    expect(Number.isFinite(stateBudget())).toBe(true)
  })
})

describe('the budget', () => {
  it('admits what fits together and makes the rest wait its turn', async () => {
    const budget = createMemoryBudget(100)
    const freeFirst = await budget.acquire(60)
    const freeSecond = await budget.acquire(40)
    const third = budget.acquire(50)
    const fourth = budget.acquire(1)
    expect([await settled(third), await settled(fourth)]).toEqual(['waiting', 'waiting'])
    freeSecond()
    expect(await settled(third)).toBe('waiting')
    freeFirst()
    ;(await third)()
    ;(await fourth)()
  })

  it('admits alone what exceeds it', async () => {
    const budget = createMemoryBudget(100)
    const free = await budget.acquire(1)
    const huge = budget.acquire(1_000)
    expect(await settled(huge)).toBe('waiting')
    free()
    ;(await huge)()
  })

  it('reports a wait to those who have to wait alone', async () => {
    const budget = createMemoryBudget(100)
    const waited: string[] = []
    const onWait = (name: string) => ({ onWait: () => void waited.push(name) })
    const free = await budget.acquire(60, onWait('first'))
    const second = budget.acquire(60, onWait('second'))
    expect(waited).toEqual(['second'])
    free()
    ;(await second)()
  })

  it('lets an aborted caller go and the next one in', async () => {
    const budget = createMemoryBudget(100)
    const free = await budget.acquire(60)
    const controller = new AbortController()
    const large = budget.acquire(90, { signal: controller.signal })
    const small = budget.acquire(30)
    expect(await settled(small)).toBe('waiting')
    controller.abort(new Error('enough'))
    await expect(large).rejects.toThrow('enough')
    ;(await small)()
    free()
    await expect(budget.acquire(1, { signal: controller.signal })).rejects.toThrow('enough')
  })
})
