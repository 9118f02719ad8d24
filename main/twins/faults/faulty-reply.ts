import type { LineFault } from './line-fault'

/** Milliseconds between the bytes of a split reply. */
const BETWEEN_BYTES_MS = 0.1

/** Parts that the line sends instead of a reply, in order, each with its delay; `gone`: the port disappears after them. */
export interface FaultyReply {
  readonly pieces: readonly Uint8Array[]
  readonly wait_ms: number
  readonly gone: boolean
}

interface SentReply {
  readonly reply: Uint8Array
  /** The reply before this one. */
  readonly previous: Uint8Array
  /** Uniform in [0, 1). */
  readonly random: () => number
}

export function faultyReply(fault: LineFault | undefined, sent: SentReply): FaultyReply {
  return {
    pieces: piecesOf(fault, sent),
    wait_ms: fault?.kind === 'delay' ? fault.ms : fault?.kind === 'split' ? BETWEEN_BYTES_MS : 0,
    gone: fault?.kind === 'truncate',
  }
}

function piecesOf(fault: LineFault | undefined, { reply, previous, random }: SentReply): readonly Uint8Array[] {
  switch (fault?.kind) {
    case 'drop':
      return []
    case 'duplicate':
      return [reply, reply]
    case 'garbage':
      return [Uint8Array.from({ length: fault.bytes }, () => Math.floor(256 * random())), reply]
    case 'wrong_echo':
      return [Uint8Array.from(reply, (byte, index) => (index === 0 ? byte ^ 1 : byte))]
    case 'nak':
    case 'busy':
      return [bytesOf(fault.reply)]
    case 'stale':
      return fault.instead ? [previous] : [previous, reply]
    case 'unsolicited':
      return [bytesOf(fault.text), reply]
    case 'block_length':
      return [withBlockLength(reply, fault.by)]
    case 'split':
      return Array.from(reply, byte => Uint8Array.of(byte))
    case 'truncate':
      return [reply.subarray(0, Math.min(fault.bytes, reply.length - 1))]
    default:
      return [reply]
  }
}

const bytesOf = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))

/** `#<d><len>` with another length of as many digits; anything else as it is. */
function withBlockLength(reply: Uint8Array, by: number): Uint8Array {
  const digits = (reply[1] ?? 0) - 48
  if (reply[0] !== 35 || digits < 1 || digits > 9) return reply
  const length = Number(String.fromCharCode(...reply.subarray(2, 2 + digits)))
  const lied = Math.min(10 ** digits - 1, Math.max(0, length + by))
  const changed = reply.slice()
  changed.set(bytesOf(String(lied).padStart(digits, '0')), 2)
  return changed
}
