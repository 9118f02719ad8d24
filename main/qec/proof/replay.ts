/** One fault followed operation by operation, forwards, from the beginning of the round to the decoder's verdict. */
import type { FaultAt, FaultReplay, ReplayStep } from '../../contract/modules/faults'
import { sum } from '../../contract/numbers/arithmetic'
import { describeFault } from '../code/fault-text'
import { CLASSES, GENERATOR_INDICES, syndromeString } from '../code/five-qubit'
import { pauliString } from '../code/pauli'
import type { FaultEffect, SingleFault } from '../model/fault'
import type { CompiledRound, Segment } from '../model/round'
import { correctionOf, type Reading, remainsOf, why } from './enumeration'
import { faultEffects } from './fault-effects'
import {
  advance,
  cleanFrame,
  dataError,
  type Frame,
  flipBit,
  type LocalSites,
  type Program,
  roundPrograms,
} from './propagation'
import { PASSES } from './responses'

/** One segment of a replay: which, in which pass, and when it begins on the replay's clock. */
interface ReplayedSegment {
  readonly segment: 'flagged' | 'repeat'
  readonly index: number
  readonly pass: number | undefined
  readonly start_ns: number
}

/**
 * Segments that are executed: the flagged ones up to the trigger or the end, then the repeat or the closing extraction where one is
 * due.
 */
function stagesOf(
  { fault, trigger, windows }: FaultEffect,
  round: CompiledRound,
  protocol: string,
): readonly ReplayedSegment[] {
  if (protocol === 'cyclic-window') {
    const first = fault.pass ?? 0
    const passes = Array.from({ length: PASSES - first }, (_, i) => first + i)
    const flagged = passes.flatMap((pass, i) =>
      GENERATOR_INDICES.map(k => flaggedStage(round, k, { pass, start_ns: i * round.duration_ns })),
    )
    const open = windows?.at(-1)?.closed_by === 'extraction'
    return open ? [...flagged, repeatStage(passes.length * round.duration_ns)] : flagged
  }
  if (protocol !== 'adaptive' || trigger === null) return GENERATOR_INDICES.map(k => flaggedStage(round, k))
  const { start_ns } = flaggedStage(round, trigger + 1)
  return [...GENERATOR_INDICES.slice(0, trigger + 1).map(k => flaggedStage(round, k)), repeatStage(start_ns)]
}

/** `k` 4 stands for the end of the round; `start_ns`: when the pass begins. */
const flaggedStage = (
  round: CompiledRound,
  k: number,
  { pass, start_ns = 0 }: { readonly pass?: number; readonly start_ns?: number } = {},
): ReplayedSegment => ({
  segment: 'flagged',
  index: k,
  pass,
  start_ns: start_ns + sum(round.flagged.slice(0, k).map(({ duration_ns }) => duration_ns)),
})

const repeatStage = (start_ns: number): ReplayedSegment => ({ segment: 'repeat', index: 0, pass: undefined, start_ns })

/** Puts the fault's Pauli on its sites; a flip is an X. */
function addFaultPauli(frame: Frame, { pauli, sites }: SingleFault, bits: LocalSites): void {
  const letters = pauli === 'flip' ? 'X' : pauli
  sites.forEach((site, i) => {
    // A routing site that no operation touches keeps its error to itself.
    const bit = bits.get(site) ?? 0
    if (letters[i] === 'X' || letters[i] === 'Y') frame.x ^= bit
    if (letters[i] === 'Z' || letters[i] === 'Y') frame.z ^= bit
  })
}

/** Operation of its segment before which the fault is injected; a wrong outcome is that of the operation itself. */
function injectedBefore(fault: SingleFault, { idles }: Segment): number {
  if (fault.kind === 'input') return 0
  if (fault.kind === 'idle') return idles[fault.op]!.before
  return fault.kind === 'measure' ? fault.op : fault.op + 1
}

const paulisOf = ({ x, z }: Frame, sites: LocalSites): ReplayStep['paulis'] =>
  [...sites]
    .filter(([, bit]) => ((x | z) & bit) !== 0)
    .map(([site, bit]) => ({ site, pauli: x & bit ? (z & bit ? 'Y' : 'X') : 'Z' }))

interface Played {
  readonly steps: ReplayStep[]
  /** Index into `steps`. */
  readonly injected_before: number
  readonly frame: Frame
}

