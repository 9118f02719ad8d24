/** Who is next at a sequencer: in the order of arrival; the entropy source goes behind everyone, and gives way while it holds. */

/** Whoever holds a device for all of its work. */
export interface Holder {
  readonly id: string
  readonly kind: 'run' | 'job' | 'entropy'
  readonly label: string
}

/** Work that arrives in lines of its own, each of which serves one at a time. */
export type WorkLine = 'run' | 'job'

interface Waiting {
  readonly holder: Holder
  readonly onPlace: ((place: number) => void) | undefined
  /** Asks a holder that yields to leave. */
  readonly onYield: (() => void) | undefined
  place: number
  enter(): void
}

/** A place in the order of arrival. */
interface Place {
  readonly line: Holder['kind']
  /** Null while whoever arrived is not ready for the device, or has left it between two programs. */
  waiting: Waiting | null
  /** Gone with its turn: nobody announced it, or whoever did is over. */
  is_single: boolean
}

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
  let places: Place[] = []
  let current: { readonly place: Place; readonly waiting: Waiting } | null = null
  let patience: ReturnType<typeof setTimeout> | null = null

  /** Whoever the device is kept free for has it, as far as places go. */
  const servedPlace = (): Place | null => current?.place ?? (places[0]?.waiting === null ? places[0] : null)
  const isFree = (place: Place) => place.waiting === null && place !== current?.place
  const remove = (place: Place) => {
    places = places.filter(other => other !== place)
  }
  const join = (place: Place): Place => {
    const behind = place.line === 'entropy' ? -1 : places.findIndex(({ line }) => line === 'entropy')
    places.splice(behind === -1 ? places.length : behind, 0, place)
    return place
  }
  const enter = (place: Place, waiting: Waiting) => {
    if (patience) clearTimeout(patience)
    patience = null
    current = { place, waiting }
    place.waiting = null
    waiting.enter()
  }
  /** The first that is ready; while one before it is not, only once patience is at its end. */
  const serve = (is_patient: boolean) => {
    const ready = places.find(({ waiting }) => waiting !== null)
    if (current || !ready) return
    if (ready === places[0] || !is_patient) enter(ready, ready.waiting!)
    else patience ??= setTimeout(() => settle(false), kept_free_ms).unref()
  }
  const settle = (is_patient = true) => {
    serve(is_patient)
    const ready = places.filter(({ waiting }) => waiting !== null)
    if (current?.waiting.holder.kind === 'entropy' && ready.some(({ line }) => line !== 'entropy'))
      current.waiting.onYield?.()
    const served = servedPlace()
    const others = places.filter(place => place !== served)
    for (const [i, { waiting }] of others.entries()) {
      if (!waiting || waiting.place === i + 1) continue
      waiting.place = i + 1
      waiting.onPlace?.(i + 1)
    }
    onChange()
  }
  const end = (waiting: Waiting) => {
    if (current?.waiting !== waiting) return
    if (current.place.is_single) remove(current.place)
    current = null
    settle()
  }

  return {
    announce(line) {
      const own = join({ line, waiting: null, is_single: false })
      let is_over = false
      return () => {
        if (is_over) return
        is_over = true
        // Another one of the line may have this place: then the one that it announced is given up.
        const given_up = isFree(own) ? own : places.findLast(place => place.line === line && isFree(place))
        if (given_up) remove(given_up)
        else own.is_single = true
        settle()
      }
    },
    turn: (holder, { signal, onPlace, onYield } = {}) =>
      new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason)
        const line = holder.kind
        const announced = places.find(place => place.line === line && !place.is_single && isFree(place))
        const place = announced ?? join({ line, waiting: null, is_single: true })
        const waiting: Waiting = { holder, onPlace, onYield, place: -1, enter }
        const leaveQueue = () => {
          place.waiting = null
          if (place.is_single) remove(place)
          settle()
          reject(signal?.reason)
        }
        function enter() {
          signal?.removeEventListener('abort', leaveQueue)
          onPlace?.(0)
          resolve(() => end(waiting))
        }
        signal?.addEventListener('abort', leaveQueue, { once: true })
        place.waiting = waiting
        settle()
      }),
    holder: () => current?.waiting.holder ?? null,
    waiting: () => places.flatMap(({ waiting }) => (waiting ? [waiting.holder] : [])),
    placeOf(line, { in_line, begun }) {
      const served = servedPlace()
      let left = in_line + begun - (served?.line === line ? 1 : 0)
      let place = 0
      for (const one of places) {
        if (one === served || one.line === 'entropy') continue
        place += 1
        if (one.line === line) left -= 1
        if (left <= 0) return place
      }
      return place + 1
    },
  }
}
