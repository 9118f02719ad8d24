import { readdirSync } from 'node:fs'
import { setImmediate } from 'node:timers/promises'
import { describe, expect, it } from 'vitest'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import type { Store } from '../../../../main/store/store'
import { openMemoryStore } from '../../store/memory-store'
import { caller, completed, MODULE, request } from '../laboratory'
import { labs } from '../open-labs'

const lab = labs()

/** A store whose disk confirms what was written when a test says so, or reports a failure. */
function slowDisk() {
  const store = openMemoryStore()
  const waiting: { confirm: () => void; fail: (error: Error) => void }[] = []
  let slow = true
  const flushed = (): Promise<void> =>
    slow ? new Promise((confirm, fail) => waiting.push({ confirm, fail })) : Promise.resolve()
  const disk = {
    waits: () => waiting.length,
    confirm: () => waiting.shift()!.confirm(),
    fail: (error: Error) => waiting.shift()!.fail(error),
    hold: () => {
      slow = true
    },
    quicken: () => {
      slow = false
      for (const { confirm } of waiting.splice(0)) confirm()
    },
  }
  const slowed: Store = { ...store, deferred: { commit: store.deferred.commit, flushed } }
  return { store: slowed, disk }
}

const SMALL = { rounds: [1], shots: 64, states: ['0' as const], preparation: 'projective' as const }

/** Whether the promise has settled; turns of the event loop are enough for everything but the disk. */
async function isSettled(promise: Promise<unknown>): Promise<boolean> {
  let settled = false
  promise.then(
    () => {
      settled = true
    },
    () => {
      settled = true
    },
  )
  for (let turn = 0; turn < 20; turn++) await setImmediate()
  return settled
}

describe('a run on a slow disk', () => {
  it('is acknowledged once it is on the disk, and begins no sooner', async () => {
    const { store, disk } = slowDisk()
    const { runs } = lab({}, store)
    const creating = runs.submit(MODULE, request(SMALL))
    await expect.poll(disk.waits).toBe(1)
    expect(await isSettled(creating)).toBe(false)
    expect(runs.running()).toBe(0)
    disk.confirm()
    const run = await creating
    expect(run.status).toBe('PENDING')
    disk.quicken()
    await completed(runs, run)
  })

  it('is not acknowledged where the disk did not confirm it', async () => {
    const { store, disk } = slowDisk()
    const { runs } = lab({}, store)
    const creating = runs.submit(MODULE, request(SMALL))
    await expect.poll(disk.waits).toBe(1)
    disk.fail(new Error('the disk is gone'))
    await expect(creating).rejects.toThrow('the disk is gone')
    disk.quicken()
    expect(runs.running()).toBe(0)
  })

  it('that is aborted while it comes to its end stays aborted and leaves no bits', async () => {
    const { store, disk } = slowDisk()
    disk.quicken()
    const reference = createReferenceSimulator()
    let [open, held] = [() => {}, false]
    const gate = new Promise<void>(resolve => {
      open = resolve
    })
    const simulator: Simulator = {
      ...reference,
      async sampleFrames(program, options) {
        if (program.qubits > 1 && options.shots === SMALL.shots) {
          held = true
          await gate
        }
        return reference.sampleFrames(program, options)
      },
    }
    const { runs } = lab({ simulator }, store)
    const run = await runs.submit(MODULE, request(SMALL))
    const params = { ...MODULE, run_id: run.run_id }
    await expect.poll(() => held).toBe(true)
    disk.hold()
    const aborting = runs.abort(params, caller)
    await expect.poll(disk.waits).toBe(1)
    // The run knows nothing of it yet and finishes.
    open()
    await expect.poll(disk.waits).toBe(2)
    disk.quicken()
    expect((await aborting).status).toBe('ABORTED')
    await expect.poll(() => runs.running()).toBe(0)
    expect(runs.get(params)).toMatchObject({ status: 'ABORTED', summary: null })
    // The plan alone.
    const files = readdirSync(store.files, { recursive: true, withFileTypes: true }).filter(file => file.isFile())
    expect(files).toHaveLength(1)
  })
})
