/** Who is next at a sequencer: in the order of arrival; the entropy source goes behind everyone, and gives way while it holds. */

import { createOrder, type DevicePlace, type DeviceWaiting, type Holder, type OrderOfArrival } from './order-of-arrival'

/** Work that arrives in lines of its own, each of which serves one at a time. */
export type WorkLine = 'run' | 'job'

interface TurnOptions {
  readonly signal?: AbortSignal | undefined
  /** Told whenever it changes: 1 is next, 0 holds it. */
  readonly onPlace?: ((place: number) => void) | undefined
  /** Called once somebody waits for an entropy source that holds the device. */
  readonly onYield?: (() => void) | undefined
}

/** Work that waits in its line. */
export interface InLine {
  /** 1 begins next. */
  readonly in_line: number
  /** Work of the line that has begun, whether it holds the device or waits for it. */
  readonly begun: number
}

export interface Arbiter {
  /**
   * Work has arrived that will want a turn, or several, when it is ready: whoever comes later waits for it. Of a line the one that
   * comes first has the line's first place, whoever that is. Answers what withdraws it, once its last turn is over.
   */
  announce(line: WorkLine): () => void
  /** Resolves, with what ends the turn, once it is the holder's; rejects with the signal's reason. Leaving is idempotent. */
  turn(holder: Holder, options?: TurnOptions): Promise<() => void>
  holder(): Holder | null
  /** In the order in which they will be served. */
  waiting(): readonly Holder[]
  /** Where work of a line will stand among all that has arrived, as `onPlace` counts: 1 is next. */
  placeOf(line: WorkLine, waiting: InLine): number
}

/** How long the device is kept free at most for one that arrived first and is not ready, while others are. */
const KEPT_FREE_MS = 10_000

export function createArbiter(onChange: () => void = () => {}, kept_free_ms = KEPT_FREE_MS): Arbiter {
  const order = createOrder()
  const turns = createTurns(order, { onChange, kept_free_ms })
  return {
    announce(line) {
      const withdraw = announced(order, line)
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
    placeOf: (line, waiting) => placeAmong(order, line, waiting),
  }
}

/** Gives the device to whoever is next. */
interface Turns {
  /** To be called whenever something has changed: serves, and tells everyone who waits their places. */
  settle(): void
  /** Of whoever holds it; of anyone else, nothing. */
  end(waiting: DeviceWaiting): void
}

interface TurnsOptions {
  readonly onChange: () => void
  readonly kept_free_ms: number
}

function createTurns(order: OrderOfArrival, { onChange, kept_free_ms }: TurnsOptions): Turns {
  let patience: ReturnType<typeof setTimeout> | null = null
  const enter = (place: DevicePlace, waiting: DeviceWaiting) => {
    if (patience) clearTimeout(patience)
    patience = null
    order.enter(place, waiting)
    waiting.enter()
  }
  /** The first that is ready; while one before it is not, only once patience is at its end. */
  const serve = (is_patient: boolean) => {
    const ready = order.places.find(({ waiting }) => waiting !== null)
    if (order.current || !ready) return
    if (ready === order.places[0] || !is_patient) enter(ready, ready.waiting!)
    else patience ??= setTimeout(() => settle(false), kept_free_ms).unref()
  }
  const settle = (is_patient = true) => {
    serve(is_patient)
    askToYield(order)
    tellPlaces(order)
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
  const isWanted = places.some(({ waiting, line }) => waiting !== null && line !== 'entropy')
  if (current?.waiting.holder.kind === 'entropy' && isWanted) current.waiting.onYield?.()
}

function tellPlaces({ places, served }: OrderOfArrival): void {
  const others = places.filter(place => place !== served)
  for (const [i, { waiting }] of others.entries()) {
    if (!waiting || waiting.place === i + 1) continue
    waiting.place = i + 1
    waiting.onPlace?.(i + 1)
  }
}

/** A place for work that will come; answers what withdraws it: true the first time. */
function announced(order: OrderOfArrival, line: WorkLine): () => boolean {
  const own = order.join({ line, waiting: null, is_single: false })
  let is_over = false
  return () => {
    if (is_over) return false
    is_over = true
    // Another one of the line may have this place: then the one that it announced is given up.
    const given_up = order.isFree(own)
      ? own
      : order.places.findLast(place => place.line === line && order.isFree(place))
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

/** Waits in the place that was announced for its line, else in one of its own. */
function enqueue(turns: Turns, { order, holder, options }: Entrant, { resolve, reject }: Settled): void {
  const { signal, onPlace, onYield } = options
  const place = order.announced(holder.kind) ?? order.join({ line: holder.kind, waiting: null, is_single: true })
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

function placeAmong({ places, served }: OrderOfArrival, line: WorkLine, { in_line, begun }: InLine): number {
  let left = in_line + begun - (served?.line === line ? 1 : 0)
  let place = 0
  for (const one of places) {
    if (one === served || one.line === 'entropy') continue
    place += 1
    if (one.line === line) left -= 1
    if (left <= 0) return place
  }
  return place + 1
}
