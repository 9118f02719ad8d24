import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createTimeSlices } from '../../../../main/http/request/time-slices'

/** A clock that moves by what is done; each piece of work says in which turn of the event loop it was done. */
function open() {
  let [now, turn] = [0, 0]
  const counting = (): void => {
    turn += 1
    globalThis.setImmediate(counting).unref()
  }
  counting()
  const take = createTimeSlices(() => now)
  const done: [name: string, turn: number][] = []
  const serve = async (name: string, ms: number): Promise<void> => {
    await take()
    done.push([name, turn])
    now += ms
  }
  return { serve, done, take }
}

describe('requests that come within one turn of the event loop', () => {
  it('are served at once while they are short', async () => {
    const { take } = open()
    expect([take(), take(), take()]).toEqual([undefined, undefined, undefined])
  })

  it('are served in their order, long ones in turns of their own', async () => {
    const { serve, done } = open()
    const names = ['a', 'b', 'c', 'd']
    const served = [serve('first', 10)]
    await Promise.resolve()
    for (const name of names) served.push(serve(name, 10))
    await Promise.all(served)
    expect(done.map(([name]) => name)).toEqual(['first', ...names])
    expect(new Set(done.map(([, turn]) => turn)).size).toBe(5)
  })

  it('do not wait any more once a turn was short', async () => {
    const { serve, take } = open()
    await serve('long', 10)
    expect(take()).toBeInstanceOf(Promise)
    await setImmediate()
    await setImmediate()
    expect(take()).toBeUndefined()
  })
})
