import { describe, expect, it } from 'vitest'
import { createRoundRobin } from '../../../main/worker/round-robin'
import type { QueuedCall } from '../../../main/worker/thread'
import { createThreadShares } from '../../../main/worker/thread-shares'

let sequence = 0

const order = (owner: string | null | undefined, name = ''): QueuedCall => ({
  call: { name, input: null, cancelled: new Int32Array(1) },
  owner,
  sequence: sequence++,
  transfer: [],
  host: {},
  resolve: () => undefined,
  reject: () => undefined,
})

describe('owners before threads', () => {
  it('take turns, each in the order of its own calls', () => {
    const turns = createRoundRobin<QueuedCall>()
    for (const name of ['a1', 'a2', 'a3']) turns.push(order('a', name))
    for (const name of ['b1', 'b2']) turns.push(order('b', name))
    turns.push(order(null, 'c1'))
    const served = Array.from({ length: 7 }, () => turns.shift()?.call.name)
    expect(served).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', undefined])
  })

  it('with all of their share wait, and let the others pass', () => {
    const shares = createThreadShares(2)
    const turns = createRoundRobin<QueuedCall>()
    for (const owner of ['a', 'a', 'a', 'b']) turns.push(order(owner))
    const first = [turns.shift(shares.mayAcquire)!, turns.shift(shares.mayAcquire)!]
    expect(first.map(({ owner }) => owner)).toEqual(['a', 'b'])
    for (const taken of [first[0]!, order('a')]) shares.acquire(taken)
    expect(turns.shift(shares.mayAcquire)).toBeNull()
    shares.release(first[0]!)
    expect(turns.shift(shares.mayAcquire)?.owner).toBe('a')
  })

  it('have one share on all pools that count together, which are notified when a thread is given back', () => {
    const shares = createThreadShares(1)
    const pools = [createRoundRobin<QueuedCall>(), createRoundRobin<QueuedCall>()]
    let reported = 0
    shares.onRelease(() => {
      reported++
    })
    const [one, other] = [order('a'), order('a')]
    pools[0]!.push(one)
    shares.acquire(pools[0]!.shift(shares.mayAcquire)!)
    pools[1]!.push(other)
    expect(pools[1]!.shift(shares.mayAcquire)).toBeNull()
    shares.release(one)
    expect(reported).toBe(1)
    expect(pools[1]!.shift(shares.mayAcquire)).toBe(other)
  })

  it('do not bound the work of the service itself', () => {
    const shares = createThreadShares(1)
    const turns = createRoundRobin<QueuedCall>()
    for (const each of [order(undefined), order(undefined)]) {
      turns.push(each)
      shares.acquire(turns.shift(shares.mayAcquire)!)
    }
    turns.push(order(undefined))
    expect(turns.shift(shares.mayAcquire)).not.toBeNull()
  })

  it('may leave the line, and are counted each for itself', () => {
    const turns = createRoundRobin<QueuedCall>()
    const [stays, leaves] = [order('a'), order('a')]
    turns.push(stays)
    turns.push(leaves)
    expect([turns.lengthOf('a'), turns.lengthOf('b'), turns.lengthOf(undefined)]).toEqual([2, 0, 0])
    expect([turns.remove(leaves), turns.remove(leaves)]).toEqual([true, false])
    expect(turns.lengthOf('a')).toBe(1)
    expect(turns.clear()).toEqual([stays])
    expect(turns.shift()).toBeNull()
  })
})
