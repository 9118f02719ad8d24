import { AppError } from '../contract/model/errors'
import type { Call } from './messages'
import type { Host, Runner, TaskOptions, Tasks } from './runner'
import { createThread, type Order, type Thread, type ThreadOptions } from './thread'

export interface PoolOptions extends Pick<ThreadOptions, 'script' | 'data'>, Partial<Omit<ThreadOptions, 'script'>> {
  /** Most threads; none is started before it has something to do. */
  readonly threads?: number
  /** Calls that may wait; more are refused with `queue_full`, but for patient ones. */
  readonly most_waiting?: number
}

const DEFAULTS = { threads: 1, most_waiting: 64, limit_ms: 60_000, idle_ms: 30_000, memory_mb: 2_048 }

/** Threads that calls wait for in one line. */
export function createPool<T extends Tasks>(options: PoolOptions): Runner<T> & { close(): Promise<void> } {
  const { threads: most, most_waiting, ...each } = { ...DEFAULTS, ...options }
  const line: Order[] = []
  const threads: Thread[] = []
  let closed = false

  /** One that runs before one that must be started first. */
  function freeThread(): Thread | null {
    const free = threads.filter(thread => thread.isFree())
    const found = free.find(thread => thread.isWarm()) ?? free[0]
    if (found || threads.length === most) return found ?? null
    const added = createThread(each, next)
    threads.push(added)
    return added
  }

  function next(): void {
    if (closed || line.length === 0) return
    const thread = freeThread()
    if (!thread) return
    thread.run(line.shift()!)
    next()
  }

  function giveUp(waiting: Order, reason: unknown): void {
    const at = line.indexOf(waiting)
    if (at >= 0) line.splice(at, 1)[0]!.reject(reason)
    else threads.find(thread => thread.isAt(waiting))?.giveUp(reason)
  }

  function enter(call: Call, { signal, transfer = [], host, patient = false }: TaskOptions): Promise<unknown> {
    let abort = (): void => undefined
    signal?.throwIfAborted()
    if (closed) throw shuttingDown()
    if (!patient && line.length >= most_waiting)
      throw new AppError('queue_full', `${line.length} others wait to be worked through; try again in a moment`)
    return new Promise((resolve, reject) => {
      const waiting: Order = { call, transfer, host: (host ?? {}) as Host, resolve, reject }
      line.push(waiting)
      abort = () => giveUp(waiting, signal!.reason)
      signal?.addEventListener('abort', abort, { once: true })
      next()
    }).finally(() => signal?.removeEventListener('abort', abort))
  }

  return {
    run: async (name, input, runOptions = {}) => (await enter({ name, input }, runOptions)) as never,
    /** What waits or runs is rejected with `shutting_down`. */
    async close(): Promise<void> {
      closed = true
      for (const { reject } of line.splice(0)) reject(shuttingDown())
      await Promise.all(threads.map(thread => thread.close(shuttingDown())))
    },
  }
}
export type Pool<T extends Tasks> = ReturnType<typeof createPool<T>>

const shuttingDown = (): AppError => new AppError('shutting_down', 'The service is stopping')
