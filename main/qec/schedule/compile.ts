import { sum } from '../../contract/numbers/arithmetic'
import type { Durations } from '../model/noise-model'
import type { CompiledRound, Extraction, Layout, RoundCircuit, RoundPlan, Segment, Step, TimedOp } from '../model/round'
import { decided, decisionOf } from './decision'
import { extractionPieces, type OpOrSwap, type PlainOp } from './expand'
import { mergeHadamards, orientSwaps } from './hadamard-merging'
import { swapsOf } from './route'
import { endOf, segmentOf } from './timeline'

const compiled = (pieces: readonly OpOrSwap[]): readonly PlainOp[] => mergeHadamards(orientSwaps(pieces))

/** The operations of a round: one list per flagged extraction, and one for the whole repeat. */
export interface RoundOps {
  readonly flagged: readonly (readonly PlainOp[])[]
  readonly repeat: readonly PlainOp[]
}

/** SWAPs oriented and H's merged: within each flagged extraction, and across the extractions of the repeat. */
export const compiledOps = ({ layout, flagged, repeat }: RoundPlan): RoundOps => ({
  flagged: flagged.map(extraction => compiled(extractionPieces(layout, extraction))),
  repeat: compiled(repeat.flatMap(extraction => extractionPieces(layout, extraction))),
})

/** Whether the round decides after each flagged extraction what comes next, or runs all of them whatever they show. */
export type Deciding = 'adaptive' | 'fixed'

/** What the times of a round follow from, besides its operations. */
interface RoundTimingOptions {
  readonly layout: Layout
  readonly durations: Durations
  readonly deciding: Deciding
}

/**
 * Flagged extractions in turn: each starts when the one before it is over and, in an adaptive round, the trigger of
 * that one is known.
 */
function flaggedSegments(
  lists: RoundOps['flagged'],
  { layout, durations, deciding }: RoundTimingOptions,
): readonly Segment[] {
  const segments: Segment[] = []
  let start_ns = 0
  for (const ops of lists) {
    const fixed = segmentOf(ops, { layout, durations, start_ns })
    const segment = deciding === 'adaptive' ? decided(fixed, { layout, durations, start_ns }) : fixed
    segments.push(segment)
    start_ns += segment.duration_ns
  }
  return segments
}

const countGate = (ops: readonly PlainOp[], gate: PlainOp['gate']) => ops.filter(op => op.gate === gate).length

const countNative = (ops: readonly PlainOp[], { compound }: Durations): number =>
  ops.reduce((sum, { gate, sites }) => sum + (gate === 'CZ' ? (compound?.(sites[0]!, sites[1]!)?.uses ?? 1) : 0), 0)

const countPulses = (ops: readonly TimedOp[]): number =>
  ops.reduce((sum, { gate, merged, pulses = [] }) => sum + pulses.length + (gate === 'H' && !merged ? 1 : 0), 0)

const countSwaps = (extractions: readonly Extraction[]) => sum(extractions.map(swapsOf))

const isResetMove = (step: Step) => step.kind === 'move' && step.reset === true

/** Sites by role: A, F, D0..D4, then empty sites in the order in which the operations first use them. */
function roleNames(layout: Layout, ops: readonly PlainOp[]): ReadonlyMap<number, number> {
  const names = new Map<number, number>()
  const name = (site: number) => names.has(site) || names.set(site, names.size)
  for (const site of [layout.ancilla, layout.flag, ...layout.data]) name(site)
  for (const op of ops) op.sites.forEach(name)
  return names
}

/** Hash of the operations in array order, without times or idle windows, sites named by role. */
function scheduleHash(layout: Layout, { flagged, repeat }: RoundOps): string {
  const names = roleNames(layout, [...flagged.flat(), ...repeat])
  const line = (op: PlainOp) => `${op.gate} ${op.sites.map(site => names.get(site)).join(' ')} ${op.bit ?? ''}`
  return fnv1a64([...flagged, repeat].map(ops => ops.map(line).join('\n')).join('\n--\n'))
}

