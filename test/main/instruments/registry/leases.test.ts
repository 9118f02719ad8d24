import { describe, expect, it } from 'vitest'
import { createLeases } from '../../../../main/instruments/registry/leases'

describe('leases', () => {
  const holder = (id: string) => ({ id, label: id })

  it('are given in the order of asking, and the queue shows who waits', async () => {
    const leases = createLeases()
    const order: string[] = []
    const first = await leases.acquire(['dac'], holder('a'))
    const rest = ['b', 'c'].map(id =>
      leases.acquire(['dac'], holder(id)).then(lease => {
        order.push(id)
        lease.release()
      }),
    )
    expect(leases.waiting('dac').map(({ id }) => id)).toEqual(['b', 'c'])
    first.release()
    first.release()
    await Promise.all(rest)
    expect(order).toEqual(['b', 'c'])
    expect(leases.holderOf('dac')).toBeNull()
  })

  it('of several instruments are taken together: crossing wishes never wait for each other', async () => {
    const leases = createLeases()
    const held = new Set<string>()
    const work = async (instruments: string[], id: string) => {
      const lease = await leases.acquire(instruments, holder(id))
      for (const instrument of instruments) {
        expect(held.has(instrument)).toBe(false)
        held.add(instrument)
      }
      await new Promise(resolve => setTimeout(resolve, 1))
      for (const instrument of instruments) held.delete(instrument)
      lease.release()
    }
    const wishes = [['a', 'b'], ['b', 'a'], ['a'], ['b', 'c'], ['c', 'a'], ['a', 'b', 'c']]
    await Promise.all(Array.from({ length: 60 }, (_, index) => work(wishes[index % wishes.length]!, `w${index}`)))
    expect(held.size).toBe(0)
  })

  it('are left by whoever gives up waiting, and those behind move up', async () => {
    const leases = createLeases()
    const first = await leases.acquire(['dac'], holder('a'))
    const abort = new AbortController()
    const leaving = leases.acquire(['dac'], holder('b'), { signal: abort.signal }).catch(() => 'left')
    const next = leases.acquire(['dac'], holder('c'))
    abort.abort()
    expect(await leaving).toBe('left')
    first.release()
    expect((await next).holder.id).toBe('c')
  })

  it('are taken away by the safe state, which notifies the holder once', async () => {
    const leases = createLeases()
    const revoked: string[] = []
    const lease = await leases.acquire(['dac'], holder('a'), { onRevoked: reason => revoked.push(reason) })
    leases.revoke('dac', 'safe_state')
    leases.revoke('dac', 'safe_state')
    lease.release()
    expect(revoked).toEqual(['safe_state'])
    expect(leases.holderOf('dac')).toBeNull()
  })
})
