import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../main/contract/model/errors'
import { createPool, type PoolOptions } from '../../../main/worker/pool'
import type { TaskContext } from '../../../main/worker/runner'
import { codeOf } from '../jobs/fixture'

/** A thread of a few tasks without the sources' help; `thread-server.ts` is tested in thread-server.test.ts. */
const SCRIPT = `
  const { parentPort, workerData } = require('node:worker_threads')
  let calls = 0
  let cancelled = null
  const tasks = {
    count: () => ++calls,
    twice: value => value * 2,
    hang: () => { for (;;); },
    untilCancelled: () => { while (Atomics.load(cancelled, 0) === 0); calls++; },
    die: () => process.exit(3),
    hoard: () => { const all = []; for (;;) all.push(new Array(1e5).fill({}).map(() => ({}))) },
    length: bytes => bytes.length,
    wait: ms => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms),
    data: () => workerData,
  }
  let asking = null
  parentPort.on('message', message => {
    if (message.abort) return tasks[asking] ?? parentPort.postMessage({ value: 'gave up' })
    if ('answer' in message) return parentPort.postMessage({ value: message.reply })
    const { name, input } = message
    asking = name
    cancelled = message.cancelled
    if (name === 'linger') return
    if (name === 'ask') return parentPort.postMessage({ ask: 7, name: 'host', args: [input, 2] })
    parentPort.postMessage({ value: tasks[name](input) })
  })
`
type Toys = {
  count: (input: null) => number
  twice: (value: number) => number
  hang: (input: null) => never
  untilCancelled: (input: null) => void
  die: (input: null) => never
  hoard: (input: null) => never
  length: (bytes: Uint8Array) => number
  wait: (ms: number) => void
  data: (input: null) => unknown
  linger: (input: null) => never
  ask: (
    input: number,
    context: TaskContext<{ readonly host: (a: number, b: number) => unknown }>,
  ) => { value?: unknown; failure?: object }
}

const opened: { close(): Promise<void> }[] = []
function open(options: Partial<PoolOptions> = {}) {
  const pool = createPool<Toys>({ script: SCRIPT, ...options })
  opened.push(pool)
  return pool
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map(pool => pool.close()))
})

describe('several threads', () => {
  it('work side by side, and no more of them than allowed', async () => {
    const pool = open({ threads: 2 })
    const gone = new AbortController()
    const calls = [1, 2].map(() => pool.run('hang', null, { signal: gone.signal }).catch(error => error))
    const third = pool.run('twice', 3)
    expect(await Promise.race([third, new Promise(resolve => setTimeout(resolve, 300, 'waits'))])).toBe('waits')
    gone.abort(new Error('hung up'))
    expect(await third).toBe(6)
    expect(await Promise.all(calls)).toEqual([new Error('hung up'), new Error('hung up')])
  })

  it('that run already are taken before another one is started', async () => {
    const pool = open({ threads: 3 })
    expect([await pool.run('count', null), await pool.run('count', null)]).toEqual([1, 2])
    expect(await Promise.all([pool.run('wait', 300), pool.run('count', null)])).toEqual([undefined, 1])
  })

  it('are had by one owner up to two, and the next one is another owner’s', async () => {
    const pool = open({ threads: 3 })
    const gone = new AbortController()
    const heavy = [1, 2, 3, 4].map(() =>
      pool.run('untilCancelled', null, { owner: 'a', signal: gone.signal }).catch(error => error),
    )
    expect(await pool.run('twice', 4, { owner: 'b' })).toBe(8)
    expect(await pool.run('twice', 5, { owner: null })).toBe(10)
    gone.abort(new Error('hung up'))
    for (const each of await Promise.all(heavy)) expect(each.message).toBe('hung up')
    expect(await pool.run('twice', 6, { owner: 'a' })).toBe(12)
  })

  it('find what they are given when they start', async () => {
    expect(await open({ data: { colour: 'red' } }).run('data', null)).toEqual({ colour: 'red' })
  })
})

