import type { ByteTwin, TwinClock } from '../model/byte-twin'
import { createTwinRandom } from '../model/random'
import type { MisbehavingTwin } from '../model/set-guard'

/** What goes wrong with one reply, or with the next set. */
export type LineFault =
  | { readonly kind: 'delay'; readonly ms: number }
  | { readonly kind: 'drop' }
  | { readonly kind: 'duplicate' }
  /** So many bytes, then the port is gone. */
  | { readonly kind: 'truncate'; readonly bytes: number }
  | { readonly kind: 'garbage'; readonly bytes: number }
  /** Each byte by itself. */
  | { readonly kind: 'split' }
  | { readonly kind: 'wrong_echo' }
  /** Another reply in its place: a refusal, or that it is busy. */
  | { readonly kind: 'nak'; readonly reply: string }
  | { readonly kind: 'busy'; readonly reply: string }
  /** The reply before this one comes once more: in its place, or before it. */
  | { readonly kind: 'stale'; readonly instead: boolean }
  | { readonly kind: 'unsolicited'; readonly text: string }
  | { readonly kind: 'ignore_set' }
  | { readonly kind: 'clamp_set' }
  /** A block says that it is longer or shorter than it is. */
  | { readonly kind: 'block_length'; readonly by: number }
  /** Gone at this byte of what is sent to it, counted from now. */
  | { readonly kind: 'unplug'; readonly bytes: number }
  /** From now on another one answers on the same line. */
  | { readonly kind: 'replug'; readonly by: ByteTwin }

export interface FaultyTwin extends ByteTwin {
  /** Strikes the next reply (a set's fault: the next set). */
  inject(fault: LineFault): void
  /** Called once when the twin goes away by itself. */
  onUnplug(listener: () => void): void
}

interface FaultOptions {
  readonly seed: number
  readonly clock: TwinClock
  /** Faults by the number of the reply that they strike, from 0. */
  readonly script?: readonly { readonly reply: number; readonly fault: LineFault }[]
}

export function withFaults(
  first: ByteTwin & Partial<MisbehavingTwin>,
  { seed, clock, script = [] }: FaultOptions,
): FaultyTwin {
  const random = createTwinRandom(seed)
  const line = createOrderedLine(clock)
  const injected: LineFault[] = []
  const unplugged: (() => void)[] = []
  let twin: ByteTwin & Partial<MisbehavingTwin> = first
  let replies = 0
  let previous: Uint8Array = new Uint8Array(0)
  let bytesLeft = Number.POSITIVE_INFINITY
  let isGone = false

  const goAway = () => {
    if (isGone) return
    isGone = true
    line.close()
    twin.close()
    for (const listener of unplugged) listener()
  }
  const struck = (): LineFault | undefined => {
    const scripted = script.find(({ reply }) => reply === replies)?.fault
    replies += 1
    return scripted ?? injected.shift()
  }
  /** What the line carries in place of a reply, in order. */
  const struckReply = (reply: Uint8Array, fault: LineFault | undefined): readonly Uint8Array[] => {
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
  const strike = (reply: Uint8Array, fault: LineFault | undefined): void => {
    const wait = fault?.kind === 'delay' ? fault.ms : fault?.kind === 'split' ? BETWEEN_BYTES_MS : 0
    for (const piece of struckReply(reply, fault)) line.send(piece, wait)
    if (fault?.kind === 'truncate') goAway()
  }
  const listen = (to: ByteTwin) =>
    to.onSend(reply => {
      if (to !== twin || isGone) return
      strike(reply, struck())
      previous = reply.slice()
    })
  listen(twin)

  return {
    receive(bytes) {
      if (isGone) return
      const taken = bytes.subarray(0, bytesLeft)
      bytesLeft -= taken.length
      if (taken.length > 0) twin.receive(taken)
      if (bytesLeft === 0) goAway()
    },
    onSend: line.onSend,
    onUnplug: listener => void unplugged.push(listener),
    inject(fault) {
      if (fault.kind === 'ignore_set' || fault.kind === 'clamp_set') twin.misbehave?.(fault.kind)
      else if (fault.kind === 'unplug') bytesLeft = fault.bytes
      else if (fault.kind === 'replug') {
        twin = fault.by
        listen(twin)
      } else injected.push(fault)
    },
    close() {
      line.close()
      twin.close()
    },
  }
}

/** About a byte at 9600 baud; timers are no finer. */
const BETWEEN_BYTES_MS = 0.1

const bytesOf = (text: string) => Uint8Array.from(text, character => character.charCodeAt(0))

/** A line does not reorder: what is late makes everything behind it late. */
function createOrderedLine(clock: TwinClock) {
  const listeners: ((bytes: Uint8Array) => void)[] = []
  const waiting: { bytes: Uint8Array; due: number }[] = []
  let cancel: (() => void) | null = null
  let closed = false
  const deliver = (bytes: Uint8Array) => {
    if (!closed) for (const listener of listeners) listener(bytes)
  }
  const next = () => {
    cancel = null
    const first = waiting.shift()
    if (first) deliver(first.bytes)
    schedule()
  }
  const schedule = () => {
    if (!cancel && waiting.length > 0) cancel = clock.after(Math.max(0, waiting[0]!.due - clock.now()), next)
  }
  return {
    send(bytes: Uint8Array, ms = 0) {
      if (closed || bytes.length === 0) return
      if (ms === 0 && waiting.length === 0) return deliver(bytes)
      waiting.push({ bytes: bytes.slice(), due: Math.max(clock.now(), waiting.at(-1)?.due ?? 0) + ms })
      schedule()
    },
    onSend: (listener: (bytes: Uint8Array) => void) => void listeners.push(listener),
    close() {
      closed = true
      cancel?.()
    },
  }
}

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
