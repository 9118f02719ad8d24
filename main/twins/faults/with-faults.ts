import { seededRandom } from '../../circuits/model/seeded-random'
import type { ByteTwin, TwinClock } from '../model/byte-twin'
import type { MisbehavingTwin } from '../model/set-guard'
import { faultyReply } from './faulty-reply'
import type { LineFault, UnplugFault } from './line-fault'
import { createOrderedLine } from './ordered-line'

/** A fault that waits for so many replies, counted from when the script was set. */
export interface ScriptedFault {
  readonly reply: number
  readonly fault: LineFault
}

export interface FaultyTwin extends ByteTwin {
  /** Applies to the next reply; a fault of sets to the next set. */
  inject(fault: LineFault): void
  /** Replaces the script and injected faults; replies count from 0 again. */
  setScript(script: readonly ScriptedFault[]): void
  /** Faults of the script that are still to come, counted from the next reply. */
  left(): ScriptedFault[]
  /** Called once when the twin goes away by itself, with the fault that caused it: null where a reply was cut off. */
  onUnplug(listener: (fault: UnplugFault | null) => void): void
}

interface FaultOptions {
  readonly seed: number
  readonly clock: TwinClock
}

type AnyTwin = ByteTwin & Partial<MisbehavingTwin>

export function withFaults(first: AnyTwin, { seed, clock }: FaultOptions): FaultyTwin {
  const random = seededRandom(seed)
  const line = createOrderedLine(clock)
  const script = createScript()
  const socket = createSocket(first, { onAnswer: received, onGone: line.close })
  let previous: Uint8Array = new Uint8Array(0)

  function received(reply: Uint8Array): void {
    const { pieces, wait_ms, gone } = faultyReply(script.next(), { reply, previous, random })
    for (const piece of pieces) line.send(piece, wait_ms)
    previous = reply.slice()
    if (gone) socket.goAway(null)
    else actWhatIsDue()
  }
  /** Carries out faults of the line, rather than of a reply, once enough replies have been sent. */
  const actWhatIsDue = () => {
    for (const fault of script.dueOfLine()) socket.act(fault)
  }
  return {
    receive: socket.receive,
    onSend: line.onSend,
    onUnplug: socket.onUnplug,
    inject(fault) {
      if (affectsReply(fault)) script.inject(fault)
      else socket.act(fault)
    },
    setScript(next) {
      script.set(next)
      socket.takeBack()
      actWhatIsDue()
    },
    left: () => [...socket.armed().map(fault => ({ reply: 0, fault })), ...script.left()],
    close() {
      line.close()
      socket.close()
    },
  }
}

const NOT_OF_A_REPLY: ReadonlySet<LineFault['kind']> = new Set(['ignore_set', 'clamp_set', 'unplug', 'replug'])
const affectsReply = ({ kind }: LineFault): boolean => !NOT_OF_A_REPLY.has(kind)

/** The faults to come, by the count of replies: one a reply, in turn where several are due. */
interface PlayedScript {
  /** Counts replies from 0 again, and forgets what was injected. */
  set(faults: readonly ScriptedFault[]): void
  inject(fault: LineFault): void
  /** Fault of the reply that is sent now, which is counted. */
  next(): LineFault | undefined
  /** Faults of the line that are due after the replies sent so far. */
  dueOfLine(): LineFault[]
  left(): ScriptedFault[]
}

function createScript(): PlayedScript {
  const injected: LineFault[] = []
  let scripted: ScriptedFault[] = []
  let replies = 0
  const isDue = ({ reply }: ScriptedFault) => reply <= replies
  return {
    set(faults) {
      scripted = [...faults]
      injected.length = 0
      replies = 0
    },
    inject: fault => void injected.push(fault),
    next() {
      const at = scripted.findIndex(one => isDue(one) && affectsReply(one.fault))
      replies += 1
      return at < 0 ? injected.shift() : scripted.splice(at, 1)[0]!.fault
    },
    dueOfLine() {
      const due = scripted.filter(one => isDue(one) && !affectsReply(one.fault))
      scripted = scripted.filter(one => !due.includes(one))
      return due.map(({ fault }) => fault)
    },
    left: () => scripted.map(({ reply, fault }) => ({ reply: Math.max(0, reply - replies), fault })),
  }
}

/** Where a twin is plugged in: another may take its place, and it may be pulled out in the middle of a message. */
interface TwinSocket {
  receive(bytes: Uint8Array): void
  /** Carries out a fault that needs no reply. */
  act(fault: LineFault): void
  /** An unplug that waits for its byte, and faults of sets that wait for a set. */
  armed(): LineFault[]
  takeBack(): void
  /** Unplugs the twin, once, and reports the fault to listeners. */
  goAway(fault: UnplugFault | null): void
  onUnplug: FaultyTwin['onUnplug']
  close(): void
}

interface SocketParts {
  onAnswer(reply: Uint8Array): void
  onGone(): void
}

function createSocket(first: AnyTwin, { onAnswer, onGone }: SocketParts): TwinSocket {
  const listeners: ((fault: UnplugFault | null) => void)[] = []
  let twin = first
  let isGone = false
  let unplug: { readonly fault: UnplugFault | null; bytesLeft: number } = STAYS
  let ofSets: { readonly fault: LineFault }[] = []
  const misbehave = (fault: Extract<LineFault, { kind: 'ignore_set' | 'clamp_set' }>) => {
    const one = { fault }
    ofSets.push(one)
    const played = () => {
      ofSets = ofSets.filter(each => each !== one)
    }
    if (twin.misbehave) twin.misbehave(fault.kind, played)
    else played()
  }
  const plugIn = (next: AnyTwin) => {
    twin = next
    next.onSend(reply => {
      if (next === twin && !isGone) onAnswer(reply)
    })
  }
  const goAway = (fault: UnplugFault | null) => {
    if (isGone) return
    isGone = true
    onGone()
    twin.close()
    for (const listener of listeners) listener(fault)
  }
  plugIn(first)
  return {
    receive(bytes) {
      if (isGone) return
      const taken = bytes.subarray(0, unplug.bytesLeft)
      unplug = { ...unplug, bytesLeft: unplug.bytesLeft - taken.length }
      if (taken.length > 0) twin.receive(taken)
      if (unplug.bytesLeft === 0) goAway(unplug.fault)
    },
    act(fault) {
      if (fault.kind === 'ignore_set' || fault.kind === 'clamp_set') misbehave(fault)
      else if (fault.kind === 'replug') plugIn(fault.by)
      else if (fault.kind === 'unplug') {
        unplug = { fault, bytesLeft: fault.bytes }
        if (fault.bytes === 0) goAway(fault)
      }
    },
    armed() {
      const { fault, bytesLeft } = unplug
      const waits = fault !== null && !isGone ? [{ ...fault, bytes: bytesLeft }] : []
      return [...ofSets.map(one => one.fault), ...waits]
    },
    takeBack() {
      unplug = STAYS
      ofSets = []
      twin.misbehave?.(null)
    },
    goAway,
    onUnplug: listener => void listeners.push(listener),
    close: () => twin.close(),
  }
}

const STAYS = { fault: null, bytesLeft: Number.POSITIVE_INFINITY }
