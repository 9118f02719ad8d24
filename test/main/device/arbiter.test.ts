import { describe, expect, it } from 'vitest'
import { createArbiter } from '../../../main/device/arbiter'
import { holderOf } from './rack'

const settled = () => new Promise(resolve => setImmediate(resolve))

describe('the arbiter of a sequencer', () => {
  it('serves in the order of arrival and tells everyone their place', async () => {
    const arbiter = createArbiter()
    const leave = await arbiter.turn(holderOf('a'))
    const places: string[] = []
    const wait = (id: string) => arbiter.turn(holderOf(id), { onPlace: place => places.push(`${id}${place}`) })
    const [b, c] = [wait('b'), wait('c')]
    expect(places).toEqual(['b1', 'c2'])
    leave()
    const leaveB = await b
    expect(arbiter.holder()?.id).toBe('b')
    expect(places).toEqual(['b1', 'c2', 'b0', 'c1'])
    leave()
    expect(arbiter.holder()?.id).toBe('b')
    leaveB()
    await c
    expect(places.at(-1)).toBe('c0')
  })

  it('lets whoever is cancelled leave the queue, and nobody else', async () => {
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

  it('puts the entropy source behind everyone, and asks it to leave when somebody comes', async () => {
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
