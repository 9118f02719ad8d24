import { expect, it, vi } from 'vitest'
import { BackendInUse, NothingMeasured, qubitFeed } from '../../../../../main/entropy/supply/feeds/qubit-feed'
import { shotBudget } from '../../../../../main/entropy/supply/feeds/shot-budget'
import { openMemoryStore } from '../../../store/memory-store'

it('qubits are measured job by job until the shots of the day are spent, also over a restart', async () => {
  const [clock, store] = [{ ms: 0 }, openMemoryStore()]
  const budget = () => shotBudget({ store, source_id: 'q', per_day: 30_000, now: () => clock.ms })
  const shots: number[] = []
  const measure = async (count: number) => {
    shots.push(count)
    return new Uint8Array(count).fill(1)
  }
  const feed = qubitFeed({ measure, bits_per_shot: 1, budget: budget() })
  let read = 0
  const drain = async () => {
    for (;;) read += (await feed.read(2048)).length
  }
  await expect(drain()).rejects.toThrow('30000 shots a day')
  expect([read, shots]).toEqual([30_000, [20_000, 10_000]])
  expect(budget().take(1)).toBe(0)
  clock.ms = 86_400_000
  expect((await feed.read(2048)).length).toBe(2048)
  store.close()
})

it('qubits that others want are not measured, and cost no shots', async () => {
  const [store, wanted] = [openMemoryStore(), { by_others: true }]
  const budget = shotBudget({ store, source_id: 'q', per_day: 400, now: () => 0 })
  const measure = async (count: number) => {
    if (wanted.by_others) throw new BackendInUse('others use it')
    return new Uint8Array(5 * count)
  }
  const feed = qubitFeed({ measure, bits_per_shot: 5, budget })
  await expect(feed.read(10)).rejects.toThrow('others use it')
  wanted.by_others = false
  expect((await feed.afterRestart!(1000)).length).toBe(1000)
  expect(budget.take(1_000)).toBe(200)
  store.close()
})

it('what is refused again and again costs no shots of the day, what fails on the way does', async () => {
  const store = openMemoryStore()
  const budget = shotBudget({ store, source_id: 'q', per_day: 50_000, now: () => 0 })
  const problems = [...Array(9).fill(new NothingMeasured('no tokens')), new Error('the job failed')]
  const measure = () => Promise.reject(problems.shift())
  const feed = qubitFeed({ measure, bits_per_shot: 5, budget })
  for (let attempt = 0; attempt < 9; attempt++) await expect(feed.read(10)).rejects.toThrow('no tokens')
  await expect(feed.read(10)).rejects.toThrow('the job failed')
  expect(budget.take(50_000)).toBe(30_000)
  store.close()
})

it('a restart is a job of its own, which waits until others have left the backend', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] })
  const [store, shots] = [openMemoryStore(), [] as number[]]
  try {
    let refused = 2
    const measure = async (count: number) => {
      if (refused-- > 0) throw new BackendInUse('others use it')
      shots.push(count)
      return new Uint8Array(5 * count)
    }
    const budget = shotBudget({ store, source_id: 'q', per_day: 400, now: () => 0 })
    const feed = qubitFeed({ measure, bits_per_shot: 5, budget })
    const restarted = feed.afterRestart!(1000)
    await vi.advanceTimersByTimeAsync(2_000)
    expect([(await restarted).length, shots]).toEqual([1000, [200]])
    feed.close()
    refused = 1
    await expect(feed.afterRestart!(1000)).rejects.toThrow('others use it')
  } finally {
    vi.useRealTimers()
    store.close()
  }
})
