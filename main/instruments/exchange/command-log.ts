import { createHash } from 'node:crypto'
import { shownBytes, spacedHex, textOf } from '../model/bytes'
import { Listeners } from '../model/listeners'
import type { Cause, LogOwner } from '../model/request'

type ByteDirection = 'sent' | 'received' | 'note'

/** An entry as the log keeps it. */
interface LoggedCommand extends LogOwner {
  /** Counts up over all instruments. */
  readonly sequence: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly direction: ByteDirection
  /**
   * The bytes, with all but printable ASCII escaped; of a long message the beginning, and of a block the first bytes in hex. For a
   * note, its text.
   */
  readonly text: string
  readonly byte_count: number
  /** SHA-256 of bytes that are too many to keep, null where `text` has them all. */
  readonly sha256: string | null
  /** Milliseconds from the request to the end of its answer; null for other entries. */
  readonly latency_ms: number | null
  /** `ok`, a fault's name, or null while it is under way. */
  readonly outcome: string | null
  readonly cause: Cause | null
}

interface LogFilter {
  readonly instrument?: string
  readonly work?: string
  readonly text?: string
  readonly direction?: ByteDirection
  /** Only entries after this sequence number. */
  readonly after?: number
}

export interface CommandLog {
  add(entry: NewEntry): void
  /** Oldest first. */
  search(filter: LogFilter, limit: number): LoggedCommand[]
  onEntry(listener: (entry: LoggedCommand) => void): () => void
}

export interface NewEntry extends LogOwner {
  readonly direction: ByteDirection
  readonly bytes?: Uint8Array
  /** Number of all bytes, where `bytes` is only their beginning. */
  readonly byte_count?: number
  /** SHA-256 of all bytes, where it is known already. */
  readonly sha256?: string | null
  readonly text?: string
  readonly latency_ms?: number | null
  readonly outcome?: string | null
  readonly cause?: Cause | null
}

/** A message of more bytes is kept as its beginning, length and hash. */
export const KEPT_BYTES = 512
/** Approximate size of an entry besides its text. */
const OVERHEAD_BYTES = 200

/**
 * A log of the last entries in memory, of about `limitBytes` bytes; sequence numbers go on from `after`, the last of an earlier
 * start.
 */
export function createCommandLog({ limitBytes = 8_000_000, now = Date.now, after = 0 } = {}): CommandLog {
  let entries: LoggedCommand[] = []
  let bytes = 0
  let first = 0
  let sequence = after
  const listeners = new Listeners<LoggedCommand>()
  const costOf = (entry: LoggedCommand) => OVERHEAD_BYTES + 2 * entry.text.length
  const trim = () => {
    while (bytes > limitBytes && first < entries.length) bytes -= costOf(entries[first++]!)
    if (first > 1_000 && first > entries.length / 2) {
      entries = entries.slice(first)
      first = 0
    }
  }
  return {
    add({ bytes: raw, byte_count = raw?.length ?? 0, sha256 = null, ...entry }) {
      const block = raw && shownBlock(raw, byte_count)
      const long = raw !== undefined && (byte_count > KEPT_BYTES || block !== null)
      const made: LoggedCommand = {
        latency_ms: null,
        outcome: null,
        cause: null,
        ...entry,
        sequence: ++sequence,
        at: now(),
        text: raw ? (block ?? shownBytes(raw, { most: long ? 80 : KEPT_BYTES, of: byte_count })) : (entry.text ?? ''),
        byte_count,
        sha256: long ? (sha256 ?? createHash('sha256').update(raw).digest('hex')) : null,
      }
      entries.push(made)
      bytes += costOf(made)
      trim()
      listeners.notify(made)
    },
    search: (filter, limit) => {
      const found: LoggedCommand[] = []
      for (let index = entries.length - 1; index >= first && found.length < limit; index -= 1)
        if (matches(entries[index]!, filter)) found.push(entries[index]!)
      return found.reverse()
    },
    onEntry: listeners.add,
  }
}

/** Bytes of a definite-length block that are shown. */
const FIRST_BYTES = 24

/** `PROGram #41000 7b 22… (1000 bytes)`; null where the message holds no whole block. `raw`: its beginning, of `of` bytes. */
function shownBlock(raw: Uint8Array, of: number): string | null {
  const [header, digits, figures] = /^[^#\r\n]{0,200}#([1-9])(\d{1,9})/.exec(textOf(raw.subarray(0, 220))) ?? []
  if (header === undefined || figures!.length < Number(digits)) return null
  const length = Number(figures!.slice(0, Number(digits)))
  const start = header.length - figures!.length + Number(digits)
  const behind = of - start - length
  if (length === 0 || behind < 0 || behind > MAX_LINE_END) return null
  const first = raw.subarray(start, start + Math.min(length, FIRST_BYTES))
  return `${shownBytes(raw.subarray(0, start), { most: start })} ${spacedHex(first)}${length > first.length ? '…' : ''} (${length} bytes)`
}

/** Carriage return and line feed. */
const MAX_LINE_END = 2

const matches = (entry: LoggedCommand, { instrument, work, text, direction, after }: LogFilter): boolean =>
  (instrument === undefined || entry.instrument === instrument) &&
  (work === undefined || entry.cause?.work === work) &&
  (text === undefined || entry.text.toLowerCase().includes(text.toLowerCase())) &&
  (direction === undefined || entry.direction === direction) &&
  (after === undefined || entry.sequence > after)
