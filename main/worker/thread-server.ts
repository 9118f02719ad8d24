import type { MessagePort } from 'node:worker_threads'
import { cancelledBy } from './checkpoint'
import { buffersIn, errorOf, type FromThread, failureOf, type Reply, type TaskCall, type ToThread } from './messages'
import type { Host, Tasks } from './runner'

interface PendingCall {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The thread's side: runs each call as it arrives; the pool sends one at a time. */
export function serveTasks(port: MessagePort, tasks: Tasks): void {
  const pendingHostCalls = new Map<number, PendingCall>()
  let controller = new AbortController()
  let hostCalls = 0

  function send(message: FromThread): void {
    const value = 'ask' in message ? message.args : 'value' in message ? message.value : null
    port.postMessage(message, [...buffersIn(value)])
  }

  function callHost(name: string, args: readonly unknown[]): Promise<unknown> {
    const number = hostCalls++
    const answer = new Promise((resolve, reject) => pendingHostCalls.set(number, { resolve, reject }))
    // Progress messages are not awaited.
    answer.catch(() => undefined)
    send({ ask: number, name, args })
    return answer
  }

  const host = new Proxy<Host>(
    {},
    {
      get:
        (_, name) =>
        (...args: unknown[]) =>
          callHost(String(name), args),
    },
  )

  function handleReply(number: number, reply: Reply): void {
    const waiting = pendingHostCalls.get(number)
    pendingHostCalls.delete(number)
    if ('value' in reply) waiting?.resolve(reply.value)
    else waiting?.reject(errorOf(reply.failure))
  }

  async function work({ name, input, cancelled }: TaskCall): Promise<void> {
    controller = new AbortController()
    const { signal } = controller
    try {
      send({
        value: await tasks[name]!(input as never, { host: host as never, signal, checkpoint: cancelledBy(cancelled) }),
      })
    } catch (error) {
      send({ failure: failureOf(error) })
    }
  }

  port.on('message', (word: ToThread) => {
    if ('abort' in word) controller.abort()
    else if ('answer' in word) handleReply(word.answer, word.reply)
    else void work(word)
  })
}
