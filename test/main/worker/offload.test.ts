/** What stays on the calling thread and what does not, by a program that says where it ran. */
import { afterEach, describe, expect, it } from 'vitest'
import { createOffload } from '../../../main/worker/offload'
import type { TaskContext } from '../../../main/worker/runner'

const SCRIPT = `
  const { parentPort } = require('node:worker_threads')
  parentPort.on('message', ({ name }) => name && parentPort.postMessage({ value: 'there' }))
`
const tasks = {
  steps(count: number, { checkpoint }: TaskContext): string {
    for (let at = 0; at < count; at++) checkpoint()
    return 'here'
  },
  fail(): string {
    throw new RangeError('no such thing')
  },
}
const opened: { close(): Promise<void> }[] = []
function open() {
  const runner = createOffload(tasks, { script: SCRIPT })
  opened.push(runner)
  return runner
}
afterEach(async () => {
  await Promise.all(opened.splice(0).map(runner => runner.close()))
})

describe('a small task', () => {
  it('is done here as long as it takes few steps', async () => {
    expect(await open().run('steps', 10, { size: 100 })).toBe('here')
  })

  it('goes to a thread when it turns out to take many, whatever its size', async () => {
    expect(await open().run('steps', 1_000_000_000, { size: 81 })).toBe('there')
  })

  it('that fails does so once', async () => {
    await expect(open().run('fail', undefined as never, { size: 1 })).rejects.toThrow('no such thing')
  })
})

it('a large task goes to a thread at once', async () => {
  expect(await open().run('steps', 0, { size: 100_000 })).toBe('there')
  expect(await open().run('steps', 0)).toBe('there')
})
