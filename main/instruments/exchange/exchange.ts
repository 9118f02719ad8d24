/**
 * One dialogue on an open port, under its four timeouts; every byte that goes out or comes in is written to the command log, unless
 * it is secret.
 */
import { sum } from '../../contract/numbers/arithmetic'
import { countedNoun } from '../../contract/numbers/number-text'
import { createYielder } from '../../worker/yielder'
import { NO_BYTES } from '../model/bytes'
import { InstrumentError } from '../model/fault'
import type { Cause, Dialogue, DialogueStep, Framer, LogOwner } from '../model/request'
import { type LinkTiming, pause } from '../model/timing'
import type { Transport } from '../transport/transport'
import { type ByteSummaryWriter, createByteSummary } from './byte-summary'
import type { CommandLog, NewEntry } from './command-log'
import type { Inbox } from './inbox'

export interface PortOptions {
  readonly transport: Transport
  readonly log: CommandLog
  readonly timing: LinkTiming
  /** Bytes that stop the instrument from sending (Pfeiffer: ETX); null where there are none. */
  readonly clearLine: Uint8Array | null
  /** Bytes of the longest answer; these and `MAX_UNREAD` more may wait while an answer is read. */
  readonly maxReplyBytes?: number
  /** An entropy source sends continuously: unrequested bytes are no fault. */
  readonly streams: boolean
  /** True for bytes that may come at any time and are no fault, such as status reports. Left out: there are none. */
  readonly isPassing?: ((bytes: Uint8Array) => boolean) | undefined
  /** Longest queue of each instrument. */
  readonly maxQueue?: number
}

/** An open port with the bytes that came in. */
export interface PortLine extends PortOptions {
  readonly inbox: Inbox
  /** When the last message went out or came in; kept from one exchange to the next. */
  readonly silence: { since: number }
}

/** Bytes that may wait unread: the newest of a stream, or unrequested bytes of any other instrument. */
export const MAX_UNREAD = 65_536

/** Who uses the line and why, and how long that may take. */
interface ExchangeOptions {
  readonly owner: LogOwner
  readonly cause: Cause | null
  readonly timing: LinkTiming
  /** Received bytes are kept out of the log. */
  readonly secret?: boolean | undefined
}

/**
 * Rejects with a named fault: `reply_unexpected` where more bytes came than were asked for. After another fault the
 * inbox may contain bytes of an answer.
 */
export async function exchange<T>(line: PortLine, dialogue: Dialogue<T>, options: ExchangeOptions): Promise<T> {
  const { inbox, streams, maxReplyBytes = MAX_UNREAD } = line
  if (!streams) inbox.allow(MAX_UNREAD + maxReplyBytes)
  const running: Running = { ...line, ...options, ...deadlineOf(line, options.timing), sentAt: performance.now() }
  let step: IteratorResult<DialogueStep, T>
  try {
    step = dialogue.next()
    while (!step.done) step = dialogue.next(await take(step.value, running))
  } finally {
    inbox.allow(MAX_UNREAD)
  }
  if (takeUnrequested(line, options))
    throw new InstrumentError('reply_unexpected', 'more bytes came than were asked for')
  return step.value
}

/** Deadline of the whole exchange, to which the time that the line needs for its bytes is added. */
interface Deadline {
  /** Milliseconds. */
  remaining(): number
  add(ms: number): void
  /** Adds the time that so many bytes may take on the line. */
  extend(bytes: number): void
}

function deadlineOf({ transport }: PortLine, { exchange_ms }: LinkTiming): Deadline {
  let deadline = performance.now() + exchange_ms
  return {
    remaining: () => deadline - performance.now(),
    add: ms => {
      deadline += ms
    },
    extend: bytes => {
      deadline += (2_000 * bytes) / transport.bytesPerSecond
    },
  }
}

interface Running extends PortLine, ExchangeOptions, Deadline {
  /** When the last message went out. */
  sentAt: number
}

/** Returns the frame of a read, and no bytes for any other step. */
async function take(step: DialogueStep, running: Running): Promise<Uint8Array> {
  const { timing, silence } = running
  if ('pause_ms' in step) {
    await pause(step.pause_ms)
    running.add(step.pause_ms)
    return NO_BYTES
  }
  if ('read' in step) {
    const frame = await readFrame(step.read, running)
    silence.since = performance.now()
    return frame
  }
  const gap = Math.max(0, silence.since + timing.gap_ms - performance.now())
  running.add(gap)
  await pause(gap)
  for (const { length } of step.write) running.extend(length)
  await writeAll(step.write, running)
  silence.since = performance.now()
  return NO_BYTES
}

/** Hashed piece by piece as it goes out: megabytes at once would hold up the event loop. */
async function writeAll(parts: readonly Uint8Array[], running: Running): Promise<void> {
  const { transport, timing, remaining } = running
  const given = createByteSummary()
  try {
    for (const piece of piecesOf(parts, transport.chunkBytes)) {
      given.add(piece)
      const limit = timing.write_ms + (2_000 * piece.length) / transport.bytesPerSecond
      await within(transport.write(piece), Math.min(limit, remaining()), () =>
        remaining() <= 0
          ? exchangeTimeout(timing)
          : new InstrumentError('write_timeout', `${piece.length} bytes were not taken within ${Math.round(limit)} ms`),
      )
    }
  } finally {
    const { beginning, count, sha256 } = given.end()
    running.sentAt = performance.now()
    logBytes(running, { direction: 'sent', bytes: beginning, byte_count: count, sha256 })
  }
}

