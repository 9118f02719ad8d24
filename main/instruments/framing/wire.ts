/** Encoding of questions and replies on the line, for each framing of a driver file. */
import { asBytes, NO_BYTES, shownBytes, textOf } from '../model/bytes'
import { InstrumentError } from '../model/fault'
import type { Dialogue, Framer } from '../model/request'
import { type Checksum, withChecksum, withoutChecksum } from './checksum'
import { blockFramer, fixedFramer, lineFramer, lineOrBlockFramer } from './framer'

type FramingKind = 'line' | 'noterm' | 'block' | 'enq-ack' | 'report' | 'fixed'

export interface Framing {
  readonly kind: FramingKind
  /** Sent behind each request; empty for `noterm`, `report`, `fixed`. */
  readonly request_end: string
  /** Size of the instrument's input buffer, line end included. */
  readonly max_request_bytes: number
  readonly max_reply_bytes: number
  /** End of its lines. */
  readonly reply_end: string
  /** Each line comes back before it is answered. */
  readonly echo?: boolean | undefined
  /** Behind each line of kind `line`, before its end. */
  readonly checksum?: Checksum | undefined
  /** The length of a HID report; 0 for everything else. */
  readonly report_bytes: number
  /** Whether some answers are definite-length blocks; without any, `#15 ready` is a line. */
  readonly has_blocks: boolean
}

/** `is_block`: the bytes of a definite-length block, without its header. */
interface FreeAnswer {
  readonly bytes: Uint8Array
  readonly is_block: boolean
}

/** How the answer comes: in the framing's usual form, as a line that may be empty, as a block, or as so many raw bytes. */
type AnswerForm = 'usual' | 'line_or_empty' | 'block' | number

export interface Wire {
  /** Sends a request that has no answer, with `block` behind it; waits for an acknowledgement where the framing has one. */
  send(request: Uint8Array, block?: Uint8Array): Dialogue<void>
  query(request: Uint8Array, expected?: AnswerForm): Dialogue<Uint8Array>
  /** For a question of unknown reply form: the usual form, or a block where the instrument has any. */
  queryFreely(request: Uint8Array): Dialogue<FreeAnswer>
}

function* readFrame(framer: Framer): Dialogue<Uint8Array> {
  return yield { read: framer }
}

function* write(...parts: readonly Uint8Array[]): Dialogue<void> {
  yield { write: parts }
}

/** Blocks may be long; a line of more than a mebibyte is no line. */
const lineLimit = ({ max_reply_bytes }: Framing): number => Math.min(max_reply_bytes, 2 ** 20)

export function createWire(framing: Framing): Wire {
  const end = asBytes(framing.request_end)
  const { checksum } = framing
  const replyChecksum = checksum?.in_replies ? checksum : undefined
  const sealed = (line: Uint8Array) => (checksum ? withChecksum(line, checksum) : line)
  /** A block of megabytes is not copied. */
  const request = (line: Uint8Array, block: Uint8Array = NO_BYTES): readonly Uint8Array[] => {
    if (checksum && block.length > 0) throw noChecksum('a block that is sent')
    const bytes = sealed(line)
    const length = bytes.length + block.length + end.length
    if (length > framing.max_request_bytes)
      throw new InstrumentError(
        'line_malformed',
        `a request of ${length} bytes; the instrument takes ${framing.max_request_bytes}`,
      )
    return block.length > 0 ? [bytes, block, end] : [Buffer.concat([bytes, end])]
  }
  const block = { limit: framing.max_reply_bytes, lineEnd: framing.kind === 'block' ? 'required' : 'none' } as const
  const textLine = { limit: lineLimit(framing), end: framing.reply_end === '\r' ? 'cr' : 'lf' } as const
  const frame = (expected: AnswerForm) => {
    // Only lines end with a checksum, and a line with one is never empty.
    if (replyChecksum && expected !== 'usual' && expected !== 'line_or_empty')
      throw noChecksum('an answer that is no line')
    if (typeof expected === 'number') return fixedFramer(expected)
    if (expected === 'block') return blockFramer(block)
    return framing.kind === 'report'
      ? fixedFramer(framing.report_bytes)
      : lineFramer({ ...textLine, may_be_empty: expected === 'line_or_empty' && !replyChecksum })
  }
  if (framing.kind === 'enq-ack') return enqAck(framing, request)
  function* answer(expected: AnswerForm): Dialogue<Uint8Array> {
    const bytes = yield* readFrame(frame(expected))
    return replyChecksum ? withoutChecksum(bytes, replyChecksum) : bytes
  }
  function* send(bytes: Uint8Array, block?: Uint8Array): Dialogue<void> {
    yield* write(...request(bytes, block))
    if (!framing.echo) return
    const repeated = yield* readFrame(frame('usual'))
    const sent = block ? Buffer.concat([bytes, block]) : sealed(bytes)
    if (textOf(repeated) !== textOf(sent))
      throw new InstrumentError('echo_mismatch', `${shownBytes(sent)} came back as ${shownBytes(repeated)}`)
  }
  return {
    send,
    *query(bytes, expected = 'usual') {
      if (bytes.length > 0) yield* send(bytes)
      return yield* answer(expected)
    },
    *queryFreely(bytes) {
      yield* send(bytes)
      if (!framing.has_blocks) return { bytes: yield* answer('usual'), is_block: false }
      const framer = lineOrBlockFramer({ ...textLine, block })
      return { bytes: yield* readFrame(framer), is_block: framer.isBlock() }
    },
  }
}

/** A valid driver file never asks for this. */
const noChecksum = (what: string) =>
  new InstrumentError('driver_invalid', `/framing/checksum: ${what} has none; only lines have`)

const [ACK, NAK, ENQ] = [0x06, 0x15, Uint8Array.of(0x05)]

/**
 * Pfeiffer's protocol: a mnemonic, ACK or NAK, then ENQ asks for the data. After NAK the mnemonic ERR asks for the error
 * word, which is thrown as `refused`.
 */
function enqAck(framing: Framing, request: (bytes: Uint8Array) => readonly Uint8Array[]): Wire {
  const data = () => readFrame(lineFramer({ limit: lineLimit(framing) }))
  function* isTaken(bytes: Uint8Array): Dialogue<boolean> {
    yield* write(...request(bytes))
    const answer = yield* readFrame(lineFramer({ limit: lineLimit(framing), printable: false }))
    if (answer.length === 1 && (answer[0] === ACK || answer[0] === NAK)) return answer[0] === ACK
    throw new InstrumentError('reply_malformed', `ACK or NAK expected, not ${shownBytes(answer)}`)
  }
  function* fetched(): Dialogue<Uint8Array> {
    yield* write(ENQ)
    return yield* data()
  }
  function* query(bytes: Uint8Array): Dialogue<Uint8Array> {
    if (yield* isTaken(bytes)) return yield* fetched()
    const word = (yield* isTaken(asBytes('ERR'))) ? textOf(yield* fetched()) : 'unknown'
    throw new InstrumentError('refused', `${textOf(bytes)} was answered NAK, error word ${word}`)
  }
  return {
    query,
    *queryFreely(bytes) {
      return { bytes: yield* query(bytes), is_block: false }
    },
    /** The instrument has taken the value once it gives it back. */
    *send(bytes) {
      yield* query(bytes)
    },
  }
}
