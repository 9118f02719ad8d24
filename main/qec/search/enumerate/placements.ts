/**
 * The branches of one root: A's home and F are given, the five data sites are added one by one. A may stand on every site that is
 * none of those. A branch is pruned when its lower bound, a sum of least prices over all that could complete it, is no better than
 * the cut-off.
 */
import { sum } from '../../../contract/numbers/arithmetic'
import { MAX_SITES } from '../../model/round'
import { type IdleBound, insertLeast, type Root } from '../bounds/roots'
import {
  DATA_SITES,
  type DataPrice,
  dataPrice,
  leastMovesByDegree,
  type Reach,
  reachFrom,
} from '../bounds/shortest-paths'
import { hasSteinerTreeWithin } from '../bounds/steiner-tree'
import { couplePrice, idleOf, movePrice, movesOfRound, PRICE_ROUNDING } from '../bounds/step-prices'
import type { Figures } from '../model/figures'
import { hasInterchangeableBefore, type Interchangeable } from './interchangeable-vertices'

/** Roles by vertex, data ascending and not yet labelled. */
export interface Placement {
  readonly home: number
  readonly flag: number
  readonly data: readonly number[]
  /** No layout of this placement has a lower Δ_round. */
  readonly bound: number
  /** Vertices that A may occupy in a round whose Δ_round is below the cut-off, home first. */
  ancillaVertices(cutoff: number): readonly number[]
  /** The nearest vertices from which A can couple to every data site, home first; rounds may also use others. */
  nearestVertices(): readonly number[]
}

/** A vertex that may still carry data. `own` is its idling, couplings and H's. */
interface DataVertex extends DataPrice {
  readonly vertex: number
  readonly own: number
}

/** How many branches were visited. */
export interface BranchCount {
  branches: number
}

const takenBy = (f: Figures, vertices: readonly number[]): Uint8Array => {
  const taken = new Uint8Array(f.sites.length)
  for (const v of vertices) taken[v] = 1
  return taken
}

const verticesBut = (f: Figures, vertices: readonly number[]): number[] =>
  f.sites.map((_, v) => v).filter(v => !vertices.includes(v))

/** Ascending by what they add to a round. */
function dataVertices(
  f: Figures,
  { from, rate }: IdleBound,
  { reach, taken, among }: { readonly reach: Reach; readonly taken: Uint8Array; readonly among: readonly number[] },
): DataVertex[] {
  return among
    .map(vertex => {
      const price = dataPrice(f, reach, { taken, rate }, vertex)
      return { vertex, ...price, own: 3 * price.couple + 2 * f.single[vertex]! + idleOf(f, vertex, from) }
    })
    .filter(({ moves }) => moves < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.own + 2 * a.moves - b.own - 2 * b.moves)
}

interface PartialPlacement {
  readonly chosen: readonly DataVertex[]
  readonly open: readonly DataVertex[]
  readonly start: number
  readonly leastMoves: readonly number[]
}

/**
 * Least Δ_round of `chosen` and any of `open` from position `start` on; Infinity when they are not five. With the five's moves
 * ascending a..e it is at least
 *
 *   fixed + couple + sum(own) + 4a + 3b + c + d + 3e  =  fixed + couple + sum(own + moves) + 3a + 2b + 2e.
 *
 * For the open sites still missing, either sum is bounded by their least terms, and a..e by the least moves and by `leastMoves`
 * (`leastMovesByDegree`). The left form takes the least `own` and the least moves from different sites; the right form adds both
 * site by site, but uses `leastMoves` for a, b and e only. Both are lower bounds, so their maximum is one.
 */
