/** Bytes that have come in and wait to be read, bounded: an instrument that streams unasked fills no memory. */
export interface Inbox {
  push(bytes: Uint8Array): void
  /** Puts what a frame left over back to the front. */
  unread(bytes: Uint8Array): void
  /** The next piece: at once if one waits, else when it comes; null after `ms`. Rejects when `interrupt` is called. */
  next(ms: number): Promise<Uint8Array | null>
  /** Ends the waiting `next`, and every later one until `reset`. */
  interrupt(error: Error): void
  reset(): void
  /** Takes away all that waits. */
  clear(): Uint8Array[]
  readonly length: number
  /** Bytes that were dropped because nobody read. */
  readonly dropped: number
}

export function createInbox(limitBytes: number): Inbox {
  let pieces: Uint8Array[] = []
  let length = 0
  let dropped = 0
  let failure: Error | null = null
  let wake: (() => void) | null = null
  const take = (): Uint8Array | null => {
    const piece = pieces.shift() ?? null
    length -= piece?.length ?? 0
    return piece
  }
  return {
    push(bytes) {
      pieces.push(bytes)
      length += bytes.length
      while (length > limitBytes && pieces.length > 1) dropped += take()!.length
      wake?.()
    },
    unread(bytes) {
      if (bytes.length === 0) return
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
        const timer = setTimeout(settle, Math.max(0, ms))
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
