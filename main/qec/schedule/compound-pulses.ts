/**
 * One-qubit gates where CZ is made of another native gate. The gates that a CZ needs before and after it meet H's of
 * the schedule and the gates of the CZ before: consecutive gates on a site are one gate, which takes one pulse, or none
 * where it leaves the Z axis in place. An H keeps its pulse or loses it; a pulse without an H belongs to the CZ that
 * needs it.
 */
import type { CompoundCz, Durations } from '../model/noise-model'
import { type AxisPermutation, compose, HADAMARD, IDENTITY_PERMUTATION, needsPulse } from '../model/one-qubit-cliffords'
import type { Layout } from '../model/round'
import { OP_CODES, type PlainOp } from './expand'

/** Operations as columns, because a search asks for many. */
export interface OpColumns {
  readonly gate: Uint8Array
  /** Indices of its sites, from 0. */
  readonly first: Uint8Array
  readonly second: Uint8Array
}

/**
 * Marks: `free` for an H that needs no pulse; the pulses of a CZ before and after it, on its first and its second site.
 */
export const MARK = { free: 1, before_first: 1, before_second: 2, after_first: 4, after_second: 8 } as const

/** Clifford gates before and after a CZ, on its first and its second site; null where CZ is native. */
export type CliffordsOf = (op: number) => CompoundCz['cliffords'] | null

const NONE = -1

/** Gates on each site since its last two-qubit gate. */
class GateRuns {
  private readonly clifford: Uint8Array
  private readonly hadamard: Int16Array
  /** The CZ before the run, and its mark for a pulse after it on this site. */
  private readonly from: Int16Array
  private readonly mark: Uint8Array

  constructor(
    siteCount: number,
    private readonly marks: Uint8Array,
  ) {
    this.clifford = new Uint8Array(siteCount)
    this.hadamard = new Int16Array(siteCount).fill(NONE)
    this.from = new Int16Array(siteCount).fill(NONE)
    this.mark = new Uint8Array(siteCount)
  }

  add(site: number, clifford: AxisPermutation): void {
    this.clifford[site] = compose(this.clifford[site]!, clifford)
  }

  addHadamard(site: number, op: number): void {
    this.drop(site)
    this.hadamard[site] = op
    this.add(site, HADAMARD)
  }

  /** Marks the H of a run as free: it needs no pulse, or another gate of the run carries it. */
  private drop(site: number): void {
    const h = this.hadamard[site]!
    if (h !== NONE) this.marks[h] = MARK.free
    this.hadamard[site] = NONE
  }

  /** Whether the run needs a pulse that no H carries. */
  private needsOwnPulse(site: number): boolean {
    if (!needsPulse(this.clifford[site]!)) {
      this.drop(site)
      return false
    }
    return this.hadamard[site] === NONE
  }

  /** Ends a run before a CZ, to which its pulse then belongs. */
  endBefore(site: number, op: number, mark: number): void {
    if (this.needsOwnPulse(site)) this.marks[op] = this.marks[op]! | mark
  }

  /** Ends a run before anything else: its pulse belongs to the CZ before the run. */
  end(site: number): void {
    const from = this.from[site]!
    if (this.needsOwnPulse(site) && from !== NONE) this.marks[from] = this.marks[from]! | this.mark[site]!
    this.begin(site)
  }

  /** Begins a run that follows no CZ, or none yet. */
  begin(site: number, clifford: AxisPermutation = IDENTITY_PERMUTATION): void {
    this.clifford[site] = clifford
    this.hadamard[site] = NONE
    this.from[site] = NONE
    this.mark[site] = 0
  }

  /** A CZ: its one-qubit gates belong to the runs before it, which it ends, and to those after it. */
  addCz({ op, a, b, cliffords }: CompoundGate): void {
    this.add(a, cliffords[0])
    this.add(b, cliffords[1])
    this.endBefore(a, op, MARK.before_first)
    this.endBefore(b, op, MARK.before_second)
    this.begin(a, cliffords[2])
    this.begin(b, cliffords[3])
    this.from[a] = this.from[b] = op
    this.mark[a] = MARK.after_first
    this.mark[b] = MARK.after_second
  }
}

/**
 * MARK by operation. `holds`: the site carries something when the operations end. A site that is reset, or left empty,
 * needs no pulse any more. Time O(operations + sites).
 */
export function pulseMarks(
  { gate, first, second }: OpColumns,
  {
    siteCount,
    cliffordsOf,
    holds,
  }: { readonly siteCount: number; readonly cliffordsOf: CliffordsOf; readonly holds: (site: number) => boolean },
): Uint8Array {
  const marks = new Uint8Array(gate.length)
  const runs = new GateRuns(siteCount, marks)
  for (let i = 0; i < gate.length; i++) {
    const a = first[i]!
    if (gate[i] === OP_CODES.H) runs.addHadamard(a, i)
    else if (gate[i] === OP_CODES.CZ) runs.addCz({ op: i, a, b: second[i]!, cliffords: cliffordsOf(i) ?? NATIVE })
    else if (gate[i] === OP_CODES.M) runs.end(a)
    else runs.begin(a)
  }
  for (let site = 0; site < siteCount; site++) if (holds(site)) runs.end(site)
  return marks
}

const NATIVE: CompoundCz['cliffords'] = [
  IDENTITY_PERMUTATION,
  IDENTITY_PERMUTATION,
  IDENTITY_PERMUTATION,
  IDENTITY_PERMUTATION,
]

interface CompoundGate {
  readonly op: number
  readonly a: number
  readonly b: number
  readonly cliffords: CompoundCz['cliffords']
}

/** The marks of operations on sites; null where CZ is native. The data sites hold something at the end. */
export function segmentPulseMarks(
  ops: readonly PlainOp[],
  { data }: Pick<Layout, 'data'>,
  { compound }: Pick<Durations, 'compound'>,
): Uint8Array | null {
  if (!compound) return null
  const indices = new Map<number, number>()
  const indexOf = (site: number) => indices.get(site) ?? indices.set(site, indices.size).size - 1
  const columns = {
    gate: Uint8Array.from(ops, op => OP_CODES[op.gate]),
    first: Uint8Array.from(ops, op => indexOf(op.sites[0]!)),
    second: Uint8Array.from(ops, op => (op.sites[1] === undefined ? 0 : indexOf(op.sites[1]))),
  }
  const holding = new Set(data.map(site => indices.get(site)))
  const cliffordsOf = (at: number) => compound(ops[at]!.sites[0]!, ops[at]!.sites[1]!)?.cliffords ?? null
  return pulseMarks(columns, { siteCount: indices.size, cliffordsOf, holds: site => holding.has(site) })
}

/** Sites with a pulse of a CZ's own: before it, then after it. */
export function pulseSites({ sites }: Pick<PlainOp, 'sites'>, mark: number): { before: number[]; after: number[] } {
  const [a, b] = sites as [number, number]
  const those = (one: number, other: number) => [...(mark & one ? [a] : []), ...(mark & other ? [b] : [])]
  return {
    before: those(MARK.before_first, MARK.before_second),
    after: those(MARK.after_first, MARK.after_second),
  }
}
