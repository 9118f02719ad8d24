/**
 * The queue of a sequencer: in order of arrival, entropy sources last; an entropy source that holds the device yields it to other
 * work.
 */
import { createOrder, type DeviceEntry, type DeviceWaiting, type Holder, type OrderOfArrival } from './order-of-arrival'

/** Work that first waits in a queue of its own kind, which serves one at a time. */
export type WorkKind = 'run' | 'job'

interface TurnOptions {
  readonly signal?: AbortSignal | undefined
  /** Called whenever the position changes: 1 is next, 0 holds the device. */
  readonly onPosition?: ((position: number) => void) | undefined
  /** Called, perhaps repeatedly, while this is an entropy source that holds the device and other work is ready. */
  readonly onYield?: (() => void) | undefined
}

/** Work that waits in the queue of its kind. */
export interface QueuedWork {
  /** 1 begins next. */
  readonly position: number
  /** Work of its kind that has begun, whether it holds the device or waits for it. */
  readonly begun: number
}

export interface Arbiter {
  /**
   * Adds an entry for work that will ask for one or more turns when it is ready; later entries wait for it. Work of a kind takes
   * the first free entry of that kind, even if other work announced it. Returns a function that withdraws the entry after the last
   * turn.
   */
  announce(kind: WorkKind): () => void
  /** Resolves once it is the holder's turn, with an idempotent function that ends the turn; rejects with the signal's reason. */
  turn(holder: Holder, options?: TurnOptions): Promise<() => void>
  holder(): Holder | null
  /** In the order in which they will be served. */
  waiting(): readonly Holder[]
  /** Position that work of a kind will have among all that has arrived, counted as in `onPosition`: 1 is next. */
  positionOf(kind: WorkKind, waiting: QueuedWork): number
}

/** Longest time for which the device is kept free for the first entry while its work is not ready and other work is. */
const KEPT_FREE_MS = 10_000

export function createArbiter(onChange: () => void = () => {}, kept_free_ms = KEPT_FREE_MS): Arbiter {
  const order = createOrder()
  const turns = createTurnQueue(order, { onChange, kept_free_ms })
  return {
    announce(kind) {
      const withdraw = announced(order, kind)
      return () => {
        if (withdraw()) turns.settle()
      }
    },
    turn: (holder, options = {}) =>
      new Promise((resolve, reject) => {
        if (options.signal?.aborted) return reject(options.signal.reason)
        enqueue(turns, { order, holder, options }, { resolve, reject })
      }),
    holder: () => order.current?.waiting.holder ?? null,
    waiting: () => order.entries.flatMap(({ waiting }) => (waiting ? [waiting.holder] : [])),
    positionOf: (kind, waiting) => positionAmong(order, kind, waiting),
  }
}

/** Grants turns. */
interface TurnQueue {
  /** To be called after every change: grants the next turn if possible, and reports positions to all that wait. */
  settle(): void
  /** Ends the turn of the holder; does nothing for work that does not hold the device. */
  end(waiting: DeviceWaiting): void
}

interface TurnQueueOptions {
  readonly onChange: () => void
  readonly kept_free_ms: number
}

function createTurnQueue(order: OrderOfArrival, { onChange, kept_free_ms }: TurnQueueOptions): TurnQueue {
  let timer: ReturnType<typeof setTimeout> | null = null
  const enter = (entry: DeviceEntry, waiting: DeviceWaiting) => {
    if (timer) clearTimeout(timer)
    timer = null
    order.enter(entry, waiting)
    waiting.enter()
  }
  /** Serves the first entry that is ready: at once where no entry is before it, else after `kept_free_ms`. */
  const serve = (keeps_free: boolean) => {
    const ready = order.entries.find(({ waiting }) => waiting !== null)
    if (order.current || !ready) return
    if (ready === order.entries[0] || !keeps_free) enter(ready, ready.waiting!)
    else timer ??= setTimeout(() => settle(false), kept_free_ms).unref()
  }
  const settle = (keeps_free = true) => {
    serve(keeps_free)
    askToYield(order)
    reportPositions(order)
    onChange()
  }
  return {
    settle: () => settle(),
    end(waiting) {
      if (order.current?.waiting !== waiting) return
      order.leave()
      settle()
    },
  }
}

/** Asks an entropy source that holds the device to yield as soon as other work is ready. */
function askToYield({ entries, current }: OrderOfArrival): void {
  const isWanted = entries.some(({ waiting, kind }) => waiting !== null && kind !== 'entropy')
  if (current?.waiting.holder.kind === 'entropy' && isWanted) current.waiting.onYield?.()
}

function reportPositions({ entries, served }: OrderOfArrival): void {
  const others = entries.filter(entry => entry !== served)
  for (const [i, { waiting }] of others.entries()) {
    if (!waiting || waiting.position === i + 1) continue
    waiting.position = i + 1
    waiting.onPosition?.(i + 1)
  }
}

/** Adds an entry for work that will come. Returns a function that withdraws it; that function returns true only the first time. */
function announced(order: OrderOfArrival, kind: WorkKind): () => boolean {
  const own = order.join({ kind, waiting: null, is_single: false })
  let is_over = false
  return () => {
    if (is_over) return false
    is_over = true
    // Other work of its kind may have taken this entry: then a free one of the same kind is given up instead.
    const given_up = order.isFree(own)
      ? own
      : order.entries.findLast(entry => entry.kind === kind && order.isFree(entry))
    if (given_up) order.remove(given_up)
    else own.is_single = true
    return true
  }
}

interface Entrant {
  readonly order: OrderOfArrival
  readonly holder: Holder
  readonly options: TurnOptions
}

interface TurnPromise {
  resolve(end: () => void): void
  reject(reason: unknown): void
}

/** Waits in a free entry announced for its kind, else in a new one. */
function enqueue(turns: TurnQueue, { order, holder, options }: Entrant, { resolve, reject }: TurnPromise): void {
  const { signal, onPosition, onYield } = options
  const entry = order.announced(holder.kind) ?? order.join({ kind: holder.kind, waiting: null, is_single: true })
  const leaveQueue = () => {
    entry.waiting = null
    if (entry.is_single) order.remove(entry)
    turns.settle()
    reject(signal?.reason)
  }
  const enter = () => {
    signal?.removeEventListener('abort', leaveQueue)
    onPosition?.(0)
    resolve(() => turns.end(waiting))
  }
  const waiting: DeviceWaiting = { holder, onPosition, onYield, position: -1, enter }
  signal?.addEventListener('abort', leaveQueue, { once: true })
  entry.waiting = waiting
  turns.settle()
}

function positionAmong({ entries, served }: OrderOfArrival, kind: WorkKind, waiting: QueuedWork): number {
  let left = waiting.position + waiting.begun - (served?.kind === kind ? 1 : 0)
  let position = 0
  for (const one of entries) {
    if (one === served || one.kind === 'entropy') continue
    position += 1
    if (one.kind === kind) left -= 1
    if (left <= 0) return position
  }
  return position + 1
}
