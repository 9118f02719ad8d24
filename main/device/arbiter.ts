/** Who is next at a sequencer: in the order of arrival; the entropy source goes behind everyone, and gives way while it holds. */
import { createOrder, type DevicePlace, type DeviceWaiting, type Holder, type OrderOfArrival } from './order-of-arrival'

/** Work that has a queue of its own, which serves one at a time, before it comes to the device. */
export type WorkKind = 'run' | 'job'

interface TurnOptions {
  readonly signal?: AbortSignal | undefined
  /** Called whenever it changes: 1 is next, 0 holds it. */
  readonly onPlace?: ((place: number) => void) | undefined
  /** Called once somebody waits for an entropy source that holds the device. */
  readonly onYield?: (() => void) | undefined
}

/** Where work waits in the queue of its kind. */
export interface QueuedWork {
  /** 1 begins next. */
  readonly position: number
  /** Work of its kind that has begun, whether it holds the device or waits for it. */
  readonly begun: number
}

export interface Arbiter {
  /**
   * Work has arrived that will want a turn, or several, when it is ready: whoever comes later waits for it. Of a kind the one that
   * comes first has the first place of its kind, whichever it is. Answers what withdraws it, once its last turn is over.
   */
  announce(kind: WorkKind): () => void
  /** Resolves, with what ends the turn, once it is the holder's; rejects with the signal's reason. Leaving is idempotent. */
  turn(holder: Holder, options?: TurnOptions): Promise<() => void>
  holder(): Holder | null
  /** In the order in which they will be served. */
  waiting(): readonly Holder[]
  /** Where work of a kind will stand among all that has arrived, as `onPlace` counts: 1 is next. */
  placeOf(kind: WorkKind, waiting: QueuedWork): number
}

/** How long the device is kept free at most for one that arrived first and is not ready, while others are. */
const KEPT_FREE_MS = 10_000

export function createArbiter(onChange: () => void = () => {}, kept_free_ms = KEPT_FREE_MS): Arbiter {
  const order = createOrder()
  const turns = createTurns(order, { onChange, kept_free_ms })
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
    waiting: () => order.places.flatMap(({ waiting }) => (waiting ? [waiting.holder] : [])),
    placeOf: (kind, waiting) => placeAmong(order, kind, waiting),
  }
}

/** Gives the device to whoever is next. */
interface Turns {
  /** To be called whenever something has changed: grants what can be granted, and reports their places to all that wait. */
  settle(): void
  /** Of whoever holds it; of anyone else, nothing. */
  end(waiting: DeviceWaiting): void
}

interface TurnsOptions {
  readonly onChange: () => void
  readonly kept_free_ms: number
}

function createTurns(order: OrderOfArrival, { onChange, kept_free_ms }: TurnsOptions): Turns {
  let timer: ReturnType<typeof setTimeout> | null = null
  const enter = (place: DevicePlace, waiting: DeviceWaiting) => {
    if (timer) clearTimeout(timer)
    timer = null
    order.enter(place, waiting)
    waiting.enter()
  }
  /** The first that is ready; while one before it is not, only once it was kept free for long enough. */
  const serve = (keeps_free: boolean) => {
    const ready = order.places.find(({ waiting }) => waiting !== null)
    if (order.current || !ready) return
    if (ready === order.places[0] || !keeps_free) enter(ready, ready.waiting!)
    else timer ??= setTimeout(() => settle(false), kept_free_ms).unref()
  }
  const settle = (keeps_free = true) => {
    serve(keeps_free)
    askToYield(order)
    reportPlaces(order)
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

/** An entropy source that holds the device makes way as soon as anyone else is ready. */
function askToYield({ places, current }: OrderOfArrival): void {
  const isWanted = places.some(({ waiting, kind }) => waiting !== null && kind !== 'entropy')
  if (current?.waiting.holder.kind === 'entropy' && isWanted) current.waiting.onYield?.()
}

function reportPlaces({ places, served }: OrderOfArrival): void {
  const others = places.filter(place => place !== served)
  for (const [i, { waiting }] of others.entries()) {
    if (!waiting || waiting.place === i + 1) continue
    waiting.place = i + 1
    waiting.onPlace?.(i + 1)
  }
}

/** A place for work that will come; answers what withdraws it: true the first time. */
function announced(order: OrderOfArrival, kind: WorkKind): () => boolean {
  const own = order.join({ kind, waiting: null, is_single: false })
  let is_over = false
  return () => {
    if (is_over) return false
    is_over = true
    // Another one of its kind may have this place: then the one that it announced is given up.
    const given_up = order.isFree(own)
      ? own
      : order.places.findLast(place => place.kind === kind && order.isFree(place))
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

interface Settled {
  resolve(end: () => void): void
  reject(reason: unknown): void
}

/** Waits in the place that was announced for its kind, else in one of its own. */
function enqueue(turns: Turns, { order, holder, options }: Entrant, { resolve, reject }: Settled): void {
  const { signal, onPlace, onYield } = options
  const place = order.announced(holder.kind) ?? order.join({ kind: holder.kind, waiting: null, is_single: true })
  const leaveQueue = () => {
    place.waiting = null
    if (place.is_single) order.remove(place)
    turns.settle()
    reject(signal?.reason)
  }
  const enter = () => {
    signal?.removeEventListener('abort', leaveQueue)
    onPlace?.(0)
    resolve(() => turns.end(waiting))
  }
  const waiting: DeviceWaiting = { holder, onPlace, onYield, place: -1, enter }
  signal?.addEventListener('abort', leaveQueue, { once: true })
  place.waiting = waiting
  turns.settle()
}

function placeAmong({ places, served }: OrderOfArrival, kind: WorkKind, { position, begun }: QueuedWork): number {
  let left = position + begun - (served?.kind === kind ? 1 : 0)
  let place = 0
  for (const one of places) {
    if (one === served || one.kind === 'entropy') continue
    place += 1
    if (one.kind === kind) left -= 1
    if (left <= 0) return place
  }
  return place + 1
}
