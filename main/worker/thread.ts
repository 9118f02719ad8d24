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
  /** The thread's program: one CommonJS script that imports Node's modules only. */
  readonly script: string
  /** `workerData` of the program. */
  readonly data?: unknown
  /** Time limit of one call; null for none. */
  readonly limit_ms: number | null
  /** The thread ends after this time without work; null: never. */
  readonly idle_ms: number | null
  /** Heap limit of the thread in MiB: input that expands beyond it ends the thread, not the service. */
  readonly memory_mb: number
}

/** A call and the promise functions of its caller. */
export interface QueuedCall {
  readonly call: TaskCall
  /** Owner of the work, see `WorkContext`. */
  readonly owner: string | null | undefined
  /** Increases with every call of a pool. */
  readonly sequence: number
  readonly transfer: readonly ArrayBuffer[]
  readonly host: Host
  readonly resolve: (value: unknown) => void
  readonly reject: (error: unknown) => void
}

/** Time that a cancelled call has to end by itself, at its next checkpoint or wait, before the thread is ended. */
const GRACE_MS = 400

/**
 * A worker thread that runs one call at a time, started at the first call and again after it ended. A call that is
 * cancelled or takes too long and then does not end soon ends the thread: a last resort, as the next call has to wait
 * for a new one.
 */
export class Thread {
  private worker: Worker | null = null
  private current: QueuedCall | null = null
  /** Whether the caller of the current call has already been answered. */
  private left = false
  private timer: NodeJS.Timeout | undefined

  /** `freed` is called with each call once the thread is free again. */
  constructor(
    private readonly options: ThreadOptions,
    private readonly freed: (order: QueuedCall) => void,
  ) {}

  get isFree(): boolean {
    return this.current === null
  }

  /** Whether the thread is running: starting one takes some milliseconds. */
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

  /** Rejects the running call with `reason` at once; the thread becomes free when the call has ended. */
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

  /** Frees the thread and calls `settle` to answer the caller, unless it was already answered. */
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

  /** Ends the thread, and with it the current call. */
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

/** Reply to host calls of a cancelled task, which may make many more. */
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