/** Runs the stages with one frame; the first stage of the fault's own segment is the one it is injected into. */
function play(fault: SingleFault, round: CompiledRound, stages: readonly ReplayedSegment[]): Played {
  const programs = roundPrograms(round)
  const frame = cleanFrame()
  const steps: ReplayStep[] = []
  const flipped: string[] = []
  const at = stages.findIndex(stage => stage.segment === 'flagged' && stage.index === fault.index)
  let injected_before = 0
  stages.forEach((stage, position) => {
    const [segment, program] =
      stage.segment === 'repeat'
        ? [round.repeat, programs.repeat]
        : [round.flagged[stage.index]!, programs.flagged[stage.index]!]
    const moment = position === at ? injectedBefore(fault, segment) : null
    for (let op = 0; op <= segment.ops.length; op++) {
      if (op === moment) injected_before = steps.length
      if (op === moment && fault.kind !== 'measure') addFaultPauli(frame, fault, programs.sites)
      if (op === segment.ops.length) break
      const wrong = op === moment && fault.kind === 'measure'
      const name = flippedBit(frame, program, { op, bit: segment.ops[op]!.bit, wrong })
      if (name !== null) flipped.push(stage.pass === undefined ? name : `p${stage.pass + 1}.${name}`)
      steps.push(stepOf(stage, { segment, op, round, paulis: paulisOf(frame, programs.sites), flipped: [...flipped] }))
    }
  })
  return { steps, injected_before, frame }
}

/** Carries the frame through one operation; the bit's name where its outcome comes out flipped. */
function flippedBit(
  frame: Frame,
  program: Program,
  { op, bit, wrong }: { readonly op: number; readonly bit: string | null; readonly wrong: boolean },
): string | null {
  frame.flips = 0
  advance(frame, program, op, op + 1)
  return bit !== null && ((frame.flips & flipBit(bit)) !== 0) !== wrong ? bit : null
}

interface PlayedOperation {
  readonly segment: Segment
  readonly op: number
  readonly round: CompiledRound
  readonly paulis: ReplayStep['paulis']
  readonly flipped: string[]
}

function stepOf(stage: ReplayedSegment, { segment, op, round, paulis, flipped }: PlayedOperation): ReplayStep {
  const { gate, sites, purpose, start_ns, duration_ns, bit } = segment.ops[op]!
  // Flagged segments share the round's clock, the repeat has its own.
  const begun = stage.segment === 'flagged' ? flaggedStage(round, stage.index).start_ns : 0
  return {
    segment: stage.segment,
    index: stage.index,
    ...(stage.pass === undefined ? {} : { pass: stage.pass }),
    op,
    gate,
    sites: [...sites],
    purpose,
    start_ns: stage.start_ns + start_ns - begun,
    duration_ns,
    bit,
    paulis,
    flipped,
  }
}

export const faultAt = (fault: SingleFault, round: CompiledRound): FaultAt => {
  const { segment, index, op, kind, pauli, sites, pass } = fault
  const where = { segment, index, op, kind, pauli, sites: [...sites], ...(pass === undefined ? {} : { pass }) }
  return { ...where, text: describeFault(fault, round) }
}

/**
 * Replays one fault under a protocol. The clock counts from the beginning of the round (cyclic-window: of the pass that is
 * injected). Throws a RangeError for a fault of the repeat.
 */
export function replayFault(fault: SingleFault, round: CompiledRound, reading: Reading): FaultReplay {
  const effect = faultEffects(round, reading.protocol, [fault])[0]!
  const { steps, injected_before, frame } = play(fault, round, stagesOf(effect, round, reading.protocol))
  const correction = correctionOf(effect, reading)
  const remains = remainsOf(effect, reading)
  return {
    protocol: reading.protocol,
    fault: faultAt(fault, round),
    steps,
    strikes_before: injected_before,
    trigger: effect.trigger,
    flagged: effect.flagged,
    syndrome: effect.syndrome === null ? null : syndromeString(effect.syndrome),
    ...(effect.windows
      ? { windows: effect.windows.map(read => ({ ...read, syndrome: syndromeString(read.syndrome) })) }
      : {}),
    error: pauliString(dataError(frame)),
    correction: correction && pauliString(correction),
    remains: remains === null ? null : CLASSES[remains]!,
    fails: remains !== null && remains !== 0,
    why: why(effect, round, reading),
  }
}

/**
 * Puts the fault into the flagged segment it belongs to and returns the operation from which propagation goes on. Throws a
 * RangeError for a fault of the repeat.
 */
export function inject(
  frame: Frame,
  { fault, round, sites }: { readonly fault: SingleFault; readonly round: CompiledRound; readonly sites: LocalSites },
): number {
  if (fault.segment === 'repeat') throw new RangeError('faults inside the repeat are outside the single-fault budget')
  if (fault.kind === 'measure') {
    frame.flips ^= flipBit(round.flagged[fault.index]!.ops[fault.op]!.bit!)
    return fault.op + 1
  }
  addFaultPauli(frame, fault, sites)
  if (fault.kind === 'input') return 0
  return fault.kind === 'idle' ? round.flagged[fault.index]!.idles[fault.op]!.before : fault.op + 1
}
