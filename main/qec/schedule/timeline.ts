import type { Durations } from '../model/noise-model'
import type { IdleWindow, Layout, Segment, TimedOp } from '../model/round'
import { MARK, pulseSites, segmentPulseMarks } from './compound-pulses'
import { moveEnd, type PlainOp } from './expand'

/** `mark` as `segmentPulseMarks` gives it: pulses of a compound CZ's own, or an H that merges. */
const durationOf = (op: PlainOp, durations: Durations, mark: number): number => {
  const [a, b] = op.sites as [number, number]
  if (op.gate === 'CZ') return durations.cz(a, b) + (mark === 0 ? 0 : pulsesLength(op, durations, mark))
  if (op.gate === 'H' && mark === MARK.free) return 0
  if (op.gate === 'M') return durations.readout(a)
  return op.gate === 'R' ? durations.reset(a) : durations.single(a)
}

function pulsesLength(op: PlainOp, durations: Durations, mark: number): number {
  const { before, after } = pulseSites(op, mark)
  const longest = (sites: readonly number[]) => sites.reduce((most, site) => Math.max(most, durations.single(site)), 0)
  return longest(before) + longest(after)
}

/** A figure by site; sites that were given none share one. */
class BySite {
  private readonly values: (number | undefined)[] = []

  constructor(private readonly otherwise: number) {}

  of(site: number): number {
    return this.values[site] ?? this.otherwise
  }

  /** The highest figure of these sites. */
  most(sites: readonly number[]): number {
    let most = this.of(sites[0]!)
    for (let i = 1; i < sites.length; i++) most = Math.max(most, this.of(sites[i]!))
    return most
  }

  set(sites: readonly number[], value: number): void {
    for (let i = 0; i < sites.length; i++) this.values[sites[i]!] = value
  }
}

/** Where and how long operations take, and when the first may start. */
export interface TimingOptions {
  readonly layout: Layout
  readonly durations: Durations
  readonly start_ns: number
}

/** Starts every operation as soon as its sites are free, never before `start_ns`. Array order is kept. */
export function timeOps(ops: readonly PlainOp[], { layout, durations, start_ns }: TimingOptions): readonly TimedOp[] {
  const free = new BySite(start_ns)
  const marks = segmentPulseMarks(ops, layout, durations)
  return ops.map((op, i) => {
    const start = free.most(op.sites)
    const mark = marks?.[i] ?? 0
    const duration_ns = durationOf(op, durations, mark)
    free.set(op.sites, start + duration_ns)
    const placed = timed(op, start, duration_ns)
    return mark === 0 ? placed : { ...placed, ...marked(op, mark) }
  })
}

function marked(op: PlainOp, mark: number): Pick<TimedOp, 'pulses' | 'merged'> {
  if (op.gate === 'H') return { merged: true }
  const { before, after } = pulseSites(op, mark)
  return { pulses: [...before, ...after] }
}

/** End of the last operation where each starts as soon as it can, at `start_ns` at the earliest. */
export function endOf(ops: readonly PlainOp[], { layout, durations, start_ns }: TimingOptions): number {
  const free = new BySite(start_ns)
  const marks = segmentPulseMarks(ops, layout, durations)
  let end_ns = start_ns
  for (let i = 0; i < ops.length; i++) {
    const op = ops[i]!
    const end = free.most(op.sites) + durationOf(op, durations, marks?.[i] ?? 0)
    free.set(op.sites, end)
    end_ns = Math.max(end_ns, end)
  }
  return end_ns
}

/** Field by field: a spread takes several times as long. */
const timed = ({ gate, sites, bit, generator, purpose }: PlainOp, start_ns: number, duration_ns: number): TimedOp => ({
  gate,
  sites,
  bit,
  generator,
  purpose,
  start_ns,
  duration_ns,
})

const isPreparation = ({ purpose }: PlainOp) => purpose.startsWith('reset ') || purpose.startsWith('prepare ')

/**
 * Moves resets and the H's that follow them to just before their site is needed, so that F does not wait in its
 * prepared state for A's first walk. Nothing else moves: the operation that needs the site starts when it did before.
 */
function prepareLate(ops: readonly TimedOp[]): readonly TimedOp[] {
  const needed = new BySite(Number.NEGATIVE_INFINITY)
  const late = [...ops]
  for (let i = ops.length - 1; i >= 0; i--) {
    const op = ops[i]!
    const due = isPreparation(op) ? needed.of(op.sites[0]!) : Number.NEGATIVE_INFINITY
    const start_ns = Math.max(op.start_ns, due - op.duration_ns)
    if (start_ns > op.start_ns) late[i] = { ...op, start_ns }
    needed.set(op.sites, start_ns)
  }
  return late
}

/** Operations on the longest chain of operations that wait for one another. */
function depthOf(ops: readonly PlainOp[]): number {
  const levels = new BySite(0)
  let depth = 0
  for (const { sites } of ops) {
    const level = 1 + levels.most(sites)
    levels.set(sites, level)
    depth = Math.max(depth, level)
  }
  return depth
}

/** Follows which sites hold A or F: from reset to measurement, both sites of a move while it runs, then the new one. */
function follow(holding: Set<number>, op: PlainOp) {
  const [a, b] = op.sites as [number, number]
  if (op.gate === 'R') holding.add(a)
  if (op.gate === 'M') holding.delete(a)
  const end = op.gate === 'CZ' ? moveEnd(op) : null
  if (end === 'first') holding.add(b)
  if (end === 'last') holding.delete(a)
}

/** Shorter gaps are rounding of sums of lengths. */
const ROUNDING_NS = 1e-6

/**
 * Every gap in which a site waits while it holds something: data sites from the segment's start to its end, A (where it
 * stands) and F between reset and measurement. Gaps of no length are left out.
 */
function idleWindows(
  ops: readonly TimedOp[],
  layout: Layout,
  { start_ns, end_ns }: { readonly start_ns: number; readonly end_ns: number },
): readonly IdleWindow[] {
  const holding = new Set<number>(layout.data)
  const free = new Map<number, number>(layout.data.map(site => [site, start_ns]))
  const windows: IdleWindow[] = []
  const gap = (site: number, until: number, before: number) => {
    const from = free.get(site)
    if (from === undefined || !holding.has(site) || until - from <= ROUNDING_NS) return
    windows.push({ site, start_ns: from, duration_ns: until - from, before })
  }
  ops.forEach((op, index) => {
    for (const site of op.sites) {
      gap(site, op.start_ns, index)
      free.set(site, op.start_ns + op.duration_ns)
    }
    follow(holding, op)
  })
  for (const site of layout.data) gap(site, end_ns, ops.length)
  return windows
}

/**
 * Operations without a decision between them, as soon as possible but for preparations; ends with the last operation.
 */
export function segmentOf(ops: readonly PlainOp[], { layout, durations, start_ns }: TimingOptions): Segment {
  const timed = prepareLate(timeOps(ops, { layout, durations, start_ns }))
  const end_ns = timed.reduce((end, op) => Math.max(end, op.start_ns + op.duration_ns), start_ns)
  const idles = idleWindows(timed, layout, { start_ns, end_ns })
  const played = timed.filter(({ merged }) => merged === undefined)
  return { ops: timed, idles, duration_ns: end_ns - start_ns, depth: depthOf(played) }
}
