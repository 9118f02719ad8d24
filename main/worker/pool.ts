import { AppError } from '../contract/model/errors'
import { createRoundRobin } from './round-robin'
import type { Host, Runner, TaskOptions, Tasks } from './runner'
import { type QueuedCall, Thread, type ThreadOptions } from './thread'
import { createThreadShares, type ThreadShares } from './thread-shares'

export interface PoolOptions
  extends Pick<ThreadOptions, 'script' | 'data'>,
    Partial<Pick<ThreadOptions, 'limit_ms' | 'memory_mb'>> {
  /** A thread without work ends after this time, which frees its memory. */
  readonly idle_ms?: number
  /** Maximum number of threads; each is started when first needed. */
  readonly threads?: number
  /** Maximum waiting calls of one owner; more are refused with `queue_full`, except `always_queued` ones. */
  readonly most_waiting?: number
  /** The first thread stays alive without work; the others end after `idle_ms`. */
  readonly keep_warm?: boolean
  /**
   * Limit of threads per owner, counted over all pools with the same shares. Left out: this pool counts alone, two
   * threads per owner.
   */
  readonly shares?: ThreadShares
}

const DEFAULTS = { threads: 1, most_waiting: 64, limit_ms: 60_000, idle_ms: 30_000, memory_mb: 2_048, keep_warm: false }

export interface Pool<T extends Tasks> extends Runner<T> {
  /** Rejects waiting and running work with `shutting_down`. */
  close(): Promise<void>
}

/** A pool of threads and a queue of calls, served round robin over owners. */
export function createPool<T extends Tasks>(options: PoolOptions): Pool<T> {
  const { threads: most, most_waiting, keep_warm, shares = createThreadShares(), ...each } = { ...DEFAULTS, ...options }
  const queue = createRoundRobin<QueuedCall>()
  const threads: Thread[] = []
  let [entered, closed] = [0, false]
  shares.onRelease(next)

  /** A free thread, preferably one that is running already. */
  function freeThread(): Thread | null {
    const free = threads.filter(thread => thread.isFree)
    const found = free.find(thread => thread.isWarm) ?? free[0]
    if (found || threads.length === most) return found ?? null
    const idle_ms = keep_warm && threads.length === 0 ? null : each.idle_ms
    const added = new Thread({ ...each, idle_ms }, shares.release)
    threads.push(added)
    return added
  }

  function next(): void {
    const thread = closed ? null : freeThread()
    const order = thread && queue.shift(shares.mayAcquire)
    if (!order) return
    shares.acquire(order)
    const isWarm = thread.isWarm
    thread.run(order)
    // Starting a thread takes some milliseconds, so at most one starts in each turn of the event loop.
    if (isWarm) next()
    else setImmediate(next)
  }

  function giveUp(order: QueuedCall, reason: unknown): void {
    if (queue.remove(order)) order.reject(reason)
    else threads.find(thread => thread.isAt(order))?.giveUp(reason)
  }

  function enter(name: string, input: unknown, options: TaskOptions): Promise<unknown> {
    const { signal, transfer = [], host, always_queued = false, owner } = options
    let abort = (): void => undefined
    signal?.throwIfAborted()
    if (closed) throw shuttingDown()
    if (!always_queued && queue.lengthOf(owner) >= most_waiting) throw queueFull(queue.lengthOf(owner))
    const call = { name, input, cancelled: new Int32Array(new SharedArrayBuffer(4)) }
    return new Promise((resolve, reject) => {
      const order: QueuedCall = {
        call,
        owner,
        sequence: entered++,
        transfer,
        host: (host ?? {}) as Host,
        resolve,
        reject,
      }
      queue.push(order)
      abort = () => giveUp(order, signal!.reason)
      signal?.addEventListener('abort', abort, { once: true })
      next()
    }).finally(() => signal?.removeEventListener('abort', abort))
  }

  return {
    run: async (name, input, runOptions = {}) => (await enter(name, input, runOptions)) as never,
    async close() {
      closed = true
      for (const { reject } of queue.clear()) reject(shuttingDown())
      await Promise.all(threads.map(thread => thread.close(shuttingDown())))
    },
  }
}
const shuttingDown = (): AppError => new AppError('shutting_down', 'The service is stopping')

const queueFull = (waiting: number): AppError =>
  new AppError('queue_full', `${waiting} of your requests wait to be processed; try again in a moment`)