const timedOps = (ops: RoundOps, timing: RoundTimingOptions): RoundCircuit => ({
  layout: timing.layout,
  flagged: flaggedSegments(ops.flagged, timing),
  repeat: segmentOf(ops.repeat, { layout: timing.layout, durations: timing.durations, start_ns: 0 }),
})

/** `compileRound` without its counts and hash: enough for a verdict. */
export const circuitOf = (plan: RoundPlan, durations: Durations, deciding: Deciding = 'adaptive'): RoundCircuit =>
  timedOps(compiledOps(plan), { layout: plan.layout, durations, deciding })

/**
 * Compiles a plan: SWAPs into three CZs, H's merged, everything as soon as possible under `durations`, except that A
 * and F are prepared no sooner than needed. A flagged segment ends, data H's included, at its decision point; nothing
 * is merged or moved across one, so that both branches continue from the same state. With `adaptive` the wait for the
 * decision is part of the segment. Array order of `ops` does not depend on durations. Where `durations` has no
 * feed-forward latency nothing is decided, and `adaptive` and `fixed` are the same.
 *
 * Throws a RangeError when one segment uses more than 31 sites.
 */
export function compileRound(plan: RoundPlan, durations: Durations, deciding: Deciding = 'adaptive'): CompiledRound {
  const ops = compiledOps(plan)
  const { layout, flagged, repeat } = timedOps(ops, { layout: plan.layout, durations, deciding })
  const decision = decisionOf(layout, durations)
  const timed = flagged.flatMap(segment => segment.ops)
  return {
    layout,
    plan,
    flagged,
    repeat,
    ...(decision && deciding === 'adaptive' ? { adaptive: true } : {}),
    ...(decision ? { decision } : {}),
    duration_ns: sum(flagged.map(segment => segment.duration_ns)),
    cz_count: countGate(ops.flagged.flat(), 'CZ'),
    swap_count: countSwaps(plan.flagged),
    reset_move_count: plan.flagged.flatMap(({ steps }) => steps).filter(isResetMove).length,
    conditional_cz_count: countGate(ops.repeat, 'CZ'),
    conditional_swap_count: countSwaps(plan.repeat),
    native_two_qubit_count: countNative(timed, durations),
    conditional_native_two_qubit_count: countNative(repeat.ops, durations),
    single_qubit_gate_count: countPulses(timed),
    depth: sum(flagged.map(segment => segment.depth)),
    schedule_hash: scheduleHash(plan.layout, ops),
  }
}

/**
 * Nanoseconds that a compiled round takes with other durations: its operations and their order do not depend on them.
 */
export function durationBy({ flagged, layout, adaptive }: CompiledRound, durations: Durations): number {
  const wait = adaptive ? (decisionOf(layout, durations)?.wait_ns ?? 0) : 0
  let start_ns = 0
  for (const { ops } of flagged) start_ns += endOf(ops, { layout, durations, start_ns }) - start_ns + wait
  return start_ns
}

const PRIME_LOW = 0x1b3
const WORD = 2 ** 32

/**
 * FNV-1a (Fowler, Noll and Vo 1991) with 64 bits over the characters' codes (each below 256), as 16 hexadecimal digits.
 * The prime is 2^40 + 0x1b3.
 */
export function fnv1a64(text: string): string {
  let high = 0xcbf29ce4
  let low = 0x84222325
  for (let i = 0; i < text.length; i++) {
    low = (low ^ text.charCodeAt(i)) >>> 0
    const product = low * PRIME_LOW
    high = (high * PRIME_LOW + Math.floor(product / WORD) + ((low << 8) >>> 0)) % WORD
    low = product % WORD
  }
  return high.toString(16).padStart(8, '0') + low.toString(16).padStart(8, '0')
}
