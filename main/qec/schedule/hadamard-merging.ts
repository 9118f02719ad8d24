import { type Outer, type Piece, type PlainOp, swapOps, type WholeSwap } from './expand'

/**
 * Drops every pair of H's on one site with nothing between them there, and an H right before a reset. An H waits until the
 * next operation on its site, or the end. The circuit's meaning is unchanged, on sites that hold nothing too.
 */
export function mergeHadamards(ops: readonly PlainOp[]): readonly PlainOp[] {
  const waiting = new Map<number, PlainOp>()
  const merged: PlainOp[] = []
  const release = (site: number) => {
    const h = waiting.get(site)
    if (h) merged.push(h)
    waiting.delete(site)
  }
  for (const op of ops) {
    const site = op.sites[0]!
    if (op.gate === 'R') waiting.delete(site)
    if (op.gate !== 'H') {
      op.sites.forEach(release)
      merged.push(op)
    } else if (!waiting.delete(site)) waiting.set(site, op)
  }
  for (const site of [...waiting.keys()]) release(site)
  return merged
}

/** How many H's are left when SWAPs were oriented as listed; `waiting` has the bit of each site with an H not yet due. */
interface Orientation {
  readonly waiting: number
  readonly hadamards: number
  readonly outer: Outer | null
  readonly before: Orientation | null
}

const MAX_SITES = 31

function localBits(pieces: readonly Piece[]): ReadonlyMap<number, number> {
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

const isSwap = (piece: Piece): piece is WholeSwap => piece.gate === 'SWAP'

/** The four H's in the middle of a SWAP merge never; the outer pair is one before and one after. */
const SWAP_INNER_HADAMARDS = 4

/**
 * Orients every SWAP so that fewest H's are left after `mergeHadamards`: a forward sweep that keeps the best orientation for each
 * set of sites with a waiting H. Exact while no more than MOST_KEPT sets could still end best, as on short walks; on longer ones
 * the most promising are followed. Ties go to the outer pair on the vacated site.
 */
export function orientSwaps(pieces: readonly Piece[]): readonly PlainOp[] {
  const bits = localBits(pieces)
  const maskOf = (sites: readonly number[]) => sites.reduce((mask, site) => mask | bits.get(site)!, 0)
  let frontier: readonly Orientation[] = [{ waiting: 0, hadamards: 0, outer: null, before: null }]
  for (const piece of pieces) {
    if (isSwap(piece)) frontier = branch(frontier, bits.get(piece.from)!, bits.get(piece.to)!)
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

/** A reset makes an H that waits on its site pointless. */
const discard = (o: Orientation, mask: number): Orientation => orientation(o.waiting & ~mask, o.hadamards, o)

const orientation = (waiting: number, hadamards: number, { outer, before }: Orientation): Orientation => ({
  waiting,
  hadamards,
  outer,
  before,
})

function branch(frontier: readonly Orientation[], from: number, to: number): readonly Orientation[] {
  const best = new Map<number, Orientation>()
  const both = from | to
  for (const before of frontier)
    for (const outer of ['from', 'to'] as const) {
      const outside = outer === 'from' ? from : to
      const turned = before.waiting ^ outside
      const waiting = (turned & ~both) | outside
      const hadamards = before.hadamards + countBits(turned & both) + SWAP_INNER_HADAMARDS
      const known = best.get(waiting)
      if (!known || hadamards < known.hadamards) best.set(waiting, { waiting, hadamards, outer, before })
    }
  return hopeful([...best.values()])
}

/**
 * Leaves out what cannot end with fewest H's: two frontiers that continue alike differ, at the end, by at most one H for every
 * site on which one of them has an H waiting and the other has not.
 */
function hopeful(frontier: readonly Orientation[]): readonly Orientation[] {
  const least = frontier.reduce((a, b) => (b.hadamards < a.hadamards ? b : a))
  const kept = frontier.filter(o => o.hadamards <= least.hadamards + countBits(o.waiting ^ least.waiting))
  return kept.length <= MOST_KEPT ? kept : kept.sort((a, b) => a.hadamards - b.hadamards).slice(0, MOST_KEPT)
}

/** Sets of waiting H's followed at once: their number doubles with every site of a long walk. */
const MOST_KEPT = 256

/** One choice per SWAP, in order. The steps between SWAPs copy `outer` and `before`, so each link is one SWAP. */
function choicesOf(last: Orientation): readonly Outer[] {
  const choices: Outer[] = []
  for (let o: Orientation | null = last; o?.outer; o = o.before) choices.push(o.outer)
  return choices.reverse()
}
