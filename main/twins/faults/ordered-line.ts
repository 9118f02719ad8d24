import type { TwinClock } from '../model/byte-twin'

/** A line does not reorder: what is late makes everything behind it late. */
export interface OrderedLine {
  /** Delivers bytes `ms` milliseconds after those before. */
  send(bytes: Uint8Array, ms?: number): void
  onSend(listener: (bytes: Uint8Array) => void): void
  /** Closes the line; bytes still in transit are lost. */
  close(): void
}

export function createOrderedLine(clock: TwinClock): OrderedLine {
  const listeners: ((bytes: Uint8Array) => void)[] = []
  const waiting: { bytes: Uint8Array; due: number }[] = []
  let cancel: (() => void) | null = null
  let closed = false
  const deliver = (bytes: Uint8Array) => {
    if (!closed) for (const listener of listeners) listener(bytes)
  }
  const next = () => {
    cancel = null
    // All that is due, so that an event loop that was held up delays no reply beyond its time.
    do {
      const first = waiting.shift()
      if (first) deliver(first.bytes)
    } while (waiting.length > 0 && waiting[0]!.due <= clock.now())
    schedule()
  }
  const schedule = () => {
    if (!cancel && waiting.length > 0) cancel = clock.after(Math.max(0, waiting[0]!.due - clock.now()), next)
  }
  return {
    send(bytes, ms = 0) {
      if (closed || bytes.length === 0) return
      if (ms === 0 && waiting.length === 0) return deliver(bytes)
      waiting.push({ bytes: bytes.slice(), due: Math.max(clock.now(), waiting.at(-1)?.due ?? 0) + ms })
      schedule()
    },
    onSend: listener => void listeners.push(listener),
    close() {
      closed = true
      cancel?.()
    },
  }
}
