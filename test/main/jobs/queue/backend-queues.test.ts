import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairLine, type Entry } from '../../../../main/jobs/fair'
import { createQueue } from '../../../../main/jobs/queue/backend-queues'

const entry = (sequence: number, owner: string | null, backend = 'dev-a-mock'): Entry => ({
  id: `job-${sequence}`,
  sequence,
  owner,
  backend,
})

describe('a fair line', () => {
  it('lets owners take turns, each in its own order', () => {
    const line = createFairLine()
    for (const [at, owner] of ['a', 'a', 'a', 'b', null, 'b'].entries()) line.push(entry(at, owner))
    const order = Array.from({ length: 6 }, () => line.shift()!.sequence)
    expect(order).toEqual([0, 3, 4, 1, 5, 2])
    expect(line.shift()).toBeNull()
  })

  it('delays one job by a turn of each owner, whatever they have queued', () => {
    const line = createFairLine()
    for (let i = 0; i < 1000; i++) line.push(entry(i, 'busy'))
    line.push(entry(1000, 'quiet'))
    expect(line.position(entry(1000, 'quiet'))).toBe(2)
    expect(line.positionOfNext('third')).toBe(3)
  })

  const commands = fc.array(
    fc.oneof(
      fc.record({ kind: fc.constant('push' as const), owner: fc.constantFrom('a', 'b', 'c', null) }),
      fc.record({ kind: fc.constantFrom('shift' as const, 'remove' as const), at: fc.nat(20) }),
    ),
    { maxLength: 60 },
  )

  it('tells each entry the place at which it then comes out', () => {
    fc.assert(
      fc.property(commands, list => {
        const line = createFairLine()
        const inside: Entry[] = []
        for (const [at, command] of list.entries()) {
          if (command.kind === 'push') {
            const place = line.positionOfNext(command.owner)
            const added = entry(at, command.owner)
            line.push(added)
            expect(line.position(added)).toBe(place)
            inside.push(added)
          } else if (command.kind === 'shift') {
            const out = line.shift()
            if (out) inside.splice(inside.indexOf(out), 1)
          } else if (inside.length > 0) {
            line.remove(inside.splice(command.at % inside.length, 1)[0]!)
          }
          expect(line.length()).toBe(inside.length)
        }
        const places = inside.map(each => line.position(each)!)
        const front = line.front(100)
        const order = Array.from(inside, () => line.shift()!)
        expect(front).toEqual(order)
        expect(places).toEqual(inside.map(each => order.indexOf(each) + 1))
      }),
    )
  })

  it('puts back in place what comes late', () => {
    const line = createFairLine()
    for (const sequence of [5, 2, 9, 3]) line.push(entry(sequence, 'a'))
    expect(Array.from({ length: 4 }, () => line.shift()!.sequence)).toEqual([2, 3, 5, 9])
  })
})

describe('the queue', () => {
  const open = (concurrency = 1) => {
    const running: { id: string; signal: AbortSignal; done: () => void }[] = []
    const problems: unknown[] = []
    const queue = createQueue({
      concurrency: () => concurrency,
      work: (id, { signal }) => new Promise(resolve => running.push({ id, signal, done: resolve })),
      report: error => problems.push(error),
    })
    return { queue, running, problems }
  }
  const turn = () => new Promise(resolve => setImmediate(resolve))

  it('runs as many of a backend at once as it may', async () => {
    const { queue, running } = open(2)
    for (let i = 0; i < 5; i++) queue.add(entry(i, 'a'))
    expect(running.map(({ id }) => id)).toEqual(['job-0', 'job-1'])
    running[1]!.done()
    await turn()
    expect(running.map(({ id }) => id)).toEqual(['job-0', 'job-1', 'job-2'])
    expect(queue.openOn('dev-a-mock')).toBe(4)
    expect(queue.position('job-4')).toBe(2)
  })

  it('goes on after work that throws, and counts what is open by owner', async () => {
    const problems: unknown[] = []
    const queue = createQueue({
      concurrency: () => 1,
      work: async id => {
        throw new Error(id)
      },
      report: error => problems.push(error),
    })
    for (let i = 0; i < 3; i++) queue.add(entry(i, 'a'))
    expect(queue.openOf('a')).toBe(3)
    await turn()
    expect(problems).toHaveLength(3)
    expect(queue.openOf('a')).toBe(0)
  })

  it('stops by aborting what runs and starting nothing more', async () => {
    const { queue, running } = open()
    queue.add(entry(0, 'a'))
    queue.add(entry(1, 'a'))
    const stopped = queue.stop()
    expect(running[0]!.signal.aborted).toBe(true)
    running[0]!.done()
    await stopped
    expect(running).toHaveLength(1)
  })
})
