/** The line of a port with its log: every byte that goes out or comes in is written down, asked for or not. */
import type { Dialogue } from '../framing/dialogue'
import { InstrumentError } from '../model/fault'
import type { Transport } from '../transport/transport'
import type { ByteDirection, Cause, CommandLog, NewEntry } from './command-log'
import { exchange, type Observer } from './exchange'
import type { Inbox } from './inbox'
import type { LinkTiming } from './timing'

/** How the log names an instrument. */
export type LogPlace = Pick<NewEntry, 'instrument' | 'simulated'>

/** For whom and why the line is used. */
interface LineUse {
  readonly place: LogPlace
  readonly cause: Cause | null
  /** Received bytes are kept out of the log. */
  readonly secret?: boolean | undefined
}

export interface LoggedLine {
  /** One exchange. Rejects with a named fault, `reply_unexpected` where more came than was asked for. */
  once<T>(dialogue: Dialogue<T>, limits: LinkTiming, use: LineUse): Promise<T>
  /** Takes away what came unasked; whether there was any. */
  takeUnasked(use: LineUse): boolean
  /** Waits until nothing has come for `quiet` milliseconds, and throws away what came. */
  drain(quiet: number): Promise<void>
}

export interface LoggedLineOptions {
  readonly transport: Transport
  readonly log: CommandLog
  /** Ends whatever the instrument is sending (Pfeiffer: ETX); null where there is no such thing. */
  readonly clearLine: Uint8Array | null
  /** The longest answer; so much and a little more may wait while somebody reads. */
  readonly maxReplyBytes?: number
  /** An entropy source sends continuously: unrequested bytes are no fault. */
  readonly streams: boolean
  /** Whether these bytes may come at any time and are no fault: status reports; left out: none may. */
  readonly isPassing?: ((bytes: Uint8Array) => boolean) | undefined
}

/** Bytes that may wait unread: the newest of a stream, or unrequested bytes of any other instrument. */
export const MAX_UNREAD = 65_536
/** A line that is not quiet after this long is no line that answers questions. */
const DRAIN_MS = 3_000

export function createLoggedLine(options: LoggedLineOptions, inbox: Inbox): LoggedLine {
  const { transport, log, streams, isPassing, maxReplyBytes = MAX_UNREAD } = options
  const silence = { since: Number.NEGATIVE_INFINITY }
  const takeUnasked = (use: LineUse): boolean => {
    if (streams || inbox.length === 0) return false
    const pieces = inbox.clear()
    // A line end behind a block is no answer.
    if (pieces.every(piece => piece.every(byte => byte === 10 || byte === 13))) return false
    const isUnexpected = !isPassing || !pieces.every(isPassing)
    logUnasked(log, pieces, { ...use, outcome: isUnexpected ? 'reply_unexpected' : null })
    return isUnexpected
  }
  return {
    takeUnasked,
    async once(dialogue, limits, use) {
      if (!streams) inbox.allow(MAX_UNREAD + maxReplyBytes)
      const speaking = exchange({ transport, inbox, observer: observerOf(log, use), silence }, dialogue, limits)
      const answer = await speaking.finally(() => inbox.allow(MAX_UNREAD))
      if (takeUnasked(use)) throw new InstrumentError('reply_unexpected', 'more bytes came than were asked for')
      return answer
    },
    drain: quiet => drain(options, inbox, quiet),
  }
}

function observerOf(log: CommandLog, { place, cause, secret = false }: LineUse): Observer {
  let sentAt = performance.now()
  const add = (direction: ByteDirection, entry: Partial<NewEntry>) => log.add({ ...place, direction, cause, ...entry })
  return {
    sent({ beginning, count, sha256 }) {
      sentAt = performance.now()
      add('sent', { bytes: beginning, byte_count: count, sha256 })
    },
    received({ beginning, count, sha256 }) {
      if (secret) return
      add('received', { bytes: beginning, byte_count: count, sha256, latency_ms: performance.now() - sentAt })
    },
  }
}

function logUnasked(
  log: CommandLog,
  pieces: readonly Uint8Array[],
  { place, cause, outcome }: LineUse & { readonly outcome: string | null },
): void {
  const count = pieces.reduce((sum, { length }) => sum + length, 0)
  const bytes = count > MAX_UNREAD ? Buffer.from(pieces[0]!.subarray(0, MAX_UNREAD)) : Buffer.concat(pieces)
  log.add({ ...place, direction: 'received', bytes, outcome, cause })
  if (bytes.length < count) log.add({ ...place, direction: 'note', text: `${count} bytes in all`, cause })
}

async function drain(
  { transport, clearLine, isPassing = () => false }: LoggedLineOptions,
  inbox: Inbox,
  quiet: number,
): Promise<void> {
  if (clearLine) await transport.write(clearLine)
  const begun = performance.now()
  for (let since = begun; performance.now() - since < quiet; ) {
    const piece = await inbox.next(since + quiet - performance.now())
    if (piece && !isPassing(piece)) since = performance.now()
    if (since - begun > DRAIN_MS)
      throw new InstrumentError('reply_unexpected', `bytes that nobody asked for still come after ${DRAIN_MS} ms`)
  }
  await transport.flush()
  inbox.clear()
}
