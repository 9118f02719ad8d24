import { fnv1a64 } from './fnv1a'
import type { Circuit, CompiledRound, Durations, Extraction, Layout, RoundPlan, Segment, Step } from '../model/round'
import { extractionPieces, type Piece, type PlainOp, swapOps } from './expand'
import { mergeHadamards, orientSwaps } from './hadamard-merging'
import { swapsOf } from './route'
import { endOf, segmentOf } from './timeline'

const compiled = (pieces: readonly Piece[]): readonly PlainOp[] => mergeHadamards(orientSwaps(pieces))

const written = (pieces: readonly Piece[]): readonly PlainOp[] =>
  pieces.flatMap(piece => (piece.gate === 'SWAP' ? swapOps(piece, 'from') : [piece]))

/** The operations of a round: one list per flagged extraction, and one for the whole repeat. */
export interface RoundOps {
  readonly flagged: readonly (readonly PlainOp[])[]
  readonly repeat: readonly PlainOp[]
}

const roundOps = (plan: RoundPlan, write: (pieces: readonly Piece[]) => readonly PlainOp[]): RoundOps => ({
  flagged: plan.flagged.map(extraction => write(extractionPieces(plan.layout, extraction))),
  repeat: write(plan.repeat.flatMap(extraction => extractionPieces(plan.layout, extraction))),
})

/** SWAPs oriented and H's merged: within each flagged extraction, and across the extractions of the repeat. */
export const compiledOps = (plan: RoundPlan): RoundOps => roundOps(plan, compiled)

/** The same round written out word for word, without any merging. */
export const unmergedOps = (plan: RoundPlan): RoundOps => roundOps(plan, written)

/** Flagged extractions follow one another in time; each starts when the one before is over and its trigger known. */
function flaggedSegments(lists: RoundOps['flagged'], layout: Layout, durations: Durations): readonly Segment[] {
  const segments: Segment[] = []
  let start_ns = 0
  for (const ops of lists) {
    const segment = segmentOf(ops, layout, durations, start_ns)
    segments.push(segment)
    start_ns += segment.duration_ns
  }
  return segments
}

const countGate = (ops: readonly PlainOp[], gate: PlainOp['gate']) => ops.filter(op => op.gate === gate).length

const countSwaps = (extractions: readonly Extraction[]) => extractions.reduce((sum, e) => sum + swapsOf(e), 0)

const isResetMove = (step: Step) => step.kind === 'move' && step.reset === true

/** Sites by role: A, F, D0..D4, then empty sites in the order in which A first meets them. */
function roleNames(layout: Layout, ops: readonly PlainOp[]): ReadonlyMap<number, number> {
  const names = new Map<number, number>()
  const name = (site: number) => names.has(site) || names.set(site, names.size)
  for (const site of [layout.ancilla, layout.flag, ...layout.data]) name(site)
  for (const op of ops) op.sites.forEach(name)
  return names
}

/** Hash of the operations in array order, without times or idle windows, sites named by role. */
export function scheduleHash(layout: Layout, { flagged, repeat }: RoundOps): string {
  const names = roleNames(layout, [...flagged.flat(), ...repeat])
  const line = (op: PlainOp) => `${op.gate} ${op.sites.map(site => names.get(site)).join(' ')} ${op.bit ?? ''}`
  return fnv1a64([...flagged, repeat].map(ops => ops.map(line).join('\n')).join('\n--\n'))
}

const timedOps = (ops: RoundOps, layout: Layout, durations: Durations): Circuit => ({
  layout,
  flagged: flaggedSegments(ops.flagged, layout, durations),
  repeat: segmentOf(ops.repeat, layout, durations, 0),
})

/** `compileRound` without what it counts and its hash: enough for a verdict. */
export const circuitOf = (plan: RoundPlan, durations: Durations): Circuit =>
  timedOps(compiledOps(plan), plan.layout, durations)

/**
 * Compiles a plan: SWAPs into three CZs, H's merged, everything as soon as possible under `durations`, but A and F
 * prepared no sooner than needed. A flagged
 * segment ends, data H's included, at its decision point; nothing is merged or moved across one, so that both branches
 * continue from the same state. Array order of `ops` does not depend on durations.
 *
 * Throws a RangeError when one segment uses more than 31 sites.
 */
export function compileRound(plan: RoundPlan, durations: Durations): CompiledRound {
  const ops = compiledOps(plan)
  const { layout, flagged, repeat } = timedOps(ops, plan.layout, durations)
  return {
    layout,
    plan,
    flagged,
    repeat,
    duration_ns: flagged.reduce((sum, segment) => sum + segment.duration_ns, 0),
    cz_count: countGate(ops.flagged.flat(), 'CZ'),
    swap_count: countSwaps(plan.flagged),
    reset_move_count: plan.flagged.flatMap(({ steps }) => steps).filter(isResetMove).length,
    conditional_cz_count: countGate(ops.repeat, 'CZ'),
    conditional_swap_count: countSwaps(plan.repeat),
    single_qubit_gate_count: countGate(ops.flagged.flat(), 'H'),
    depth: flagged.reduce((sum, segment) => sum + segment.depth, 0),
    schedule_hash: scheduleHash(plan.layout, ops),
  }
}

/** How long a compiled round takes by other durations; its operations and their order depend on none. */
export function durationBy({ flagged }: CompiledRound, durations: Durations): number {
  let start_ns = 0
  for (const { ops } of flagged) start_ns += endOf(ops, durations, start_ns) - start_ns
  return start_ns
}
