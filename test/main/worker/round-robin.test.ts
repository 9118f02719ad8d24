import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createRoundRobin, type RoundRobinEntry } from '../../../main/worker/round-robin'

const entry = (sequence: number, owner: string | null): RoundRobinEntry => ({ sequence, owner })

describe('a round-robin queue', () => {
  it('lets owners take turns, each in its own order', () => {
    const queue = createRoundRobin<RoundRobinEntry>()
    for (const [at, owner] of ['a', 'a', 'a', 'b', null, 'b'].entries()) queue.push(entry(at, owner))
    const order = Array.from({ length: 6 }, () => queue.shift()!.sequence)
    expect(order).toEqual([0, 3, 4, 1, 5, 2])
    expect(queue.shift()).toBeNull()
  })

  it('delays one job by a turn of each owner, whatever they have queued', () => {
    const queue = createRoundRobin<RoundRobinEntry>()
    for (let i = 0; i < 1000; i++) queue.push(entry(i, 'busy'))
    queue.push(entry(1000, 'quiet'))
    expect(queue.position(entry(1000, 'quiet'))).toBe(2)
    expect(queue.positionOfNext('third')).toBe(3)
  })

  const commands = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('push' as const), owner: fc.constantFrom('a', 'b', 'c', null) }),
      fc.record({ kind: fc.constantFrom('shift' as const, 'remove' as const), at: fc.nat(20) }),
    ),
    { maxLength: 60 },
  )

  it('gives each entry the place at which it then comes out', () => {
    fc.assert(
      fc.property(commands, list => {
        const queue = createRoundRobin<RoundRobinEntry>()
        const inside: RoundRobinEntry[] = []
        for (const [at, command] of list.entries()) {
          if (command.kind === 'push') {
            const place = queue.positionOfNext(command.owner)
            const added = entry(at, command.owner)
            queue.push(added)
            expect(queue.position(added)).toBe(place)
            inside.push(added)
          } else if (command.kind === 'shift') {
            const out = queue.shift()
            if (out) inside.splice(inside.indexOf(out), 1)
          } else if (inside.length > 0) {
            queue.remove(inside.splice(command.at % inside.length, 1)[0]!)
          }
          expect(queue.length()).toBe(inside.length)
        }
        const places = inside.map(each => queue.position(each)!)
        const front = queue.front(100)
        const order = Array.from(inside, () => queue.shift()!)
        expect(front).toEqual(order)
        expect(places).toEqual(inside.map(each => order.indexOf(each) + 1))
      }),
    )
  })

  it('puts back in place what comes late', () => {
    const queue = createRoundRobin<RoundRobinEntry>()
    for (const sequence of [5, 2, 9, 3]) queue.push(entry(sequence, 'a'))
    expect(Array.from({ length: 4 }, () => queue.shift()!.sequence)).toEqual([2, 3, 5, 9])
  })
})
