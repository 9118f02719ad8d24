/** Carries out one dialogue on an open port, under its four timeouts. */
import { countedNoun } from '../../contract/numbers/number-text'
import type { Dialogue } from '../framing/dialogue'
import type { Framer } from '../framing/framer'
import { InstrumentError } from '../model/fault'
import type { Transport } from '../transport/transport'
import { type ByteSummary, type ByteSummaryWriter, createByteSummary } from './byte-summary'
import type { Inbox } from './inbox'
import { type LinkTiming, pause } from './timing'

/** Called with every byte. */
export interface Observer {
  /** After the write, whole or not: what was given to the port. */
  sent(sent: ByteSummary): void
  /** Bytes taken by one read, also where it ends in a fault. */
  received(read: ByteSummary): void
}

interface Port {
  readonly transport: Transport
  readonly inbox: Inbox
  readonly observer: Observer
  /** When the last message went out or came in; kept from one exchange to the next. */
  readonly silence: { since: number }
}

/** Rejects with a named fault; the inbox may then contain unrequested bytes. */
export async function exchange<T>(
  { transport, inbox, observer, silence }: Port,
  dialogue: Dialogue<T>,
  timing: LinkTiming,
): Promise<T> {
  const started = performance.now()
  let deadline = started + timing.exchange_ms
  const remaining = () => deadline - performance.now()
  const extend = (bytes: number) => {
    deadline += (2_000 * bytes) / transport.bytesPerSecond
  }
  let step = dialogue.next()
  while (!step.done) {
    let answer: Uint8Array = NOTHING
    if ('write' in step.value) {
      const gap = Math.max(0, silence.since + timing.gap_ms - performance.now())
      deadline += gap
      await pause(gap)
      for (const { length } of step.value.write) extend(length)
      await writeAll({ transport, observer }, step.value.write, timing, remaining)
      silence.since = performance.now()
    } else if ('pause_ms' in step.value) {
      await pause(step.value.pause_ms)
      deadline += step.value.pause_ms
    } else {
      answer = await readFrame(step.value.read, { inbox, observer, timing, remaining, extend })
      silence.since = performance.now()
    }
    step = dialogue.next(answer)
  }
  return step.value
}

const NOTHING = new Uint8Array(0)

/** Hashed piece by piece as it goes out: megabytes at once would hold up the event loop. */
async function writeAll(
  { transport, observer }: Pick<Port, 'transport' | 'observer'>,
  parts: readonly Uint8Array[],
  timing: LinkTiming,
  remaining: () => number,
): Promise<void> {
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
    observer.sent(given.end())
  }
}

/** The parts behind one another in pieces of `most` bytes, the last one shorter; copied only where two parts meet. */
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

interface Listening {
  readonly inbox: Inbox
  readonly observer: Observer
  readonly timing: LinkTiming
  readonly remaining: () => number
  readonly extend: (bytes: number) => void
}

async function readFrame(framer: Framer, listening: Listening): Promise<Uint8Array> {
  const summary = createByteSummary()
  try {
    return await readPieces(framer, listening, summary)
  } finally {
    const read = summary.end()
    if (read.count > 0) listening.observer.received(read)
  }
}

async function readPieces(
  framer: Framer,
  { inbox, timing, remaining, extend }: Listening,
  summary: ByteSummaryWriter,
): Promise<Uint8Array> {
  let count = 0
  let heldUp = 0
  let isEmptyLine = true
  for (;;) {
    const wait = count === 0 ? timing.first_byte_ms : timing.between_bytes_ms
    const left = remaining()
    const piece = left <= 0 ? null : await inbox.next(Math.min(wait, left))
    if (piece === null) throw left <= wait ? exchangeTimeout(timing) : unanswered({ count, isEmptyLine }, timing)
    count += piece.length
    heldUp += piece.length
    isEmptyLine &&= piece.every(byte => byte === LF || byte === CR)
    // Pieces that wait already come without a turn of the event loop in between.
    if (heldUp > MAX_AT_ONCE) {
      await new Promise(resolve => setImmediate(resolve))
      heldUp = 0
    }
    summary.add(piece)
    extend(piece.length)
    const framed = framer.push(piece)
    if (!framed) continue
    summary.giveBack(framed.rest.length)
    inbox.unread(framed.rest)
    return framed.frame
  }
}

/** Copied and hashed in about a millisecond. */
const MAX_AT_ONCE = 524_288

const [LF, CR] = [0x0a, 0x0d]

interface Begun {
  /** Bytes that came. */
  readonly count: number
  readonly isEmptyLine: boolean
}

function unanswered({ count, isEmptyLine }: Begun, timing: LinkTiming): InstrumentError {
  if (count === 0) return new InstrumentError('first_byte_timeout', `no answer within ${timing.first_byte_ms} ms`)
  const message = isEmptyLine
    ? `the answer is an empty line; nothing else came for ${timing.between_bytes_ms} ms`
    : `the answer stopped after ${countedNoun(count, 'byte')} for ${timing.between_bytes_ms} ms`
  return new InstrumentError('between_bytes_timeout', message)
}

const exchangeTimeout = (timing: LinkTiming) =>
  new InstrumentError('exchange_timeout', `the exchange took longer than ${timing.exchange_ms} ms`)

/** The promise, or the fault after so many milliseconds. What comes later is ignored. */
function within<T>(promise: Promise<T>, ms: number, fault: () => InstrumentError): Promise<T> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(fault()), Math.max(0, ms))
    promise.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
