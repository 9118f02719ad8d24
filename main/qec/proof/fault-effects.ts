/** Effects of single faults under a protocol: triggers, syndrome of the repeat, remaining error. */
import type { FaultProtocol } from '../../contract/modules/faults'
import { atIndex } from '../code/pauli'
import type { FaultEffect, SingleFault, WindowRead } from '../model/fault'
import type { CompiledRound } from '../model/round'
import { PASSES, respond, responsesOf, type Words } from './responses'
import { inOrder } from './verdict'

const ERROR = 0x3ff
/** Position of the lowest bit that is set. */
const lowest = (bits: number): number => 31 - Math.clz32(bits & -bits)

export function effectOf(fault: SingleFault, words: Words, protocol: FaultProtocol): FaultEffect {
  return protocol === 'cyclic-window' ? windowEffect(fault, words) : passEffect(fault, words, protocol)
}

/** One pass and, where the protocol runs it, the repeat. */
function passEffect(fault: SingleFault, [w0, w1, w2]: Words, protocol: FaultProtocol): FaultEffect {
  const [a, f, after] = [w0 & 15, (w0 >> 4) & 15, (w0 >> 8) & ERROR]
  if (protocol === 'single-pass' || (a | f) === 0)
    return { fault, a, f, trigger: null, flagged: false, syndrome: null, error: atIndex(after) }
  const trigger = lowest(a | f)
  const seen = (2 << trigger) - 1
  const repeats = protocol === 'adaptive'
  const repeat = (trigger < 2 ? w1 : w2) >> ((trigger & 1) * 14)
  return {
    fault,
    a: a & seen,
    f: f & seen,
    trigger,
    flagged: ((f >> trigger) & 1) === 1,
    syndrome: repeats ? repeat & 15 : null,
    error: atIndex(repeats ? (repeat >> 4) & ERROR : after),
  }
}

const SLOT_COUNT = 4 * PASSES

/** The decoder's walk over the twelve slots, as `decodeWindow` does it for shots. */
function windowsOf(a: number, f: number, tail: number): readonly WindowRead[] {
  const windows: WindowRead[] = []
  let reference = 0
  for (let slot = 0; slot < SLOT_COUNT && (a | f) !== 0; slot++) {
    const [pass, trigger, flag] = [slot >> 2, slot & 3, (f >> slot) & 1]
    if ((((a >> slot) ^ (reference >> trigger)) & 1) === 0 && flag === 0) continue
    const whole = slot + 4 < SLOT_COUNT
    const read = whole ? inOrder(a >> (slot + 1), trigger + 1) : tail
    const closed_by = whole ? 'window' : 'extraction'
    windows.push({ pass, trigger, flagged: flag === 1, syndrome: read ^ reference, closed_by })
    reference = read
    slot += 4
  }
  return windows
}

function windowEffect(fault: SingleFault, [outcomes, after, tail]: Words): FaultEffect {
  const windows = windowsOf(outcomes & 0xfff, (outcomes >> 12) & 0xfff, tail & 15)
  const first = windows[0]
  const closed = windows.at(-1)?.closed_by !== 'extraction'
  const shift = 4 * (first?.pass ?? 0)
  return {
    fault,
    a: first ? (outcomes >> shift) & 15 : 0,
    f: first ? (outcomes >> (12 + shift)) & 15 : 0,
    trigger: first?.trigger ?? null,
    flagged: first?.flagged ?? false,
    syndrome: first?.syndrome ?? null,
    error: atIndex((closed ? after : tail >> 4) & ERROR),
    windows,
  }
}

/** Effect of each fault, alone in the round, under the protocol. Throws a RangeError for a fault of the repeat. */
export function faultEffects(
  round: CompiledRound,
  protocol: FaultProtocol,
  faults: readonly SingleFault[],
): readonly FaultEffect[] {
  const responses = responsesOf(round, protocol === 'cyclic-window')
  return faults.map(fault => effectOf(fault, respond(responses, fault), protocol))
}
