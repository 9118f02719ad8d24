/** What a question and its answer look like on the line, for each framing of a driver file. */
import { asBytes, shownBytes, textOf } from '../model/bytes'
import { InstrumentError } from '../model/fault'
import { type Dialogue, readFrame, write } from './dialogue'
import { blockFramer, fixedFramer, lineFramer } from './framer'

type FramingKind = 'line' | 'noterm' | 'block' | 'enq-ack' | 'report' | 'fixed'

export interface Framing {
  readonly kind: FramingKind
  /** Sent behind each request; empty for `noterm`, `report`, `fixed`. */
  readonly request_end: string
  /** What the instrument's input buffer holds, the end included. */
  readonly max_request_bytes: number
  readonly max_reply_bytes: number
  /** What a line of its ends with. */
  readonly reply_end: string
  /** Each line comes back before it is answered. */
  readonly echo?: boolean | undefined
  /** The length of a HID report; 0 for everything else. */
  readonly report_bytes: number
}

/** How the answer comes: in the framing's usual form, as a block, or as so many raw bytes. */
type Expected = 'usual' | 'block' | number

export interface Wire {
  /** Sends what has no answer; an acknowledgement that the framing knows is waited for. */
  tell(request: Uint8Array): Dialogue<void>
  ask(request: Uint8Array, expected?: Expected): Dialogue<Uint8Array>
}

/** Blocks may be long; a line of more than a mebibyte is no line. */
const lineLimit = ({ max_reply_bytes }: Framing): number => Math.min(max_reply_bytes, 2 ** 20)

export function createWire(framing: Framing): Wire {
  const request = (bytes: Uint8Array): Uint8Array => {
    const whole = Buffer.concat([bytes, asBytes(framing.request_end)])
    if (whole.length > framing.max_request_bytes)
      throw new InstrumentError(
        'value_out_of_range',
        `a request of ${whole.length} bytes; the instrument takes ${framing.max_request_bytes}`,
      )
    return whole
  }
  const frame = (expected: Expected) => {
    if (typeof expected === 'number') return fixedFramer(expected)
    if (expected === 'block')
      return blockFramer({ limit: framing.max_reply_bytes, lineEnd: framing.kind === 'block' ? 'required' : 'none' })
    return framing.kind === 'report'
      ? fixedFramer(framing.report_bytes)
      : lineFramer({ limit: lineLimit(framing), end: framing.reply_end === '\r' ? 'cr' : 'lf' })
  }
  if (framing.kind === 'enq-ack') return enqAck(framing, request)
  function* send(bytes: Uint8Array): Dialogue<void> {
    yield* write(request(bytes))
    if (!framing.echo) return
    const repeated = yield* readFrame(frame('usual'))
    if (textOf(repeated) !== textOf(bytes))
      throw new InstrumentError('echo_mismatch', `${shownBytes(bytes)} came back as ${shownBytes(repeated)}`)
  }
  return {
    tell: send,
    *ask(bytes, expected = 'usual') {
      if (bytes.length > 0) yield* send(bytes)
      return yield* readFrame(frame(expected))
    },
  }
}

const [ACK, NAK, ENQ] = [0x06, 0x15, Uint8Array.of(0x05)]

/**
 * Pfeiffer's protocol: a mnemonic, ACK or NAK, then ENQ asks for the data. After NAK the mnemonic ERR asks for the error
 * word, which is thrown as `refused`.
 */
function enqAck(framing: Framing, request: (bytes: Uint8Array) => Uint8Array): Wire {
  const data = () => readFrame(lineFramer({ limit: lineLimit(framing) }))
  function* isTaken(bytes: Uint8Array): Dialogue<boolean> {
    yield* write(request(bytes))
    const answer = yield* readFrame(lineFramer({ limit: lineLimit(framing), printable: false }))
    if (answer.length === 1 && (answer[0] === ACK || answer[0] === NAK)) return answer[0] === ACK
    throw new InstrumentError('reply_malformed', `ACK or NAK expected, not ${shownBytes(answer)}`)
  }
  function* fetched(): Dialogue<Uint8Array> {
    yield* write(ENQ)
    return yield* data()
  }
  function* ask(bytes: Uint8Array): Dialogue<Uint8Array> {
    if (yield* isTaken(bytes)) return yield* fetched()
    const word = (yield* isTaken(asBytes('ERR'))) ? textOf(yield* fetched()) : 'unknown'
    throw new InstrumentError('refused', `${textOf(bytes)} was answered NAK, error word ${word}`)
  }
  return {
    ask,
    /** The instrument has taken the value once it gives it back. */
    *tell(bytes) {
      yield* ask(bytes)
    },
  }
}
