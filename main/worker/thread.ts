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
  /** Whose work it is, see `WorkContext`. */
  readonly owner: string | null | undefined
  /** Grows with every call of a pool. */
  readonly sequence: number
  readonly transfer: readonly ArrayBuffer[]
  readonly host: Host
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** A call that is given up may end by itself for so long, at its next checkpoint or where it waits. */
const GRACE_MS = 400

/**
 * A thread that is started at the first call and again after it died or was ended; one call at a time. A call that takes too
 * long, or that does not end soon after it was given up, ends the thread: the last resort, as the next call then waits for
 * another to start.
 */
export class Thread {
  private worker: Worker | null = null
  private current: QueuedCall | null = null
  /** The caller of the current call has been answered. */
  private left = false
  private timer: NodeJS.Timeout | undefined

  /** `freed` is called with every call when it has left the thread. */
  constructor(
    private readonly options: ThreadOptions,
    private readonly freed: (order: QueuedCall) => void,
  ) {}

  get isFree(): boolean {
    return this.current === null
  }

  /** Whether it runs: starting one takes some milliseconds. */
  get isWarm(): boolean {
    return this.worker !== null
  }

  isAt(order: QueuedCall): boolean {
    return this.current === order
  }

  run(order: QueuedCall): void {
    const { limit_ms } = this.options
    clearTimeout(this.timer)
    this.current = order
    this.left = false
    try {
      const running = this.started()
      running.ref()
      running.postMessage(order.call, order.transfer)
      if (limit_ms !== null) this.timer = setTimeout(() => this.giveUp(overdue(limit_ms)), limit_ms)
    } catch (error) {
      this.end(() => order.reject(error))
    }
  }

  /** Rejects the running call with `reason` at once; the thread is free when the call has ended. */
  giveUp(reason: unknown): void {
    if (this.left || !this.current) return
    this.left = true
    this.current.reject(reason)
    Atomics.store(this.current.call.cancelled, 0, 1)
    this.worker?.postMessage({ abort: true } satisfies ToThread)
    clearTimeout(this.timer)
    this.timer = setTimeout(() => this.drop(reason), GRACE_MS)
  }

  async close(reason: unknown): Promise<void> {
    clearTimeout(this.timer)
    if (!this.left) this.current?.reject(reason)
    this.current = null
    await this.stop()
  }

  private started(): Worker {
    if (this.worker) return this.worker
    const { script, data, memory_mb } = this.options
    const limits = { maxOldGenerationSizeMb: memory_mb }
    const starting = new Worker(script, { eval: true, workerData: data, resourceLimits: limits })
    const whileMine = (then: () => void) => this.worker === starting && then()
    starting.on('message', (message: FromThread) => whileMine(() => this.received(starting, message)))
    starting.on('error', error => whileMine(() => this.drop(deathOf(error, memory_mb))))
    starting.on('exit', code => whileMine(() => this.drop(new Error(`The worker thread ended with code ${code}`))))
    this.worker = starting
    return starting
  }

  private received(from: Worker, message: FromThread): void {
    if ('ask' in message) return void this.answer(from, message)
    const { resolve, reject } = this.current!
    this.end(() => ('value' in message ? resolve(message.value) : reject(errorOf(message.failure))))
  }

  private async answer(to: Worker, question: HostCall): Promise<void> {
    const reply = await replied(this.left ? undefined : this.current?.host, question)
    const post = (reply: Reply) => {
      const word: ToThread = { answer: question.ask, reply }
      if (this.worker === to) to.postMessage(word, 'value' in reply ? [...buffersIn(reply.value)] : [])
    }
    try {
      post(reply)
    } catch (error) {
      post({ failure: failureOf(error) })
    }
  }

  /** The thread is free; `settle` answers the caller, unless it has left. */
  private end(settle: () => void): void {
    const ended = this.current!
    const { idle_ms } = this.options
    clearTimeout(this.timer)
    this.current = null
    this.worker?.unref()
    if (idle_ms !== null) this.timer = setTimeout(() => void this.stop(), idle_ms).unref()
    if (!this.left) settle()
    this.freed(ended)
  }

  /** Ends the thread and with it the call that it is at. */
  private drop(error: unknown): void {
    const order = this.current
    void this.stop()
    if (order) this.end(() => order.reject(error))
  }

  private async stop(): Promise<void> {
    const ending = this.worker
    this.worker = null
    await ending?.terminate()
  }
}

/** Reply to a call that was abandoned; it may ask many more times. */
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
    details: { limit_ms },
  })

function deathOf(error: unknown, memory_mb: number): unknown {
  if ((error as NodeJS.ErrnoException).code !== 'ERR_WORKER_OUT_OF_MEMORY') return error
  return new AppError(
    'invalid_request',
    `The request needs more than the ${memory_mb} MiB that one may take; send a smaller one`,
    {
      details: { memory_mb },
    },
  )
}
