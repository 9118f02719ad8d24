import { moveEnd, type PlainOp } from './expand'
import type { Durations, IdleWindow, Layout, Segment, TimedOp } from './model'

const durationOf = (op: PlainOp, durations: Durations): number => {
  const [a, b] = op.sites as [number, number]
  if (op.gate === 'CZ') return durations.cz(a, b)
  if (op.gate === 'M') return durations.readout(a)
  return op.gate === 'R' ? durations.reset(a) : durations.single(a)
}

/** Starts every operation as soon as its sites are free, never before `start_ns`. Array order is kept. */
export function timeOps(ops: readonly PlainOp[], durations: Durations, start_ns: number): readonly TimedOp[] {
  const free = new Map<number, number>()
  return ops.map(op => {
    const start = Math.max(start_ns, ...op.sites.map(site => free.get(site) ?? start_ns))
    const duration_ns = durationOf(op, durations)
    for (const site of op.sites) free.set(site, start + duration_ns)
    return { ...op, start_ns: start, duration_ns }
  })
}

const isPreparation = ({ purpose }: PlainOp) => purpose.startsWith('reset ') || purpose.startsWith('prepare ')

/**
 * Moves resets and the H's that follow them to just before their site is needed, so that F does not wait in its prepared
 * state for A's first excursion. Nothing else moves: the operation that needs the site starts when it did.
 */
export function prepareLate(ops: readonly TimedOp[]): readonly TimedOp[] {
  const needed = new Map<number, number>()
  const late = [...ops].reverse().map(op => {
    const due = isPreparation(op) ? needed.get(op.sites[0]!) : undefined
    const start_ns = due === undefined ? op.start_ns : Math.max(op.start_ns, due - op.duration_ns)
    for (const site of op.sites) needed.set(site, start_ns)
    return { ...op, start_ns }
  })
  return late.reverse()
}

/** Operations on the longest chain of operations that wait for one another. */
export function depthOf(ops: readonly PlainOp[]): number {
  const levels = new Map<number, number>()
  for (const { sites } of ops) {
    const level = 1 + Math.max(...sites.map(site => levels.get(site) ?? 0))
    for (const site of sites) levels.set(site, level)
  }
  return Math.max(0, ...levels.values())
}

/** Follows which sites hold A or F: from reset to measurement, both sites of a move while it runs, then the new one. */
function follow(holding: Set<number>, op: PlainOp) {
  const [a, b] = op.sites as [number, number]
  if (op.gate === 'R') holding.add(a)
  if (op.gate === 'M') holding.delete(a)
  const end = moveEnd(op)
  if (end === 'first') holding.add(b)
  if (end === 'last') holding.delete(a)
}

/** Shorter gaps are rounding of sums of lengths. */
const ROUNDING_NS = 1e-6

/**
 * Every gap in which a site waits while it holds something: data sites from the segment's start to its end, A (where it
 * stands) and F between reset and measurement. Gaps of no length are left out.
 */
function idleWindows(ops: readonly TimedOp[], layout: Layout, start_ns: number, end_ns: number): readonly IdleWindow[] {
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

/** One stretch without a decision inside, as soon as possible but for preparations; it ends when its last operation does. */
export function segmentOf(ops: readonly PlainOp[], layout: Layout, durations: Durations, start_ns: number): Segment {
  const timed = prepareLate(timeOps(ops, durations, start_ns))
  const end_ns = timed.reduce((end, op) => Math.max(end, op.start_ns + op.duration_ns), start_ns)
  const idles = idleWindows(timed, layout, start_ns, end_ns)
  return { ops: timed, idles, duration_ns: end_ns - start_ns, depth: depthOf(ops) }
}
