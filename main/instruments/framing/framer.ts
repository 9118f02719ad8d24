import { InstrumentError } from '../model/fault'
import type { Framer } from '../model/request'

/** Bytes so far, growing by doubling: a block of megabytes that comes byte by byte is copied about twice. */
function createBuffer(limit: number) {
  let bytes = new Uint8Array(Math.min(limit, 256))
  let length = 0
  return {
    append(piece: Uint8Array) {
      if (length + piece.length > bytes.length) {
        const larger = new Uint8Array(Math.max(2 * bytes.length, length + piece.length))
        larger.set(bytes.subarray(0, length))
        bytes = larger
      }
      bytes.set(piece, length)
      length += piece.length
    },
    get length() {
      return length
    },
    at: (index: number) => bytes[index]!,
    slice: (start: number, end: number) => bytes.slice(start, end),
    indexOf: (byte: number, from: number) => {
      const found = bytes.subarray(0, length).indexOf(byte, from)
      return found
    },
  }
}

export interface LineOptions {
  /** Bytes before the end. */
  readonly limit: number
  /** `lf`: a carriage return before it belongs to the end. `cr`: carriage return alone. */
  readonly end?: 'lf' | 'cr'
  /** Whether only printable ASCII and tabs may occur, as in text and on seven-bit lines with parity. */
  readonly printable?: boolean
  /** Whether an empty line may be the answer, not just the end of something earlier. */
  readonly may_be_empty?: boolean
}

/** One line without its end. Empty lines before it are the end of something else (SIM900: of a block), unless it may be empty. */
export function lineFramer({ limit, end: last = 'lf', printable = true, may_be_empty = false }: LineOptions): Framer {
  const buffer = createBuffer(limit + 2)
  let searched = 0
  // The line feed of a line that ends with CR LF is left over where carriage return is the end.
  const passed: readonly number[] = !may_be_empty ? [LF, CR] : last === 'cr' ? [LF] : []
  return {
    push(all) {
      const bytes = buffer.length === 0 ? withoutEnds(all, passed) : all
      const taken = bytes.subarray(0, Math.max(0, limit + 2 - buffer.length))
      buffer.append(taken)
      const end = buffer.indexOf(last === 'lf' ? LF : CR, searched)
      searched = buffer.length
      if (end < 0) {
        if (buffer.length > limit + 1) throw tooLong(limit)
        return null
      }
      const stop = end > 0 && buffer.at(end - 1) === CR ? end - 1 : end
      if (stop > limit) throw tooLong(limit)
      const frame = buffer.slice(0, stop)
      if (printable) refuseUnprintable(frame)
      const consumed = end + 1 - (buffer.length - taken.length)
      return { frame, rest: bytes.subarray(consumed) }
    },
  }
}

interface BlockForm {
  readonly limit: number
  readonly lineEnd: 'required' | 'none'
}

/** An IEEE 488.2 definite-length block `#<d><len><bytes>`, as a rule followed by a line end: the bytes alone. */
export function blockFramer({ limit, lineEnd }: BlockForm): Framer {
  const head = createBuffer(MAX_HEADER)
  /** As long as the header says: megabytes are neither copied nor cleared at once. */
  let frame: Uint8Array | null = null
  let filled = 0
  let isReturned = false
  return {
    push(all) {
      let bytes = head.length === 0 ? withoutEnds(all) : all
      if (!frame) {
        const before = head.length
        head.append(bytes.subarray(0, MAX_HEADER - before))
        const header = readHeader(head, limit)
        if (!header) return null
        frame = Buffer.allocUnsafeSlow(header.length)
        bytes = bytes.subarray(header.start - before)
      }
      const part = bytes.subarray(0, frame.length - filled)
      frame.set(part, filled)
      filled += part.length
      if (filled < frame.length) return null
      const rest = bytes.subarray(part.length)
      if (lineEnd === 'none') return { frame, rest }
      const behind = behindLineEnd(rest, isReturned)
      isReturned ||= rest[0] === CR
      return behind && { frame, rest: behind }
    },
  }
}