function boundOf({ fixed }: Pick<IdleBound, 'fixed'>, { chosen, open, start, leastMoves }: PartialPlacement): number {
  const missing = DATA_SITES - chosen.length
  if (open.length - start < missing) return Number.POSITIVE_INFINITY
  const own: number[] = []
  const whole: number[] = []
  const moves: number[] = []
  let couple = Number.POSITIVE_INFINITY
  for (let i = start; i < open.length; i++) {
    const site = open[i]!
    insertLeast(own, site.own, missing)
    insertLeast(whole, site.own + site.moves, missing)
    insertLeast(moves, site.moves, missing)
    if (site.couple < couple) couple = site.couple
  }
  for (const site of chosen) {
    own.push(site.own)
    whole.push(site.own + site.moves)
    moves.push(site.moves)
    if (site.couple < couple) couple = site.couple
  }
  const sorted = moves.sort((p, q) => p - q).map((price, i) => Math.max(price, leastMoves[i]!))
  const [a, b, c, d, e] = sorted as [number, number, number, number, number]
  return fixed + couple + Math.max(sum(own) + movesOfRound([a, b, c, d, e]), sum(whole) + 3 * a + 2 * b + 2 * e)
}

/**
 * Lower bound of Δ_round of five data sites, extraction by extraction: either A stays at home for all four couplings and pays for its own
 * two H's, or it moves away and back at least once, and then may couple from the cheapest neighbour. Each extraction omits another
 * data site.
 */
function roundTripBound(
  f: Figures,
  { home, fixed, from, rate }: Root,
  { data, taken }: { readonly data: readonly number[]; readonly taken: Uint8Array },
): number {
  const free = (v: number) => f.next[v]!.filter(at => !taken[at])
  const couple = (at: number, v: number) => couplePrice(f, rate, at, v)
  const direct = data.map(v => (f.next[v]!.includes(home) ? couple(home, v) : Number.POSITIVE_INFINITY))
  const anywhere = data.map(v => least(free(v).map(at => couple(at, v))))
  const stay = 2 * (f.single[home]! + rate * f.single_ns[home]!)
  const go = 2 * least(free(home).map(at => movePrice(f, rate, home, at)))
  const extractions = data.map((_, omitted) => Math.min(stay + allBut(direct, omitted), go + allBut(anywhere, omitted)))
  const own = data.reduce((total, v) => total + 2 * f.single[v]! + idleOf(f, v, from), fixed)
  return own + sum(extractions.sort((a, b) => a - b).slice(0, DATA_SITES - 1))
}

const least = (prices: readonly number[]): number => prices.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)

const allBut = (prices: readonly number[], omitted: number): number => sum(prices.filter((_, i) => i !== omitted))

/** Branches visited between two questions to the caller whether to pause. */
const BRANCHES_PER_PAUSE = 10

/** Sites of a round that are neither F nor data. */
const MAX_ANCILLA_VERTICES = MAX_SITES - 1 - DATA_SITES

export interface EnumerationInput {
  readonly figures: Figures
  readonly root: Root
  /** Placements whose bound is not below it are pruned; it may fall from one call to the next. */
  readonly cutoff: () => number
  /** Shared by the roots of a search. */
  readonly branchCount: BranchCount
  /**
   * Where given, only one of the placements that are equal up to interchangeable vertices is listed, as soon as there is a cut-off.
   */
  readonly interchangeable?: Interchangeable
}

/** Data vertices chosen so far, and those that may be added. */
interface PlacementBranch {
  readonly chosen: readonly number[]
  readonly open: readonly number[]
}

/** A visited branch on the way to the current one; its own branches from position `next` of `others` on are not yet visited. */
interface OpenBranch {
  readonly chosen: readonly number[]
  /** The chosen ones with their prices. */
  readonly mine: readonly DataVertex[]
  readonly others: readonly DataVertex[]
  readonly leastMoves: readonly number[]
  next: number
}

/** The placements of one root whose bound is below the cut-off, depth first; every set of five data vertices comes up once. */
export class PlacementEnumeration {
  private readonly f: Figures
  private readonly root: Root
  private readonly cutoff: () => number
  private readonly branchCount: BranchCount
  private readonly interchangeable: Interchangeable | null
  private first: PlacementBranch | null
  /** Counted, but not yet visited. */
  private pausedAt: PlacementBranch | null = null
  /** Outermost first. */
  private readonly path: OpenBranch[] = []

  constructor({ figures, root, cutoff, branchCount, interchangeable }: EnumerationInput) {
    this.f = figures
    this.root = root
    this.cutoff = cutoff
    this.branchCount = branchCount
    this.interchangeable = interchangeable ?? null
    this.first = { chosen: [], open: verticesBut(figures, [root.home, root.flag]) }
  }