describe('a thread for long work', () => {
  it('answers its callers, each with its own answer, in one process of its own', async () => {
    const pool = open()
    expect(await Promise.all([1, 2, 3, 4].map(value => pool.run('twice', value)))).toEqual([2, 4, 6, 8])
    expect([await pool.run('count', null), await pool.run('count', null)]).toEqual([1, 2])
  })

  it('takes over the buffers that it is given', async () => {
    const bytes = new Uint8Array(1_000)
    expect(await open().run('length', bytes, { transfer: [bytes.buffer] })).toBe(1_000)
    expect(bytes.length).toBe(0)
  })

  it('ends a call that takes too long, says so, and serves the next', async () => {
    const pool = open({ limit_ms: 2_000 })
    const next = pool.run('hang', null).catch(error => error)
    const after = pool.run('twice', 4)
    expect(await next).toMatchObject({ code: 'invalid_request', message: expect.stringContaining('longer than 2 s') })
    expect(await after).toBe(8)
  })

  it('ends a call whose caller has gone, running or waiting, and serves the others', async () => {
    const pool = open()
    const [running, waiting] = [new AbortController(), new AbortController()]
    const calls = [
      pool.run('hang', null, { signal: running.signal }),
      pool.run('twice', 1, { signal: waiting.signal }),
      pool.run('twice', 2),
    ]
    waiting.abort(new Error('left the line'))
    await expect(calls[1]).rejects.toThrow('left the line')
    running.abort(new Error('hung up'))
    await expect(calls[0]).rejects.toThrow('hung up')
    expect(await calls[2]).toBe(4)
    await expect(pool.run('twice', 1, { signal: AbortSignal.abort(new Error('before')) })).rejects.toThrow('before')
  })

  it('lets a call that ends by itself when it is given up keep its thread', async () => {
    const pool = open()
    expect(await pool.run('count', null)).toBe(1)
    const gone = new AbortController()
    const call = pool.run('linger', null, { signal: gone.signal })
    const next = pool.run('count', null)
    gone.abort(new Error('hung up'))
    await expect(call).rejects.toThrow('hung up')
    expect(await next).toBe(2)
  })

  it('lets a call that computes end at its next checkpoint, and keep its thread', async () => {
    const pool = open()
    expect(await pool.run('count', null)).toBe(1)
    const gone = new AbortController()
    const call = pool.run('untilCancelled', null, { signal: gone.signal })
    const next = pool.run('count', null)
    gone.abort(new Error('hung up'))
    await expect(call).rejects.toThrow('hung up')
    // Its own thread has counted the call that was given up: no other was started.
    expect(await next).toBe(3)
  })

  it('asks the host of the call that it is at, and receives its failures', async () => {
    const pool = open()
    const sum = { host: async (a: number, b: number) => a + b }
    expect(await pool.run('ask', 5, { host: sum })).toEqual({ value: 7 })
    const full = () => {
      throw new AppError('queue_full', 'no room', { details: { left: 0 } })
    }
    expect(await pool.run('ask', 5, { host: { host: full } })).toMatchObject({
      failure: { code: 'queue_full', message: 'no room', details: { left: 0 } },
    })
  })

  it('is notified of an answer that was handed over before: Node would lose the message', async () => {
    const pool = open()
    const once = new Uint8Array(3)
    const host = { host: () => once }
    expect(await pool.run('ask', 5, { host: host as never })).toEqual({ value: new Uint8Array(3) })
    const again = await pool.run('ask', 5, { host: host as never })
    expect(again).toMatchObject({ failure: { message: expect.stringMatching(/detached/) } })
  })

  it('starts again after it died', async () => {
    const pool = open()
    await expect(pool.run('die', null)).rejects.toThrow('code 3')
    expect(await pool.run('twice', 5)).toBe(10)
  })

  it('gives up what needs more memory than allowed, while the service lives on', async () => {
    const pool = open({ memory_mb: 32 })
    await expect(pool.run('hoard', null)).rejects.toMatchObject({ code: 'invalid_request', details: { memory_mb: 32 } })
    expect(await pool.run('twice', 6)).toBe(12)
  })

  it('refuses more of one owner than may wait, and no other owner for it', async () => {
    const pool = open({ most_waiting: 1 })
    const gone = new AbortController()
    const { signal } = gone
    const calls = [1, 2].map(() => pool.run('hang', null, { owner: 'a', signal }).catch(error => error))
    expect(await codeOf(() => pool.run('twice', 1, { owner: 'a' }))).toBe('queue_full')
    const other = pool.run('twice', 2, { owner: 'b' })
    gone.abort()
    await Promise.all(calls)
    expect(await other).toBe(4)
  })

  it('refuses more than may wait, but not what is always queued', async () => {
    const pool = open({ most_waiting: 1 })
    const gone = new AbortController()
    const calls = [pool.run('hang', null, { signal: gone.signal }), pool.run('twice', 1)]
    expect(await codeOf(() => pool.run('twice', 2))).toBe('queue_full')
    const bounded = pool.run('twice', 3, { always_queued: true })
    gone.abort()
    await expect(calls[0]).rejects.toThrow()
    expect([await calls[1], await bounded]).toEqual([2, 6])
  })

  it('ends when it has had nothing to do for a while, and starts again', async () => {
    const pool = open({ idle_ms: 20 })
    expect(await pool.run('count', null)).toBe(1)
    await expect.poll(() => pool.run('count', null), { interval: 200 }).toBe(1)
  })

  it('closed, refuses what it has in hand and what comes', async () => {
    const pool = open()
    const calls = [pool.run('hang', null), pool.run('twice', 1)].map(call => codeOf(() => call))
    await pool.close()
    expect(await Promise.all(calls)).toEqual(['shutting_down', 'shutting_down'])
    expect(await codeOf(() => pool.run('twice', 1))).toBe('shutting_down')
  })
})
