/** Bytes that have come in and wait to be read, bounded: an instrument that sends without a query cannot fill the memory. */
export interface Inbox {
  push(bytes: Uint8Array): void
  /** Puts what a frame left over back to the front. */
  unread(bytes: Uint8Array): void
  /**
   * The next piece: at once if one waits, else when it comes; null after `ms`, to which the time is added for which the
   * event loop was held up at their end. Rejects when `interrupt` is called.
   */
  next(ms: number): Promise<Uint8Array | null>
  /** Ends the waiting `next`, and every later one until `reset`. */
  interrupt(error: Error): void
  reset(): void
  /** So many bytes may wait from now on; of more, the oldest are dropped. */
  allow(bytes: number): void
  /** Takes away all that waits. */
  clear(): Uint8Array[]
  readonly length: number
  /** Bytes that were dropped because they were not read. */
  readonly dropped: number
}

/** Pieces that are smaller are put together: each costs a hundred bytes of its own, and may hold a single one. */
const SMALL_BYTES = 4_096

/** A timer that is later than this says that the event loop was held up. */
const HELD_UP_MS = 10

/** A computer that slept must not wait as long again. */
const MAX_ADDED_MS = 1_000

/** Calls back after `ms` with how much later it was, in ms. */
function after(ms: number, then: (late: number) => void): NodeJS.Timeout {
  const due = performance.now() + ms
  return setTimeout(() => then(performance.now() - due), ms)
}

export function createInbox(limitBytes: number): Inbox {
  let limit = limitBytes
  let pieces: Uint8Array[] = []
  /** Room behind the last piece, which is its beginning. */
  let tail: { readonly room: Uint8Array; used: number } | null = null
  let length = 0
  let dropped = 0
  let failure: Error | null = null
  let wake: (() => void) | null = null
  const take = (): Uint8Array | null => {
    const piece = pieces.shift() ?? null
    length -= piece?.length ?? 0
    if (pieces.length === 0) tail = null
    return piece
  }
  const trim = () => {
    while (length > limit && pieces.length > 1) dropped += take()!.length
  }
  const append = (bytes: Uint8Array) => {
    if (bytes.length >= SMALL_BYTES || pieces.length === 0) {
      pieces.push(bytes)
      tail = null
      return
    }
    if (!tail || tail.used + bytes.length > tail.room.length) {
      tail = { room: new Uint8Array(4 * SMALL_BYTES), used: 0 }
      pieces.push(tail.room.subarray(0, 0))
    }
    tail.room.set(bytes, tail.used)
    tail.used += bytes.length
    pieces[pieces.length - 1] = tail.room.subarray(0, tail.used)
  }
  return {
    push(bytes) {
      append(bytes)
      length += bytes.length
      trim()
      wake?.()
    },
    allow(bytes) {
      limit = bytes
      trim()
    },
    unread(bytes) {
      if (bytes.length === 0) return
      if (pieces.length === 0) tail = null
      pieces.unshift(bytes)
      length += bytes.length
    },
    next: ms =>
      new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          wake = null
          if (failure) reject(failure)
          else resolve(take())
        }
        let timer = after(Math.max(0, ms), late => {
          // Bytes that arrived meanwhile have not been read from the port yet.
          if (late < HELD_UP_MS) settle()
          else timer = after(Math.min(late, MAX_ADDED_MS), settle)
        })
        wake = settle
        if (failure || pieces.length > 0) settle()
      }),
    interrupt(error) {
      failure = error
      wake?.()
    },
    reset: () => {
      failure = null
    },
    clear() {
      const all = pieces
      pieces = []
      tail = null
      length = 0
      return all
    },
    get length() {
      return length
    },
    get dropped() {
      return dropped
    },
  }
}
