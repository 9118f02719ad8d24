/** Bytes as lines of SCPI, some of which end in a definite-length block (IEEE 488.2, 7.7.6): `#`, digits, length, bytes. */

/** A line without its terminator; with `block`, the text that stood before it. */
export interface CommandMessage {
  readonly text: string
  readonly block: Uint8Array | null
}

type Received = CommandMessage | { readonly error: string }

const NEWLINE = 10
const HASH = 35
const MAX_LINE = 4_096
const START_BYTES = 1_024

/** A buffer that grows by doubling: bytes may come one at a time. */
class ByteQueue {
  private buffer = new Uint8Array(START_BYTES)
  private start = 0
  private end = 0

  get length(): number {
    return this.end - this.start
  }

  push(bytes: Uint8Array): void {
    if (this.end + bytes.length > this.buffer.length) {
      const needed = this.length + bytes.length
      const grown = needed > this.buffer.length / 2 ? new Uint8Array(2 * needed) : this.buffer
      grown.set(this.view())
      if (grown === this.buffer) this.buffer.copyWithin(0, this.start, this.end)
      this.end = this.length
      this.start = 0
      this.buffer = grown
    }
    this.buffer.set(bytes, this.end)
    this.end += bytes.length
  }

  view(): Uint8Array {
    return this.buffer.subarray(this.start, this.end)
  }

  take(count: number): Uint8Array {
    const taken = this.buffer.slice(this.start, this.start + count)
    this.start += count
    if (this.start === this.end) this.start = this.end = 0
    return taken
  }
}

const textOf = (bytes: Uint8Array): string => String.fromCharCode(...bytes).trim()

/** Result of reading the buffer: `take` bytes form `made`; `wait`: more bytes are needed. */
type Next = { readonly take: number; readonly made: Received | null } | 'wait'

export type CommandReader = (bytes: Uint8Array) => Received[]

/** Reads messages however they are split; a block longer than `most_block` is named as an error and skipped. */
export function createCommandReader(most_block: number): CommandReader {
  const queue = new ByteQueue()
  let skip = 0

  function next(): Next {
    const bytes = queue.view()
    const newline = bytes.indexOf(NEWLINE)
    const hash = bytes.indexOf(HASH)
    if (hash !== -1 && (newline === -1 || hash < newline)) return block(bytes, hash, newline)
    if (newline === -1) {
      if (bytes.length <= MAX_LINE) return 'wait'
      return { take: bytes.length, made: { error: '-363,"Input buffer overrun; a line is too long"' } }
    }
    const text = textOf(bytes.subarray(0, Math.min(newline, MAX_LINE)))
    return { take: newline + 1, made: text === '' ? null : { text, block: null } }
  }

  function block(bytes: Uint8Array, hash: number, newline: number): Next {
    const wrong = (what: string): Next => {
      const end = newline === -1 ? bytes.length : newline + 1
      return { take: end, made: { error: `-161,"Invalid block data; ${what}"` } }
    }
    if (hash > MAX_LINE) return wrong('its header is too long')
    const digits = (bytes[hash + 1] ?? 0) - 48
    if (bytes.length < hash + 2) return 'wait'
    if (digits < 1 || digits > 9) return wrong('a definite length is needed')
    if (bytes.length < hash + 2 + digits) return newline === -1 ? 'wait' : wrong('its length is cut off')
    const length = textOf(bytes.subarray(hash + 2, hash + 2 + digits))
    if (!/^\d+$/.test(length)) return wrong('its length is no number')
    const start = hash + 2 + digits
    if (Number(length) > most_block) {
      skip = start + Number(length)
      return { take: 0, made: { error: `-223,"Too much data; a block of ${length} bytes, at most ${most_block}"` } }
    }
    if (bytes.length < start + Number(length)) return 'wait'
    const made = { text: textOf(bytes.subarray(0, hash)), block: bytes.slice(start, start + Number(length)) }
    return { take: start + Number(length), made }
  }

  return bytes => {
    queue.push(bytes)
    const found: Received[] = []
    for (;;) {
      if (skip > 0) skip -= queue.take(Math.min(skip, queue.length)).length
      if (skip > 0 || queue.length === 0) return found
      const step = next()
      if (step === 'wait') return found
      queue.take(step.take)
      if (step.made) found.push(step.made)
    }
  }
}

/** The bytes as a definite-length block, terminated. */
export function blockOf(bytes: Uint8Array): Uint8Array {
  const length = String(bytes.length)
  const header = `#${length.length}${length}`
  const whole = new Uint8Array(header.length + bytes.length + 1)
  for (let i = 0; i < header.length; i++) whole[i] = header.charCodeAt(i)
  whole.set(bytes, header.length)
  whole[whole.length - 1] = NEWLINE
  return whole
}

/** The beginning of a command, as it stands quoted in an error. */
export const shownCommand = (text: string): string => text.slice(0, 60).replaceAll('"', "'")
