/** Who is next at a sequencer: first come, first served; the entropy source goes behind everyone, and gives way while it holds. */

/** Whoever holds a device for all of its work. */
export interface Holder {
  readonly id: string
  readonly kind: 'run' | 'job' | 'entropy'
  readonly label: string
}

interface Waiting {
  readonly holder: Holder
  readonly onPlace: ((place: number) => void) | undefined
  /** Asks a holder that yields to leave. */
  readonly onYield: (() => void) | undefined
  place: number
  enter(): void
}

interface TurnOptions {
  readonly signal?: AbortSignal | undefined
  /** Told whenever it changes: 1 is next, 0 holds it. */
  readonly onPlace?: ((place: number) => void) | undefined
  /** Called once somebody waits for an entropy source that holds the device. */
  readonly onYield?: (() => void) | undefined
}

export interface Arbiter {
  /** Resolves, with what ends the turn, once it is the holder's; rejects with the signal's reason. Leaving is idempotent. */
  turn(holder: Holder, options?: TurnOptions): Promise<() => void>
  holder(): Holder | null
  /** In the order in which they will be served. */
  waiting(): readonly Holder[]
}

export function createArbiter(onChange: () => void = () => {}): Arbiter {
  let current: Waiting | null = null
  let queue: Waiting[] = []

  const settle = () => {
    if (current === null) {
      current = queue.shift() ?? null
      current?.enter()
    } else if (current.holder.kind === 'entropy' && queue.some(({ holder }) => holder.kind !== 'entropy'))
      current.onYield?.()
    queue.forEach((entry, i) => {
      if (entry.place === i + 1) return
      entry.place = i + 1
      entry.onPlace?.(i + 1)
    })
    onChange()
  }
  const join = (entry: Waiting) => {
    const behind = entry.holder.kind === 'entropy' ? -1 : queue.findIndex(({ holder }) => holder.kind === 'entropy')
    queue.splice(behind === -1 ? queue.length : behind, 0, entry)
  }

  return {
    turn: (holder, { signal, onPlace, onYield } = {}) =>
      new Promise((resolve, reject) => {
        const leaveQueue = () => {
          queue = queue.filter(other => other !== entry)
          settle()
          reject(signal?.reason)
        }
        const entry: Waiting = { holder, onPlace, onYield, place: -1, enter }
        function enter() {
          signal?.removeEventListener('abort', leaveQueue)
          onPlace?.(0)
          resolve(() => {
            if (current !== entry) return
            current = null
            settle()
          })
        }
        if (signal?.aborted) return reject(signal.reason)
        signal?.addEventListener('abort', leaveQueue, { once: true })
        join(entry)
        settle()
      }),
    holder: () => current?.holder ?? null,
    waiting: () => queue.map(({ holder }) => holder),
  }
}
