import { describe, expect, it } from 'vitest'
import { createBackendQueues } from '../../../../main/jobs/queue/backend-queues'

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