const logBytes = (
  { log, owner, cause }: Running,
  entry: Pick<NewEntry, 'direction' | 'bytes' | 'byte_count' | 'sha256' | 'latency_ms'>,
) => log.add({ ...owner, cause, ...entry })

/**
 * The parts one after another in pieces of `most` bytes, the last one shorter; only a piece in which two parts meet is
 * copied.
 */
function* piecesOf(parts: readonly Uint8Array[], most: number): Generator<Uint8Array> {
  let begun: Uint8Array[] = []
  let missing = most
  for (const part of parts)
    for (let at = 0; at < part.length; ) {
      const piece = part.subarray(at, at + missing)
      begun.push(piece)
      at += piece.length
      missing -= piece.length
      if (missing > 0) continue
      yield joined(begun)
      begun = []
      missing = most
    }
  if (begun.length > 0) yield joined(begun)
}

const joined = (pieces: readonly Uint8Array[]): Uint8Array => (pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces))

/** Logs the bytes of a read, also where it ends in a fault. */
async function readFrame(framer: Framer, running: Running): Promise<Uint8Array> {
  const summary = createByteSummary()
  try {
    return await readPieces(framer, running, summary)
  } finally {
    const { beginning, count, sha256 } = summary.end()
    const latency_ms = performance.now() - running.sentAt
    if (count > 0 && !running.secret)
      logBytes(running, { direction: 'received', bytes: beginning, byte_count: count, sha256, latency_ms })
  }
}

async function readPieces(
  framer: Framer,
  { inbox, timing, remaining, extend }: Running,
  summary: ByteSummaryWriter,
): Promise<Uint8Array> {
  let count = 0
  const yielder = createYielder()
  let isEmptyLine = true
  for (;;) {
    const wait = count === 0 ? timing.first_byte_ms : timing.between_bytes_ms
    const left = remaining()
    const piece = left <= 0 ? null : await inbox.next(Math.min(wait, left))
    if (piece === null) throw left <= wait ? exchangeTimeout(timing) : unanswered({ count, isEmptyLine }, timing)
    count += piece.length
    isEmptyLine &&= isLineEnd(piece)
    // Pieces that wait already come without a turn of the event loop in between.
    if (inbox.length > 0 && yielder.isDue()) await yielder.yieldNow(0)
    summary.add(piece)
    extend(piece.length)
    const framed = framer.push(piece)
    if (!framed) continue
    summary.giveBack(framed.rest.length)
    inbox.unread(framed.rest)
    return framed.frame
  }
}

const [LF, CR] = [0x0a, 0x0d]
const isLineEnd = (piece: Uint8Array): boolean => piece.every(byte => byte === LF || byte === CR)

interface BegunAnswer {
  /** Bytes that came. */
  readonly count: number
  readonly isEmptyLine: boolean
}

function unanswered({ count, isEmptyLine }: BegunAnswer, timing: LinkTiming): InstrumentError {
  if (count === 0) return new InstrumentError('first_byte_timeout', `no answer within ${timing.first_byte_ms} ms`)
  const message = isEmptyLine
    ? `the answer is an empty line; nothing else came for ${timing.between_bytes_ms} ms`
    : `the answer stopped after ${countedNoun(count, 'byte')} for ${timing.between_bytes_ms} ms`
  return new InstrumentError('between_bytes_timeout', message)
}

const exchangeTimeout = (timing: LinkTiming) =>
  new InstrumentError('exchange_timeout', `the exchange took longer than ${timing.exchange_ms} ms`)

/** Settles as the promise does, or rejects with the fault after `ms` milliseconds; a later result is ignored. */
function within<T>(promise: Promise<T>, ms: number, fault: () => InstrumentError): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(fault()), Math.max(0, ms))
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

/**
 * Removes and logs bytes that came unrequested. Returns whether they are a fault: reports that may come at any time are
 * none.
 */
export function takeUnrequested(
  { log, inbox, streams, isPassing }: PortLine,
  { owner, cause }: { readonly owner: LogOwner; readonly cause: Cause | null },
): boolean {
  if (streams || inbox.length === 0) return false
  const pieces = inbox.clear()
  // A line end after a block is no answer.
  if (pieces.every(isLineEnd)) return false
  const isUnexpected = !isPassing || !pieces.every(isPassing)
  logUnrequested(log, pieces, { ...owner, cause, outcome: isUnexpected ? 'reply_unexpected' : null })
  return isUnexpected
}

function logUnrequested(
  log: CommandLog,
  pieces: readonly Uint8Array[],
  { outcome, ...entry }: LogOwner & { readonly cause: Cause | null; readonly outcome: string | null },
): void {
  const count = sum(pieces.map(({ length }) => length))
  const bytes = count > MAX_UNREAD ? Buffer.from(pieces[0]!.subarray(0, MAX_UNREAD)) : Buffer.concat(pieces)
  log.add({ ...entry, direction: 'received', bytes, outcome })
  if (bytes.length < count) log.add({ ...entry, direction: 'note', text: `${count} bytes in all` })
}

/** Longest wait for a quiet line, in milliseconds. */
const DRAIN_MS = 3_000

/** Waits until nothing has come for `quiet` milliseconds, and throws away what came. */
export async function drain(
  { transport, inbox, clearLine, isPassing = () => false }: PortLine,
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
