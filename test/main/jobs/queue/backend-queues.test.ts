import { describe, expect, it } from 'vitest'
import { createBackendQueues, createBackpressure } from '../../../../main/jobs/queue/backend-queues'

const entry = (sequence: number, owner: string | null, backend = 'dev-a-mock') => ({
  job_uuid: `job-${sequence}`,
  sequence,
  owner,
  backend,
})

describe('the queue', () => {
  const open = (concurrency = 1) => {
    const running: { id: string; signal: AbortSignal; done: () => void }[] = []
    const problems: unknown[] = []
    const queue = createBackendQueues({
      concurrency: () => concurrency,
      execute: (id, { signal }) => new Promise(resolve => running.push({ id, signal, done: resolve })),
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
    const queue = createBackendQueues({
      concurrency: () => 1,
      execute: async id => {
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

function clocked() {
  let time = 0
  const backpressure = createBackpressure(() => time)
  const submit = (count: number, every_ms: number) => {
    for (let n = 0; n < count; n++) {
      time += every_ms
      backpressure.submitted()
    }
  }
  const pass = (ms: number) => {
    time += ms
  }
  return { backpressure, submit, pass }
}

/** Whether `turn` is over within a few turns of the event loop. */
async function isAtOnce(turn: Promise<void>): Promise<boolean> {
  let over = false
  turn.then(() => {
    over = true
  })
  for (let n = 0; n < 3; n++) await new Promise(resolve => setImmediate(resolve))
  return over
}

describe('backpressure on executions', () => {
  it('lets an execution start at once without submits', async () => {
    const { backpressure } = clocked()
    expect(backpressure.isBurst()).toBe(false)
    expect(await isAtOnce(backpressure.ready())).toBe(true)
  })

  it('does not pause for submits that come one by one', () => {
    const { backpressure, submit } = clocked()
    submit(200, 4)
    expect(backpressure.isBurst()).toBe(false)
  })

  it('pauses while many submit at once, but never for long, however long that lasts', async () => {
    const { backpressure, submit } = clocked()
    submit(1_000, 1)
    expect(backpressure.isBurst()).toBe(true)
    const turn = backpressure.ready()
    expect(await isAtOnce(turn)).toBe(false)
    submit(1_000, 1)
    await turn
    expect(backpressure.isBurst()).toBe(true)
  })

  it('goes on as soon as no more submits wait', async () => {
    const { backpressure, submit, pass } = clocked()
    submit(16, 1)
    expect(backpressure.isBurst()).toBe(true)
    pass(40)
    expect(backpressure.isBurst()).toBe(false)
    expect(await isAtOnce(backpressure.ready())).toBe(true)
  })
})
