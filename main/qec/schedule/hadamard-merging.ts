import type { Outer } from '../model/round'
import { MAX_SITES } from '../model/round'
import { moveEnd, type OpOrSwap, type PlainOp, swapOps, takenAsFound, type WholeSwap } from './expand'

/**
 * Drops every pair of H's on one site with nothing between them there, and every H on a state that does not matter:
 * right before a reset, and on an empty site, which A takes by a full SWAP as it finds it, or by a move that resets it
 * first, or not at all. An H waits until the next operation on its site, or the end. The meaning for the data, A and F
 * is unchanged.
 */
export function mergeHadamards(ops: readonly PlainOp[]): readonly PlainOp[] {
  const waiting = new Map<number, PlainOp>()
  const vacated = new Set<number>()
  const merged: PlainOp[] = []
  const release = (site: number) => {
    const h = waiting.get(site)
    if (h) merged.push(h)
    waiting.delete(site)
  }
  for (const op of ops) {
    const site = op.sites[0]!
    if (op.gate === 'H') {
      if (!waiting.delete(site)) waiting.set(site, op)
      continue
    }
    const anew = op.gate === 'R' ? site : takenAsFound(op)
    if (anew !== null) waiting.delete(anew)
    for (const used of op.sites) {
      release(used)
      vacated.delete(used)
    }
    if (moveEnd(op) === 'last') vacated.add(site)
    merged.push(op)
  }
  for (const site of [...waiting.keys()]) if (!vacated.has(site)) release(site)
  return merged
}

/**
 * How many H's are left with these choices for the SWAPs so far; `waiting` has the bit of each site with an H not yet
 * due.
 */
interface Orientation {
  readonly waiting: number
  readonly hadamards: number
  readonly outer: Outer | null
  readonly before: Orientation | null
}

function localBits(pieces: readonly OpOrSwap[]): ReadonlyMap<number, number> {
  const bits = new Map<number, number>()
  const add = (site: number) => bits.has(site) || bits.set(site, 1 << bits.size)
  for (const piece of pieces) (piece.gate === 'SWAP' ? [piece.from, piece.to] : piece.sites).forEach(add)
  if (bits.size > MAX_SITES)
    throw new RangeError(`a segment uses ${bits.size} sites; at most ${MAX_SITES} are supported`)
  return bits
}

const countBits = (mask: number) => {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

const isSwap = (piece: OpOrSwap): piece is WholeSwap => piece.gate === 'SWAP'

/** The four H's in the middle of a SWAP never merge; of the outer pair, the one on the empty site is left out. */
const SWAP_INNER_HADAMARDS = 4

/**
 * Orients every SWAP that is not oriented yet so that fewest H's are left after `mergeHadamards`: a forward sweep that
 * keeps the best orientation for each set of sites with a waiting H. Exact, and short: on A's way there are two such
 * sets at most, as an H either waits on A or does not. Ties go to the outer pair on the vacated site.
 */
export function orientSwaps(pieces: readonly OpOrSwap[]): readonly PlainOp[] {
  const bits = localBits(pieces)
  const maskOf = (sites: readonly number[]) => sites.reduce((mask, site) => mask | bits.get(site)!, 0)
  let frontier: readonly Orientation[] = [{ waiting: 0, hadamards: 0, outer: null, before: null }]
  for (const piece of pieces) {
    if (isSwap(piece))
      frontier = branch(frontier, { from: bits.get(piece.from)!, to: bits.get(piece.to)! }, piece.outer)
    else if (piece.gate === 'H') frontier = turned(frontier, maskOf(piece.sites))
    else if (piece.gate === 'R') frontier = frontier.map(o => discard(o, maskOf(piece.sites)))
    else frontier = frontier.map(o => settle(o, maskOf(piece.sites)))
  }
  const best = frontier.map(o => settle(o, -1)).reduce((a, b) => (b.hadamards < a.hadamards ? b : a))
  const outers = choicesOf(best)
  let swap = 0
  return pieces.flatMap(piece => (isSwap(piece) ? swapOps(piece, outers[swap++]!) : [piece]))
}

/** One more H on the site of `mask`: it waits, or drops out together with the one that waited. */
const turned = (frontier: readonly Orientation[], mask: number) =>
  frontier.map(o => orientation(o.waiting ^ mask, o.hadamards, o))

/** Waiting H's on the sites of `mask` are now due. */
const settle = (o: Orientation, mask: number): Orientation =>
  (o.waiting & mask) === 0 ? o : orientation(o.waiting & ~mask, o.hadamards + countBits(o.waiting & mask), o)

/** Drops an H that waits on a site that is reset. */
const discard = (o: Orientation, mask: number): Orientation => orientation(o.waiting & ~mask, o.hadamards, o)

const orientation = (waiting: number, hadamards: number, { outer, before }: Orientation): Orientation => ({
  waiting,
  hadamards,
  outer,
  before,
})

const OUTERS: readonly Outer[] = ['from', 'to']

/** An outer pair on `from` is one H on A before the SWAP; one on `to` is one H on A after it. */
function branch(
  frontier: readonly Orientation[],
  { from, to }: { readonly from: number; readonly to: number },
  given: Outer | undefined,
): readonly Orientation[] {
  const best = new Map<number, Orientation>()
  for (const before of frontier)
    for (const outer of given ? [given] : OUTERS) {
      const due = (outer === 'from' ? before.waiting ^ from : before.waiting) & from
      const waiting = (before.waiting & ~(from | to)) | (outer === 'to' ? to : 0)
      const hadamards = before.hadamards + countBits(due) + SWAP_INNER_HADAMARDS
      const known = best.get(waiting)
      if (!known || hadamards < known.hadamards) best.set(waiting, { waiting, hadamards, outer, before })
    }
  return [...best.values()]
}

/** One choice per SWAP, in order. The steps between SWAPs copy `outer` and `before`, so each link is one SWAP. */
function choicesOf(last: Orientation): readonly Outer[] {
  const choices: Outer[] = []
  for (let o: Orientation | null = last; o?.outer; o = o.before) choices.push(o.outer)
  return choices.reverse()
}
