/** Bytes that have come in and wait to be read, bounded: an instrument that sends without a query cannot fill the memory. */
export interface Inbox {
  push(bytes: Uint8Array): void
  /** Puts bytes that a frame left over back to the front. */
  unread(bytes: Uint8Array): void
  /**
   * The next piece: at once if one waits, else when it comes; null after `ms` milliseconds, or later by up to a second where the
   * event loop was held up. Rejects when `interrupt` is called.
   */
  next(ms: number): Promise<Uint8Array | null>
  /** Ends the waiting `next`, and every later one until `reset`. */
  interrupt(error: Error): void
  reset(): void
  /** Sets how many bytes may wait from now on; beyond that the oldest pieces are dropped. */
  allow(bytes: number): void
  /** Removes and returns all pieces that wait. */
  clear(): Uint8Array[]
  readonly length: number
  /** Bytes that were dropped because they were not read. */
  readonly dropped: number
}

/** Smaller pieces are joined: a piece takes a hundred bytes of memory besides its own, and may hold a single one. */
const SMALL_BYTES = 4_096

/** Milliseconds; a timer that is later than this shows that the event loop was held up. */
const HELD_UP_MS = 10

/** Most milliseconds that are added to a wait: after a sleep of the computer it must not last as long again. */
const MAX_ADDED_MS = 1_000

/** Calls back after `ms` milliseconds with the milliseconds that it is late. */
function after(ms: number, then: (late: number) => void): NodeJS.Timeout {
  const due = performance.now() + ms
  return setTimeout(() => then(performance.now() - due), ms)
}

/** The pieces that wait, the oldest first: at most `limit` bytes, or the last piece alone. */
class WaitingPieces {
  length = 0
  dropped = 0
  private pieces: Uint8Array[] = []
  /** Buffer whose beginning is the last piece, with room for more bytes. */
  private tail: { readonly room: Uint8Array; used: number } | null = null

  constructor(private limit: number) {}

  get isEmpty(): boolean {
    return this.pieces.length === 0
  }

  take(): Uint8Array | null {
    const piece = this.pieces.shift() ?? null
    this.length -= piece?.length ?? 0
    if (this.pieces.length === 0) this.tail = null
    return piece
  }

  add(bytes: Uint8Array): void {
    this.append(bytes)
    this.length += bytes.length
    this.trim()
  }

  allow(bytes: number): void {
    this.limit = bytes
    this.trim()
  }

  putBack(bytes: Uint8Array): void {
    if (bytes.length === 0) return
    if (this.pieces.length === 0) this.tail = null
    this.pieces.unshift(bytes)
    this.length += bytes.length
  }

  clear(): Uint8Array[] {
    const all = this.pieces
    this.pieces = []
    this.tail = null
    this.length = 0
    return all
  }

  private trim(): void {
    while (this.length > this.limit && this.pieces.length > 1) this.dropped += this.take()!.length
  }

  private append(bytes: Uint8Array): void {
    const { pieces } = this
    if (bytes.length >= SMALL_BYTES || pieces.length === 0) {
      pieces.push(bytes)
      this.tail = null
      return
    }
    if (!this.tail || this.tail.used + bytes.length > this.tail.room.length) {
      this.tail = { room: new Uint8Array(4 * SMALL_BYTES), used: 0 }
      pieces.push(this.tail.room.subarray(0, 0))
    }
    this.tail.room.set(bytes, this.tail.used)
    this.tail.used += bytes.length
    pieces[pieces.length - 1] = this.tail.room.subarray(0, this.tail.used)
  }
}

export function createInbox(limitBytes: number): Inbox {
  const waiting = new WaitingPieces(limitBytes)
  let failure: Error | null = null
  let wake: (() => void) | null = null
  return {
    push(bytes) {
      waiting.add(bytes)
      wake?.()
    },
    allow: bytes => waiting.allow(bytes),
    unread: bytes => waiting.putBack(bytes),
    next: ms =>
      new Promise((resolve, reject) => {
        const settle = () => {
          clearTimeout(timer)
          wake = null
          if (failure) reject(failure)
          else resolve(waiting.take())
        }
        let timer = after(Math.max(0, ms), late => {
          // Bytes that arrived meanwhile have not been read from the port yet.
          if (late < HELD_UP_MS) settle()
          else timer = after(Math.min(late, MAX_ADDED_MS), settle)
        })
        wake = settle
        if (failure || !waiting.isEmpty) settle()
      }),
    interrupt(error) {
      failure = error
      wake?.()
    },
    reset: () => {
      failure = null
    },
    clear: () => waiting.clear(),
    get length() {
      return waiting.length
    },
    get dropped() {
      return waiting.dropped
    },
  }
}
