import { describe, expect, it } from 'vitest'
import type { Run } from '../../../../main/contract/runs/run'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import { openMemoryStore } from '../../store/memory-store'
import { caller, completed, MODULE, reproducible, request } from '../laboratory'
import { codeOf, labs } from '../open-labs'

const lab = labs()

/** The reference engine, except that every circuit waits for `go` or its signal. */
function pausing() {
  const reference = createReferenceSimulator()
  const closed = new AbortController()
  let open = () => {}
  const gate = new Promise<void>(resolve => {
    open = () => {
      closed.abort()
      resolve()
    }
  })
  let started = 0
  const simulator: Simulator = {
    ...reference,
    async sampleFrames(program, { shots, seed, ...options }) {
      started++
      const stopped = new Promise<void>((_, reject) => {
        options?.signal?.addEventListener('abort', () => reject(options.signal?.reason), { signal: closed.signal })
      })
      await Promise.race([gate, stopped])
      return reference.sampleFrames(program, { shots, seed, ...options })
    },
  }
  return { simulator, open: () => open(), started: () => started }
}

const settle = () => new Promise(resolve => setTimeout(resolve, 20))

describe('the queue', () => {
  it('runs one at a time and aborts a run at once', async () => {
    const { simulator, open, started } = pausing()
    const { runs } = lab({ simulator })
    const first = await runs.submit(MODULE, request())
    const second = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    await expect.poll(started).toBe(1)
    expect(runs.running()).toBe(1)
    const at = (run: Run) => ({ ...MODULE, run_id: run.run_id })
    expect(runs.get(at(first)).status).toBe('PROCESSING')
    expect(runs.get(at(second)).status).toBe('PENDING')
    expect(await codeOf(() => runs.record(at(second)))).toBe('result_not_ready')

    // The engine is held: an abort that waited for it would never answer.
    expect(await runs.abort(at(first), caller)).toMatchObject({
      status: 'ABORTED',
      status_reason: { code: 'user_cancelled', message: 'Aborted by account holder' },
    })
    expect(await codeOf(() => runs.record(at(first)))).toBe('run_aborted')
    expect(await codeOf(() => runs.abort(at(first), caller))).toBe('conflict')
    open()
    await completed(runs, second)
    expect(runs.get(at(first)).status).toBe('ABORTED')
  })

  it('aborts a run that is still waiting', async () => {
    const { simulator, open } = pausing()
    const { runs } = lab({ simulator })
    const first = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    const second = await runs.submit(MODULE, request())
    await runs.abort({ ...MODULE, run_id: second.run_id }, caller)
    open()
    await completed(runs, first)
    await settle()
    expect(runs.get({ ...MODULE, run_id: second.run_id })).toMatchObject({ status: 'ABORTED', started_at: null })
  })

  it('says FAILED with a reason when the engine breaks, and goes on', async () => {
    const reference = createReferenceSimulator()
    let calls = 0
    const simulator: Simulator = {
      ...reference,
      sampleFrames: (...args) => (calls++ === 0 ? Promise.reject(new Error('boom')) : reference.sampleFrames(...args)),
    }
    const { runs } = lab({ simulator })
    const first = await runs.submit(MODULE, request())
    const second = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    await completed(runs, second)
    const failed = runs.get({ ...MODULE, run_id: first.run_id })
    expect(failed).toMatchObject({ status: 'FAILED', status_reason: { code: 'engine_error' } })
    expect(failed.status_reason!.message).not.toMatch(/boom/)
    expect(await codeOf(() => runs.record({ ...MODULE, run_id: first.run_id }))).toBe('run_failed')
  })

  it('lists newest first in pages, by module and status', async () => {
    const { simulator, open } = pausing()
    const { runs } = lab({ simulator })
    const created: string[] = []
    for (let i = 0; i < 5; i++) created.push((await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))).run_id)
    const newestFirst = created.toReversed()
    const first = runs.listOf(MODULE, { limit: 2 })
    const second = runs.list({ limit: 2, cursor: first.next_cursor! })
    const third = runs.list({ limit: 2, cursor: second.next_cursor! })
    expect([first, second, third].flatMap(({ items }) => items.map(({ run_id }) => run_id))).toEqual(newestFirst)
    expect(third.next_cursor).toBeNull()
    expect(runs.list({ limit: 10, status: 'COMPLETED' }).items).toEqual([])
    expect(runs.listOf({ ...MODULE, logical_id: 'c1.L0' }, { limit: 10 }).items).toEqual([])
    expect(await codeOf(() => runs.list({ limit: 2, cursor: 'x' }))).toBe('invalid_request')
    expect(await codeOf(() => runs.listOf({ ...MODULE, backend_id: 'nowhere' }, { limit: 2 }))).toBe('not_found')
    open()
  })

  it('hides a run from other modules', async () => {
    const { runs } = lab()
    const { run_id } = await runs.submit(MODULE, request({ rounds: 1, shots: 10 }))
    expect(await codeOf(() => runs.get({ ...MODULE, backend_id: 'lab', run_id }))).toBe('not_found')
    expect(await codeOf(() => runs.get({ ...MODULE, logical_id: 'c1.L0', run_id }))).toBe('not_found')
    expect(runs.get({ ...MODULE, logical_id: 'c0', run_id }).run_id).toBe(run_id)
  })
})

describe('a stop', () => {
  it('in the middle of a run is made up for by the next start, with the same record', async () => {
    const whole = lab()
    const expected = await completed(whole.runs, await whole.runs.submit(MODULE, request()))

    const store = openMemoryStore()
    const { simulator, started } = pausing()
    const before = lab({ simulator }, store).runs
    const run = await before.submit(MODULE, request())
    const waiting = await before.submit(MODULE, request({ rounds: 1, shots: 10 }))
    await expect.poll(started).toBe(1)
    await before.stop()
    expect(before.get({ ...MODULE, run_id: run.run_id }).status).toBe('PROCESSING')
    expect(await codeOf(() => before.submit(MODULE, request()))).toBe('shutting_down')

    const after = lab({}, store).runs
    await after.resume()
    expect(reproducible(await completed(after, run))).toEqual(reproducible(expected))
    await completed(after, waiting)
  })
})
