import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createArbiter } from '../../../main/device/arbiter'
import { holderOf } from './rack'

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('the arbiter of a sequencer', () => {
  it('serves in the order of arrival and tells everyone their position', async () => {
    const arbiter = createArbiter()
    const leave = await arbiter.turn(holderOf('a'))
    const positions: string[] = []
    const wait = (id: string) =>
      arbiter.turn(holderOf(id), { onPosition: position => positions.push(`${id}${position}`) })
    const [b, c] = [wait('b'), wait('c')]
    expect(positions).toEqual(['b1', 'c2'])
    leave()
    const leaveB = await b
    expect(arbiter.holder()?.id).toBe('b')
    expect(positions).toEqual(['b1', 'c2', 'b0', 'c1'])
    leave()
    expect(arbiter.holder()?.id).toBe('b')
    leaveB()
    await c
    expect(positions.at(-1)).toBe('c0')
  })

  it('removes cancelled work from the queue, and no other', async () => {
    const arbiter = createArbiter()
    const leave = await arbiter.turn(holderOf('a'))
    const cancel = new AbortController()
    const gone = arbiter.turn(holderOf('b'), { signal: cancel.signal })
    const next = arbiter.turn(holderOf('c'))
    cancel.abort(new Error('no longer wanted'))
    await expect(gone).rejects.toThrow('no longer wanted')
    leave()
    await next
    cancel.abort()
    expect(arbiter.holder()?.id).toBe('c')
  })

  it('puts the entropy source last, and asks it to yield when other work comes', async () => {
    const arbiter = createArbiter()
    let asked = 0
    const leave = await arbiter.turn(holderOf('e', 'entropy'), { onYield: () => asked++ })
    void arbiter.turn(holderOf('f', 'entropy'))
    expect(asked).toBe(0)
    void arbiter.turn(holderOf('job', 'job'))
    expect(asked).toBe(1)
    expect(arbiter.waiting().map(({ id }) => id)).toEqual(['job', 'f'])
    leave()
    await settled()
    expect(arbiter.holder()?.id).toBe('job')
  })
})

describe('work that is announced', () => {
  it('has its turn before whoever came later, though that one is ready first', async () => {
    const arbiter = createArbiter()
    const [overA, overB] = [arbiter.announce('job'), arbiter.announce('job')]
    const leave = await arbiter.turn(holderOf('a', 'job'))
    const positions: number[] = []
    const run = arbiter.turn(holderOf('r'), { onPosition: position => positions.push(position) })
    leave()
    overA()
    expect(arbiter.holder()).toBeNull()
    const leaveB = await arbiter.turn(holderOf('b', 'job'))
    leaveB()
    // Between two programs of a job nobody else has the device.
    expect(arbiter.holder()).toBeNull()
    const again = await arbiter.turn(holderOf('b', 'job'))
    again()
    overB()
    await run
    expect(positions).toEqual([2, 1, 0])
  })

  it('keeps the device free for a while only', async () => {
    const arbiter = createArbiter(() => {}, 20)
    const over = arbiter.announce('run')
    await arbiter.turn(holderOf('b', 'job'))
    expect(arbiter.holder()?.id).toBe('b')
    over()
  })

  it('gives up an entry, its own or the last of its kind, and no other', async () => {
    const arbiter = createArbiter()
    const [overA, overB] = [arbiter.announce('run'), arbiter.announce('run')]
    // The second is served first, as the queues of jobs and runs take owners in turn: it has the first entry.
    const leave = await arbiter.turn(holderOf('b'))
    const job = arbiter.turn(holderOf('j', 'job'))
    leave()
    overB()
    expect(arbiter.holder()).toBeNull()
    overA()
    overA()
    await job
    expect(arbiter.waiting()).toEqual([])
  })
})

describe('the position of work that waits in the queue of its kind', () => {
  const KIND = fc.constantFrom<'run' | 'job'>('run', 'job')

  it('is that among all that arrived, whoever has begun', () => {
    fc.assert(
      fc.property(fc.array(KIND, { minLength: 1, maxLength: 12 }), fc.boolean(), (arrivals, entropy) => {
        const arbiter = createArbiter()
        for (const kind of arrivals) arbiter.announce(kind)
        if (entropy) void arbiter.turn(holderOf('e', 'entropy'))
        const kinds = [...new Set(arrivals)]
        for (const kind of kinds) void arbiter.turn(holderOf(kind, kind))
        const found = arrivals.map((kind, at) => {
          const before = arrivals.slice(0, at).filter(other => other === kind).length
          return before === 0 ? null : arbiter.positionOf(kind, { position: before, begun: 1 })
        })
        expect(found).toEqual(arrivals.map((kind, at) => (arrivals.indexOf(kind) === at ? null : at)))
        for (const kind of kinds) {
          const waiting = arrivals.filter(other => other === kind).length
          expect(arbiter.positionOf(kind, { position: waiting, begun: 1 }), 'of who comes next').toBe(arrivals.length)
        }
      }),
      { numRuns: 100 },
    )
  })

  it('is the same while the device is kept free for the first, and between two programs of it', async () => {
    const arbiter = createArbiter()
    for (const kind of ['job', 'run', 'job'] as const) arbiter.announce(kind)
    expect(arbiter.positionOf('job', { position: 1, begun: 1 })).toBe(2)
    const leave = await arbiter.turn(holderOf('a', 'job'))
    expect(arbiter.positionOf('job', { position: 1, begun: 1 })).toBe(2)
    expect(arbiter.positionOf('run', { position: 1, begun: 0 })).toBe(1)
    leave()
    expect(arbiter.positionOf('job', { position: 1, begun: 1 })).toBe(2)
  })
})
