import type { MessagePort } from 'node:worker_threads'
import { buffersIn, errorOf, failureOf, type Reply, type Said, type Word } from './messages'
import type { Host, Tasks } from './runner'

interface Waiting {
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** The thread's side: does one call after another, in the order in which they come. */
export function serveTasks(port: MessagePort, tasks: Tasks): void {
  const asked = new Map<number, Waiting>()
  let controller = new AbortController()
  let questions = 0

  function send(said: Said): void {
    const value = 'ask' in said ? said.args : 'value' in said ? said.value : null
    port.postMessage(said, [...buffersIn(value)])
  }

  function ask(name: string, args: readonly unknown[]): Promise<unknown> {
    const number = questions++
    const answer = new Promise((resolve, reject) => asked.set(number, { resolve, reject }))
    // Of progress nobody awaits an answer.
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
          ask(String(name), args),
    },
  )

  function hear(number: number, reply: Reply): void {
    const waiting = asked.get(number)
    asked.delete(number)
    if ('value' in reply) waiting?.resolve(reply.value)
    else waiting?.reject(errorOf(reply.failure))
  }

  async function work(name: string, input: unknown): Promise<void> {
    controller = new AbortController()
    try {
      send({ value: await tasks[name]!(input as never, host as never, controller.signal) })
    } catch (error) {
      send({ failure: failureOf(error) })
    }
  }

  port.on('message', (word: Word) => {
    if ('abort' in word) controller.abort()
    else if ('answer' in word) hear(word.answer, word.reply)
    else void work(word.name, word.input)
  })
}
