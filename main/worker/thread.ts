import { Worker } from 'node:worker_threads'
import { AppError } from '../contract/model/errors'
import {
  buffersIn,
  errorOf,
  type FromThread,
  failureOf,
  type HostCall,
  type Reply,
  type TaskCall,
  type ToThread,
} from './messages'
import type { Host } from './runner'

export interface ThreadOptions {
  /** The thread's program: one CommonJS script that imports nothing beyond Node. */
  readonly script: string
  /** What the program finds as `workerData`. */
  readonly data?: unknown
  /** A call may work for so long; null for as long as it takes. */
  readonly limit_ms: number | null
  /** The thread ends after so long without work; null: it stays. */
  readonly idle_ms: number | null
  /** Most memory of the thread, MiB: a body that unfolds to more ends the thread and not the service. */
  readonly memory_mb: number
}

/** One call and who waits for it. */
export interface QueuedCall {
  readonly call: TaskCall
  /** Whose work it is, see `CallOwner`. */
  readonly owner: string | null | undefined
  /** Grows with every call of a pool. */
  readonly sequence: number
  readonly transfer: readonly ArrayBuffer[]
  readonly host: Host
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

export interface Thread {
  run(order: QueuedCall): void
  isFree(): boolean
  /** Whether it runs: starting one takes some milliseconds. */
  isWarm(): boolean
  isAt(order: QueuedCall): boolean
  /** Rejects the running call with `reason` at once; the thread is free when the call has ended. */
  giveUp(reason: unknown): void
  close(reason: unknown): Promise<void>
}

/** A call that is given up may end by itself for so long, at its next checkpoint or where it waits. */
const GRACE_MS = 400

/**
 * A thread that is started at the first call and again after it died or was ended; one call at a time. A call that takes too
 * long, or that does not end soon after it was given up, ends the thread: the last resort, as the next call then waits for
 * another to start. `freed` is told of every call when it has left the thread.
 */
export function createThread(
  { script, data, limit_ms, idle_ms, memory_mb }: ThreadOptions,
  freed: (order: QueuedCall) => void,
): Thread {
  let worker: Worker | null = null
  let current: QueuedCall | null = null
  /** Whoever waited for the current call is told already. */
  let left = false
  let timer: NodeJS.Timeout | undefined

  function started(): Worker {
    if (worker) return worker
    const limits = { maxOldGenerationSizeMb: memory_mb }
    const starting = new Worker(script, { eval: true, workerData: data, resourceLimits: limits })
    const whileMine = (then: () => void) => worker === starting && then()
    starting.on('message', (message: FromThread) => whileMine(() => hear(starting, message)))
    starting.on('error', error => whileMine(() => drop(deathOf(error, memory_mb))))
    starting.on('exit', code => whileMine(() => drop(new Error(`The worker thread ended with code ${code}`))))
    worker = starting
    return starting
  }

  function run(order: QueuedCall): void {
    clearTimeout(timer)
    current = order
    left = false
    try {
      const running = started()
      running.ref()
      running.postMessage(order.call, order.transfer)
      if (limit_ms !== null) timer = setTimeout(() => giveUp(overdue(limit_ms)), limit_ms)
    } catch (error) {
      end(() => order.reject(error))
    }
  }

  function hear(from: Worker, message: FromThread): void {
    if ('ask' in message) return void answer(from, message)
    const { resolve, reject } = current!
    end(() => ('value' in message ? resolve(message.value) : reject(errorOf(message.failure))))
  }

  async function answer(to: Worker, question: HostCall): Promise<void> {
    const reply = await replied(left ? undefined : current?.host, question)
    const tell = (reply: Reply) => {
      const word: ToThread = { answer: question.ask, reply }
      if (worker === to) to.postMessage(word, 'value' in reply ? [...buffersIn(reply.value)] : [])
    }
    try {
      tell(reply)
    } catch (error) {
      tell({ failure: failureOf(error) })
    }
  }

  /** The thread is free; tells whoever waited, unless that has gone. */
  function end(tell: () => void): void {
    const ended = current!
    clearTimeout(timer)
    current = null
    worker?.unref()
    if (idle_ms !== null) timer = setTimeout(stop, idle_ms).unref()
    if (!left) tell()
    freed(ended)
  }

  /** Rejects the running call with `reason` at once; the thread is free when the call has ended. */
  function giveUp(reason: unknown): void {
    if (left || !current) return
    left = true
    current.reject(reason)
    Atomics.store(current.call.cancelled, 0, 1)
    worker?.postMessage({ abort: true } satisfies ToThread)
    clearTimeout(timer)
    timer = setTimeout(() => drop(reason), GRACE_MS)
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
    isFree: () => current === null,
    isWarm: () => worker !== null,
    isAt: order => current === order,
    giveUp,
    async close(reason) {
      clearTimeout(timer)
      if (!left) current?.reject(reason)
      current = null
      await stop()
    },
  }
}
/** Of a call that was given up; it may ask a great many times. */
const GONE: Reply = { failure: failureOf(new Error('the caller has gone')) }

async function replied(host: Host | undefined, { name, args }: HostCall): Promise<Reply> {
  if (!host) return GONE
  try {
    return { value: await host[name]!(...(args as never[])) }
  } catch (error) {
    return { failure: failureOf(error) }
  }
}

const overdue = (limit_ms: number): AppError =>
  new AppError('invalid_request', `The request took longer than ${limit_ms / 1000} s to process; send a smaller one`, {
    limit_ms,
  })

function deathOf(error: unknown, memory_mb: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new AppError(
    'invalid_request',
    `The request needs more than the ${memory_mb} MiB that one may take; send a smaller one`,
    {
      memory_mb,
    },
  )
}