/**
 * A line, or a definite-length block where one begins: for questions whose answer is not declared. `isBlock` tells which of them
 * came, once the frame is whole.
 */
export function lineOrBlockFramer(
  options: LineOptions & { readonly block: BlockForm },
): Framer & { isBlock(): boolean } {
  let begun: Uint8Array = new Uint8Array(0)
  let chosen: Framer | null = null
  let block = false
  return {
    isBlock: () => block,
    push(bytes) {
      if (chosen) return chosen.push(bytes)
      begun = withoutEnds(Buffer.concat([begun, bytes]))
      const found = beginsBlock(begun)
      if (found === null) return null
      block = found
      chosen = found ? blockFramer(options.block) : lineFramer(options)
      return chosen.push(begun)
    },
  }
}

/** Null while too little has come to decide. */
function beginsBlock(bytes: Uint8Array): boolean | null {
  if (bytes.length === 0) return null
  if (bytes[0] !== HASH) return false
  const digits = bytes.length < 2 ? null : bytes[1]! - ZERO
  if (digits === null) return null
  if (digits < 1 || digits > 9) return false
  const length = bytes.subarray(2, 2 + digits)
  if (length.some(byte => byte < ZERO || byte > ZERO + 9)) return false
  return length.length === digits ? true : null
}

/** `#`, the number of digits, the digits. */
const MAX_HEADER = 2 + 9

function readHeader(buffer: { readonly length: number; at(index: number): number }, limit: number) {
  if (buffer.length >= 1 && buffer.at(0) !== HASH) throw malformed('a block begins with #', buffer.at(0))
  if (buffer.length < 2) return null
  const digits = buffer.at(1) - ZERO
  if (digits < 1 || digits > 9) throw malformed('# is followed by a digit from 1 to 9', buffer.at(1))
  let length = 0
  for (let index = 0; index < Math.min(digits, buffer.length - 2); index += 1) {
    const digit = buffer.at(2 + index) - ZERO
    if (digit < 0 || digit > 9) throw malformed('the length of a block is made of digits', buffer.at(2 + index))
    length = 10 * length + digit
  }
  if (length > limit) throw tooLong(limit)
  return buffer.length < 2 + digits ? null : { start: 2 + digits, length }
}

/**
 * Bytes after the line end, null while that has not arrived; `isReturned`: its carriage return has. A block with a wrong length is
 * detected here.
 */
function behindLineEnd(bytes: Uint8Array, isReturned: boolean): Uint8Array | null {
  const at = !isReturned && bytes[0] === CR ? 1 : 0
  const next = bytes[at]
  if (next === undefined) return null
  if (next === LF) return bytes.subarray(at + 1)
  throw malformed('a block is followed by a line end; its length may be wrong', next)
}

/** Exactly `length` bytes. HID: the bytes of one report. */
export function fixedFramer(length: number): Framer {
  const buffer = createBuffer(length)
  return {
    push(bytes) {
      const missing = length - buffer.length
      buffer.append(bytes.subarray(0, missing))
      if (buffer.length < length) return null
      return { frame: buffer.slice(0, length), rest: bytes.subarray(missing) }
    },
  }
}

function withoutEnds(bytes: Uint8Array, ends: readonly number[] = [LF, CR]): Uint8Array {
  let start = 0
  while (ends.includes(bytes[start]!)) start += 1
  return bytes.subarray(start)
}

const [TAB, LF, CR, HASH, ZERO] = [0x09, 0x0a, 0x0d, 0x23, 0x30]

function refuseUnprintable(frame: Uint8Array): void {
  for (const byte of frame)
    if ((byte < 0x20 && byte !== TAB) || byte > 0x7e)
      throw malformed('a line of text has printable characters only', byte)
}

const malformed = (rule: string, byte: number) =>
  new InstrumentError('reply_malformed', `${rule}; got byte 0x${byte.toString(16).padStart(2, '0')}`)

const tooLong = (limit: number) => new InstrumentError('reply_too_long', `a reply of more than ${limit} bytes`)