  /**
   * The next placement, or null when none is left. `pauses` is asked every few branches; where it is true the call ends with
   * `'paused'`, and the next call continues at the same branch.
   */
  next(pauses: () => boolean): Placement | 'paused' | null {
    for (;;) {
      let branch = this.pausedAt
      this.pausedAt = null
      if (branch === null) {
        branch = this.nextBranch()
        if (branch === null) return null
        if (++this.branchCount.branches % BRANCHES_PER_PAUSE === 0 && pauses()) {
          this.pausedAt = branch
          return 'paused'
        }
      }
      const placement = this.visit(branch)
      if (placement) return placement
    }
  }

  private nextBranch(): PlacementBranch | null {
    const { first, path } = this
    this.first = null
    if (first) return first
    for (let from = path.at(-1); from; from = path.at(-1)) {
      const { chosen, mine, others, leastMoves } = from
      const at = from.next++
      if (
        at === others.length ||
        boundOf(this.root, { chosen: mine, open: others, start: at, leastMoves }) >= this.cutoff()
      )
        path.pop()
      else if (!this.repeats(others, at)) {
        const [added, ...open] = others.slice(at).map(({ vertex }) => vertex)
        return { chosen: [...chosen, added!], open }
      }
    }
    return null
  }

  /** The placement, where the branch has all five data vertices. */
  private visit({ chosen, open }: PlacementBranch): Placement | null {
    const { f, root } = this
    const taken = takenBy(f, [root.flag, ...chosen])
    if (!hasSteinerTreeWithin(f, { home: root.home, taken, data: chosen, most: MAX_ANCILLA_VERTICES })) return null
    const reach = reachFrom(f, { home: root.home, taken, rate: root.rate, limit: this.farthest() })
    const mine = dataVertices(f, root, { reach, taken, among: chosen })
    if (mine.length < chosen.length) return null
    if (chosen.length === DATA_SITES) {
      const placement = this.placement(mine, reach)
      return placement.bound < this.cutoff() ? placement : null
    }
    const others = dataVertices(f, root, { reach, taken, among: open })
    this.path.push({ chosen, mine, others, leastMoves: leastMovesByDegree(f, reach), next: 0 })
    return null
  }

  private repeats(others: readonly DataVertex[], at: number): boolean {
    return (
      this.interchangeable !== null &&
      this.cutoff() < Number.POSITIVE_INFINITY &&
      hasInterchangeableBefore(this.interchangeable, others, at)
    )
  }

  /**
   * Highest useful price of a walk from home: the data site that is dearest to reach is coupled in at least three closed walks, each
   * there and back.
   */
  private farthest(): number {
    return (this.cutoff() - this.root.without_moves) / 6
  }

  private placement(data: readonly DataVertex[], reach: Reach): Placement {
    const { f, root } = this
    const nearby = boundOf(root, { chosen: data, open: [], start: 0, leastMoves: leastMovesByDegree(f, reach) })
    const vertices = data.map(({ vertex }) => vertex).sort((p, q) => p - q)
    const moves = data.map(({ moves }) => moves).sort((p, q) => p - q)
    const dearest = moves[1]! + moves[2]! + moves[4]!
    const taken = takenBy(f, [root.flag, ...vertices])
    const bound = Math.max(nearby, roundTripBound(f, root, { data: vertices, taken }))
    // An extraction that goes farther pays the walk there and back, and saves at most the moves of the dearest one.
    const within = (slack: number) =>
      reachFrom(f, { home: root.home, taken, rate: root.rate, limit: (dearest + slack) / 2 + PRICE_ROUNDING }).reached
    let last: { readonly cutoff: number; readonly reached: readonly number[] } | null = null
    const ancillaVertices = (cutoff: number) => {
      if (last?.cutoff !== cutoff) last = { cutoff, reached: within(cutoff - nearby) }
      return last.reached
    }
    let nearest: readonly number[] | null = null
    const nearestVertices = () => {
      nearest ??= within(0)
      return nearest
    }
    return { home: root.home, flag: root.flag, data: vertices, bound, ancillaVertices, nearestVertices }
  }
}
