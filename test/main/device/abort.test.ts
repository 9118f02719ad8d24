import { afterEach, describe, expect, it } from 'vitest'
import { compiledOf } from '../twins/sequencer/rig'
import { holderOf, rackOf, smallBins } from './rack'

const { program, reference } = compiledOf({ mode: 'detection', rounds: 1 })
const racks: Awaited<ReturnType<typeof rackOf>>[] = []
afterEach(async () => {
  for (const { registry } of racks.splice(0)) await registry.close()
})

describe('a device whose work is aborted', () => {
  it('stops with the reason of the abort, and leaves nothing to the next work', async () => {
    const one = await rackOf({ profile: smallBins(program.slots) })
    racks.push(one)
    const { device } = one
    const cancel = new AbortController()
    const session = await device.lease(holderOf('a'), { signal: cancel.signal })
    const run = session.measure(program, {
      shots: 100_000,
      reference,
      onBatch: async () => cancel.abort(new Error('aborted by ana')),
    })
    await expect(run).rejects.toThrow('aborted by ana')
    session.release()
    const next = await device.lease(holderOf('b'))
    const { shots } = await next.measure(program, { shots: 100, reference, onBatch: async () => {} })
    expect(shots).toBe(100)
    next.release()
  })
})
