import { seededRandom } from '../../circuits/model/seeded-random'
import type { ByteTwin, TwinClock } from '../model/byte-twin'
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
  | UnplugFault
  /** From now on another one answers on the same line. */
  | { readonly kind: 'replug'; readonly by: ByteTwin }

/** Gone at this byte of what is sent to it, counted from now; 0: now. */
export interface UnplugFault {
  readonly kind: 'unplug'
  readonly bytes: number
  /** So much later it is plugged in again; null: not before its faults are set anew. For who holds the twin to do. */
  readonly returns_after_ms?: number | null
  /** Another instrument of the kind comes back in its place. */
  readonly serial_number?: string
}

/** A fault that waits for so many replies, counted from when the script was set. */
export interface ScriptedFault {
  readonly reply: number
  readonly fault: LineFault
}

export interface FaultyTwin extends ByteTwin {
  /** Strikes the next reply (a set's fault: the next set). */
  inject(fault: LineFault): void
  /** In place of the script before, and of what was injected; replies count from 0 again. */
  setScript(script: readonly ScriptedFault[]): void
  /** Called once when the twin goes away by itself, with what was asked for: null where a reply was cut off. */
  onUnplug(listener: (fault: UnplugFault | null) => void): void
}

interface FaultOptions {
  readonly seed: number
  readonly clock: TwinClock
}

export function withFaults(first: ByteTwin & Partial<MisbehavingTwin>, { seed, clock }: FaultOptions): FaultyTwin {
  const random = seededRandom(seed)
  const line = createOrderedLine(clock)
  const injected: LineFault[] = []
  const unplugged: ((fault: UnplugFault | null) => void)[] = []
  let scripted: readonly ScriptedFault[] = []
  let twin: ByteTwin & Partial<MisbehavingTwin> = first
  let replies = 0
  let previous: Uint8Array = new Uint8Array(0)
  let unplug: UnplugFault | null = null
  let bytesLeft = Number.POSITIVE_INFINITY
  let isGone = false

  const goAway = () => {
    if (isGone) return
    isGone = true
    line.close()
    twin.close()
    for (const listener of unplugged) listener(unplug)
  }
  const due = () => scripted.filter(({ reply }) => reply === replies).map(({ fault }) => fault)
  const struck = (): LineFault | undefined => {
    const fault = due().find(strikesReply)
    replies += 1
    return fault ?? injected.shift()
  }
  const act = (fault: LineFault) => {
    if (fault.kind === 'ignore_set' || fault.kind === 'clamp_set') twin.misbehave?.(fault.kind)
    else if (fault.kind === 'replug') {
      twin = fault.by
      listen(twin)
    } else if (fault.kind === 'unplug') {
      unplug = fault
      bytesLeft = fault.bytes
      if (bytesLeft === 0) goAway()
    }
  }
  /** What of the script concerns the line rather than a reply, once so many replies have gone. */
  const actWhatIsDue = () => {
    for (const fault of due()) if (!strikesReply(fault)) act(fault)
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
      if (!isGone) actWhatIsDue()
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
      if (strikesReply(fault)) injected.push(fault)
      else act(fault)
    },
    setScript(next) {
      scripted = next
      injected.length = 0
      replies = 0
      bytesLeft = Number.POSITIVE_INFINITY
      actWhatIsDue()
    },
    close() {
      line.close()
      twin.close()
    },
  }
}

const NOT_OF_A_REPLY: ReadonlySet<LineFault['kind']> = new Set(['ignore_set', 'clamp_set', 'unplug', 'replug'])
export const strikesReply = ({ kind }: LineFault): boolean => !NOT_OF_A_REPLY.has(kind)

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
