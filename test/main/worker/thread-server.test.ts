/** The thread's side of the boundary, spoken to over a channel of the same thread. */
import { MessageChannel } from 'node:worker_threads'
import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../main/contract/model/errors'
import { type FromThread, failureOf, type HostCall, type ToThread } from '../../../main/worker/messages'
import type { TaskContext } from '../../../main/worker/runner'
import { serveTasks } from '../../../main/worker/thread-server'

type Keeps = { readonly keep: (bytes: Uint8Array) => Promise<string>; readonly progress: (at: number) => void }

const tasks = {
  async save(length: number, { host: { keep, progress } }: TaskContext<Keeps>) {
    progress(0.5)
    return keep(new Uint8Array(length).fill(1))
  },
  async saveTwice(length: number, { host: { keep } }: TaskContext<Keeps>) {
    const bytes = new Uint8Array(length)
    await keep(bytes)
    return keep(bytes)
  },
  async untilAborted(_: null, { signal }: TaskContext) {
    await new Promise(resolve => signal.addEventListener('abort', resolve, { once: true }))
    signal.throwIfAborted()
  },
  twice: (value: number) => 2 * value,
}

const call = (name: string, input: unknown): ToThread => ({ name, input, cancelled: new Int32Array(1) })

const opened: MessageChannel[] = []
function open() {
  const channel = new MessageChannel()
  opened.push(channel)
  serveTasks(channel.port2, tasks)
  const received: FromThread[] = []
  const waiting: ((said: FromThread) => void)[] = []
  channel.port1.on('message', (said: FromThread) => {
    const next = waiting.shift()
    if (next) next(said)
    else received.push(said)
  })
  return {
    say: (word: ToThread) => channel.port1.postMessage(word),
    hear: async <T extends FromThread>(): Promise<T> =>
      (received.shift() ?? (await new Promise<FromThread>(resolve => waiting.push(resolve)))) as T,
  }
}
afterEach(() => {
  for (const { port1 } of opened.splice(0)) port1.close()
})

describe('a task on a thread', () => {
  it('calls its host and goes on with the answer', async () => {
    const { say, hear } = open()
    say(call('save', 3))
    expect(await hear<HostCall>()).toMatchObject({ name: 'progress', args: [0.5] })
    const asked = await hear<HostCall>()
    expect(asked).toMatchObject({ name: 'keep', args: [Uint8Array.of(1, 1, 1)] })
    say({ answer: asked.ask, reply: { value: 'abc' } })
    expect(await hear()).toEqual({ value: 'abc' })
  })

  it('throws what its host throws, AppErrors whole', async () => {
    const { say, hear } = open()
    say(call('save', 3))
    const [, asked] = [await hear(), await hear<HostCall>()]
    const failure = failureOf(new AppError('conflict', 'the disk is full', { details: { left: 0 } }))
    say({ answer: asked.ask, reply: { failure } })
    expect(await hear()).toMatchObject({
      failure: { code: 'conflict', message: 'the disk is full', details: { left: 0 } },
    })
  })

  it('fails where it gives bytes to its host that it has given away: Node would lose the message', async () => {
    const { say, hear } = open()
    say(call('saveTwice', 3))
    const asked = await hear<HostCall>()
    say({ answer: asked.ask, reply: { value: 'abc' } })
    expect(await hear()).toMatchObject({ failure: { message: expect.stringMatching(/detached/) } })
  })

  it('survives progress without a listener, and replies to an earlier call', async () => {
    const { say, hear } = open()
    say(call('save', 1))
    const [reported, asked] = [await hear<HostCall>(), await hear<HostCall>()]
    say({ answer: asked.ask, reply: { value: 'a' } })
    expect(await hear()).toEqual({ value: 'a' })
    say(call('save', 1))
    say({ answer: reported.ask, reply: { failure: failureOf(new Error('late')) } })
    say({ answer: reported.ask, reply: { value: 'twice' } })
    const [, next] = [await hear(), await hear<HostCall>()]
    say({ answer: next.ask, reply: { value: 'b' } })
    expect(await hear()).toEqual({ value: 'b' })
  })

  it('ends when it is aborted, and an abort that comes late stops no other call', async () => {
    const { say, hear } = open()
    say(call('untilAborted', null))
    say({ abort: true })
    expect(await hear()).toMatchObject({ failure: { code: null } })
    say({ abort: true })
    say(call('twice', 4))
    expect(await hear()).toEqual({ value: 8 })
  })
})
