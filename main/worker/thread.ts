import { Worker } from 'node:worker_threads'
import { AppError } from '../contract/model/errors'
import { buffersIn, type Call, errorOf, failureOf, type Question, type Reply, type Said, type Word } from './messages'
import type { Host } from './runner'

export interface ThreadOptions {
  /** The thread's program: one CommonJS script that imports nothing beyond Node. */
  readonly script: string
  /** What the program finds as `workerData`. */
  readonly data?: unknown
  /** A call may work for so long; null for as long as it takes. */
  readonly limit_ms: number | null
  /** The thread ends after so long without work; its memory goes back to the machine. */
  readonly idle_ms: number
  /** Most memory of the thread, MiB: a body that unfolds to more ends the thread and not the service. */
  readonly memory_mb: number
}

/** One call and who waits for it. */
export interface Order {
  readonly call: Call
  readonly transfer: readonly ArrayBuffer[]
  readonly host: Host
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A call that is given up may end by itself for so long. */
const GRACE_MS = 400

/**
 * A thread that is started at the first call and again after it died or was ended; one call at a time. A call that takes too
 * long, or that does not end soon after it was given up, ends the thread: nothing else stops a computation.
 */
export function createThread({ script, data, limit_ms, idle_ms, memory_mb }: ThreadOptions, freed: () => void) {
  let worker: Worker | null = null
  let current: Order | null = null
  /** Whoever waited for the current call is told already. */
  let left = false
  let timer: NodeJS.Timeout | undefined

  function started(): Worker {
    if (worker) return worker
    const limits = { maxOldGenerationSizeMb: memory_mb }
    const starting = new Worker(script, { eval: true, workerData: data, resourceLimits: limits })
    const whileMine = (then: () => void) => worker === starting && then()
    starting.on('message', (said: Said) => whileMine(() => hear(starting, said)))
    starting.on('error', error => whileMine(() => drop(deathOf(error, memory_mb))))
    starting.on('exit', code => whileMine(() => drop(new Error(`The worker thread ended with code ${code}`))))
    worker = starting
    return starting
  }

  function run(order: Order): void {
    clearTimeout(timer)
    current = order
    left = false
    try {
      const running = started()
      running.ref()
      running.postMessage(order.call, order.transfer)
      if (limit_ms !== null) timer = setTimeout(() => drop(overdue(limit_ms)), limit_ms)
    } catch (error) {
      end(() => order.reject(error))
    }
  }

  function hear(from: Worker, said: Said): void {
    if ('ask' in said) return void answer(from, said)
    const { resolve, reject } = current!
    end(() => ('value' in said ? resolve(said.value) : reject(errorOf(said.failure))))
  }

  async function answer(to: Worker, question: Question): Promise<void> {
    const reply = await replied(left ? undefined : current?.host, question)
    const word: Word = { answer: question.ask, reply }
    if (worker === to) to.postMessage(word, 'value' in reply ? [...buffersIn(reply.value)] : [])
  }

  /** The thread is free; tells whoever waited, unless that has gone. */
  function end(tell: () => void): void {
    clearTimeout(timer)
    current = null
    worker?.unref()
    timer = setTimeout(stop, idle_ms).unref()
    if (!left) tell()
    freed()
  }

  /** Ends the thread and with it the call that it is at. */
  function drop(error: unknown): void {
    const order = current
    void stop()
    if (order) end(() => order.reject(error))
  }

  async function stop(): Promise<void> {
    const ending = worker
    worker = null
    await ending?.terminate()
  }

  return {
    run,
    isFree: (): boolean => current === null,
    isWarm: (): boolean => worker !== null,
    isAt: (order: Order): boolean => current === order,
    /** Rejects the call in hand with `reason` at once; the thread is free when the call has ended. */
    giveUp(reason: unknown): void {
      if (left) return
      left = true
      current?.reject(reason)
      worker?.postMessage({ abort: true } satisfies Word)
      clearTimeout(timer)
      timer = setTimeout(() => drop(reason), GRACE_MS)
    },
    async close(reason: unknown): Promise<void> {
      clearTimeout(timer)
      if (!left) current?.reject(reason)
      current = null
      await stop()
    },
  }
}
export type Thread = ReturnType<typeof createThread>

/** Nobody hosts a call that was given up. */
async function replied(host: Host | undefined, { name, args }: Question): Promise<Reply> {
  try {
    if (!host) throw new Error('the caller has gone')
    return { value: await host[name]!(...(args as never[])) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

const overdue = (limit_ms: number): AppError =>
  new AppError('invalid_request', `It could not be worked through within ${limit_ms / 1000} s; make it smaller`, {
    limit_ms,
  })

function deathOf(error: unknown, memory_mb: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new AppError('invalid_request', `It needs more than the ${memory_mb} MiB that one request may take`, {
    memory_mb,
  })
}
