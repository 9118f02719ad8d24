/** Commands and questions by their text, for operators and for instruments with a vocabulary of their own. */
import { sha256InPieces } from '../../files/sha256'
import type { PortMember } from '../exchange/port'
import { asBytes, NO_BYTES, shownBytes, spacedHex, textOf } from '../model/bytes'
import { InstrumentError } from '../model/fault'
import type { Cause, Dialogue } from '../model/request'
import type { DriverCodec } from './commands'
import { matchPattern } from './patterns'
import type { DriverFile } from './schema'

/** Same shape as the sequencers' link. Its users read the error queue by their own commands. */
export interface RawLink {
  command(text: string): Promise<void>
  query(text: string): Promise<string>
  /** The text, then the bytes as a definite-length block. */
  upload(text: string, bytes: Uint8Array): Promise<void>
  queryBlock(text: string): Promise<Uint8Array>
}

type Settle = DriverFile['timing']['settle']

interface RawLinkOptions {
  readonly port: PortMember
  readonly codec: DriverCodec
  readonly cause: Cause | null
  readonly settle: Settle
  /** Asked after each answer, so that an answer out of step is not taken for the right one. */
  readonly fence: () => Dialogue<void>
}

export function createRawLink({ port, codec, cause, settle, fence }: RawLinkOptions): RawLink {
  const set = (name: string, dialogue: () => Dialogue<void>) => port.request({ name, kind: 'set', dialogue, cause })
  const query = (text: string, expected: 'usual' | 'block') => {
    const request = oneLine(text)
    function* dialogue(): Dialogue<Uint8Array> {
      const answer = yield* codec.wire.query(request, expected)
      yield* fence()
      return answer
    }
    return port.request({ name: text, kind: 'query', dialogue, cause })
  }
  return {
    command: async text => {
      const bytes = oneLine(text)
      await set(text, () => sendAndSettle(codec, bytes, settle))
    },
    query: async text => textOf(await query(text, 'usual')),
    upload: async (text, bytes) => {
      const header = oneLine(`${text} ${blockHeader(bytes.length)}`)
      await set(`${text} (${bytes.length} bytes)`, () => codec.wire.send(header, bytes))
    },
    queryBlock: async text => query(text, 'block'),
  }
}

/**
 * Sends a line that an operator typed, hexadecimal bytes for an instrument of reports and text for any other. Returns
 * the answer, a block by its length, SHA-256 and first bytes, and null where nothing is asked. The line may change
 * anything: it is never sent again.
 */
export async function askByHand(
  { port, cause, ...speaking }: Omit<RawLinkOptions, 'fence'> & { readonly answersAll: boolean },
  text: string,
): Promise<string | null> {
  const dialogue = dialogueByHand(speaking, text)
  const answer = await port.request({ name: text, kind: 'set', dialogue: () => dialogue, cause })
  return answer instanceof Uint8Array ? await shownBlock(answer) : answer
}

/** Bytes of a block that are shown. */
const FIRST_BYTES = 24

async function shownBlock(bytes: Uint8Array): Promise<string> {
  const about = `block of ${bytes.length} bytes, SHA-256 ${await sha256InPieces(bytes)}`
  return bytes.length === 0 ? about : `${about}, first bytes ${spacedHex(bytes.subarray(0, FIRST_BYTES))}`
}

/** The dialogue of `askByHand`, which returns a block as its bytes. Throws at once where the text is no line. */
export function dialogueByHand(
  { codec, settle, answersAll }: Pick<RawLinkOptions, 'codec' | 'settle'> & { readonly answersAll: boolean },
  text: string,
): Dialogue<string | Uint8Array | null> {
  const { kind } = codec.framing
  if (kind === 'fixed') throw new InstrumentError('not_settable', 'its protocol of raw bytes has no console')
  const isReport = kind === 'report'
  const bytes = isReport ? reportBytes(text, codec.framing) : oneLine(text)
  const code = codec.framing.text_code
  const isText = isReport && code !== undefined && !HEX_BYTES.test(text.replace(/\s+/g, ''))
  const asks = isReport || kind === 'enq-ack' || answersAll || text.includes('?')
  function* dialogue(): Dialogue<string | Uint8Array | null> {
    if (!asks) {
      yield* sendAndSettle(codec, bytes, settle)
      return null
    }
    if (isReport) {
      const answer = yield* answerTo(codec, bytes)
      return isText ? textBehind(code, answer) : hexReport(answer)
    }
    const { bytes: answer, is_block } = yield* codec.wire.queryFreely(bytes)
    return is_block ? answer : textOf(answer)
  }
  return dialogue()
}

/** Reports of other commands may come first, where the driver says so. */
function* answerTo({ wire, framing }: DriverCodec, bytes: Uint8Array): Dialogue<Uint8Array> {
  let answer = yield* wire.query(bytes)
  for (let left = framing.skip_reports; left > 0 && answer[0] !== bytes[0]; left -= 1)
    answer = yield* wire.query(NO_BYTES)
  return answer
}

/** Header of an IEEE 488.2 definite-length block: `#`, the number of digits, the length in bytes. */
function blockHeader(length: number): string {
  const digits = String(length)
  if (digits.length > 9) throw new InstrumentError('line_malformed', `a block of ${length} bytes is too long`)
  return `#${digits.length}${digits}`
}

/** A line break inside would be a hidden second command. */
function oneLine(text: string): Uint8Array {
  if (!/^[ -~]{1,1000}$/.test(text))
    throw new InstrumentError('line_malformed', 'a command is one line of 1 to 1,000 printable characters')
  return asBytes(text)
}

function* sendAndSettle(codec: DriverCodec, bytes: Uint8Array, settle: Settle): Dialogue<void> {
  yield* codec.wire.send(bytes)
  const found = settle?.find(({ command }) => matchPattern(command, textOf(bytes)) !== null)
  if (found) yield { pause_ms: found.ms }
}

const HEX_BYTES = /^([0-9a-fA-F]{2}){1,64}$/

/** Bytes in hexadecimal; anything else as text behind its code, where the instrument takes text. */
function reportBytes(text: string, { text_code: code, max_request_bytes }: DriverFile['framing']): Uint8Array {
  const digits = text.replace(/\s+/g, '')
  if (HEX_BYTES.test(digits)) return new Uint8Array(Buffer.from(digits, 'hex'))
  if (code === undefined)
    throw new InstrumentError('line_malformed', 'write bytes as hexadecimal digits, such as 13 0c 03')
  const most = max_request_bytes - 1
  if (text.length > most) throw new InstrumentError('line_malformed', `a command has at most ${most} characters`)
  return Buffer.concat([Uint8Array.of(code), oneLine(text)])
}

/** Zeros at the end of a report that are shown one by one: all of a report of 8 bytes. */
const SHOWN_ZEROS = 8

/** The report as it would be typed; zeros that fill a long one are counted. */
function hexReport(report: Uint8Array): string {
  const length = Math.max(1, report.findLastIndex(byte => byte !== 0) + 1)
  const filling = report.length - length
  const shown = spacedHex(report.subarray(0, length))
  return filling <= SHOWN_ZEROS ? spacedHex(report) : `${shown}, then ${filling} bytes 00`
}

/** Text of a report after its code, up to NUL. */
function textBehind(code: number, report: Uint8Array): string {
  const end = report.indexOf(0, 1)
  const text = textOf(report.subarray(1, end < 0 ? report.length : end))
  if (report[0] === code && /^[ -~]*$/.test(text)) return text
  throw new InstrumentError(
    'echo_mismatch',
    `code ${code} and a text expected, got ${shownBytes(report, { most: 16 })}`,
  )
}
