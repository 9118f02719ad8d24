/**
 * A's paths between two stops, cheapest first: the k shortest simple paths (the problem of Yen 1971), found lazily by best-first
 * search whose lower bound is the least price of any walk from where a partial path ends.
 */
import { resetMovePrice, swapPrice } from '../bounds/step-prices'
import { codeOf, STEP } from '../model/compiled-shapes'
import { type Figures, pair } from '../model/figures'
import type { WorkBudget } from '../model/work-budget'
import { MinHeap } from './binary-heap'

/** An H on A. */
export interface AncillaHadamard {
  readonly error: number
  readonly ns: number
}

/** A path that visits no site twice, by full SWAPs or by reset-assisted moves. */
export interface SimplePath {
  readonly path: readonly number[]
  readonly reset: boolean
  readonly price: number
  /**
   * By move: its length in ns, and the time that must pass after A last left the move's target before the move begins.
   */
  readonly move_ns: readonly number[]
  readonly cleared_ns: readonly number[]
  /** H's on the first and on the last site, and the least error and length of one on any site of the path. */
  readonly first: AncillaHadamard
  readonly last: AncillaHadamard
  readonly least: AncillaHadamard
}

/** Which moves paths consist of, and what they are charged. */
export interface PathKind {
  readonly f: Figures
  /** Charged for a nanosecond. */
  readonly rate: number
  /** By reset-assisted moves, not by full SWAPs. */
  readonly reset: boolean
  readonly work: WorkBudget
}

/** The simple paths over given vertices by one kind of move, each ending at one of the stops. */
export class SimplePaths {
  /**
   * By vertex, one for each neighbour: the price of a move to it, Infinity where the neighbour is not one of the
   * vertices.
   */
  private readonly prices: (Float64Array | undefined)[] = []
  /** Least price of a path, by its last vertex, a stop, then by its first. */
  private readonly lowerBounds: (Float64Array | undefined)[] = []
  private readonly known = new Map<number, PathsBetween>()

  constructor(
    private readonly kind: PathKind,
    vertices: readonly number[],
    stops: ReadonlySet<number>,
  ) {
    const { f, rate, reset } = kind
    const rows = vertices.map(vertex => ({
      vertex,
      next: f.next[vertex]!,
      prices: new Float64Array(f.next[vertex]!.length),
    }))
    for (const { vertex, prices } of rows) this.prices[vertex] = prices
    const price = reset ? resetMovePrice : swapPrice
    for (const { vertex, next, prices } of rows)
      for (let i = 0; i < next.length; i++)
        prices[i] = this.prices[next[i]!] ? price(f, vertex, next[i]!, rate) : Number.POSITIVE_INFINITY
    for (const stop of stops) this.lowerBounds[stop] = leastTo(rows, stop, f.sites.length)
  }

  /** Least price of a path. */
  between(from: number, to: number): number {
    return this.lowerBounds[to]![from]!
  }

  paths(from: number, to: number): PathsBetween {
    const key = pair(this.kind.f, from, to)
    let paths = this.known.get(key)
    if (!paths) {
      paths = new PathsBetween(this.kind, { from, to, prices: this.prices, lowerBounds: this.lowerBounds[to]! })
      this.known.set(key, paths)
    }
    return paths
  }
}

interface PlaceEdges {
  readonly vertex: number
  readonly next: readonly number[]
  readonly prices: Float64Array
}

/** Least prices of paths to a stop from each of `size` vertices, relaxed until none falls any more (Bellman and Ford). */
function leastTo(rows: readonly PlaceEdges[], stop: number, size: number): Float64Array {
  const least = new Float64Array(size).fill(Number.POSITIVE_INFINITY)
  least[stop] = 0
  for (let falling = true; falling; ) {
    falling = false
    for (const { vertex, next, prices } of rows)
      for (let i = 0; i < next.length; i++) {
        const price = least[next[i]!]! + prices[i]!
        if (price >= least[vertex]!) continue
        least[vertex] = price
        falling = true
      }
  }
  return least
}

/** A path as far as it was followed; no complete path that begins with it costs less than `least`. */
interface PartialPath {
  readonly at: number
  readonly price: number
  readonly least: number
  readonly before: PartialPath | null
}

interface PathEnds {
  readonly from: number
  readonly to: number
  /** By vertex, one for each neighbour: the price of a move to it. */
  readonly prices: readonly (Float64Array | undefined)[]
  /** Least price of a path to `to`, by its first vertex. */
  readonly lowerBounds: Float64Array
}

/** The simple paths from one vertex to another, cheapest first. */
export class PathsBetween {
  private readonly found: SimplePath[] = []
  private readonly open = new MinHeap<PartialPath>()

  private readonly f: Figures
  private readonly reset: boolean
  private readonly work: WorkBudget
  private readonly to: number
  private readonly prices: PathEnds['prices']
  private readonly lowerBounds: Float64Array

  constructor({ f, reset, work }: PathKind, { from, to, prices, lowerBounds }: PathEnds) {
    this.f = f
    this.reset = reset
    this.work = work
    this.to = to
    this.prices = prices
    this.lowerBounds = lowerBounds
    const least = lowerBounds[from]!
    if (least < Number.POSITIVE_INFINITY) this.open.add({ at: from, price: 0, least, before: null })
  }

  /**
   * The path at index `i` in order of price, if it costs no more than `most`; undefined where there is none or work
   * ends. Null after a step of the search: the caller asks again.
   */
  at(i: number, most: number): SimplePath | null | undefined {
    const known = this.found[i]
    if (known) return known.price <= most ? known : undefined
    const next = this.open.first()
    if (!next || next.least > most || !this.work.step()) return undefined
    this.open.drop()
    if (next.at === this.to) this.found.push(simplePathOf(this.f, this.reset, next))
    else this.extend(next)
    return null
  }

  private extend(from: PartialPath): void {
    const around = this.f.next[from.at]!
    const prices = this.prices[from.at]!
    for (let i = 0; i < around.length; i++) {
      const at = around[i]!
      const price = from.price + prices[i]!
      const least = price + this.lowerBounds[at]!
      if (least < Number.POSITIVE_INFINITY && !visits(from, at)) this.open.add({ at, price, least, before: from })
    }
  }
}

function visits(walk: PartialPath, vertex: number): boolean {
  for (let one: PartialPath | null = walk; one; one = one.before) if (one.at === vertex) return true
  return false
}

function simplePathOf(f: Figures, reset: boolean, walk: PartialPath): SimplePath {
  const path = pathOf(walk)
  const move_ns: number[] = []
  const cleared_ns: number[] = []
  for (let i = 1; i < path.length; i++) {
    const [from, to] = [path[i - 1]!, path[i]!]
    const layer = Math.max(f.single_ns[from]!, f.single_ns[to]!)
    move_ns.push((reset ? 2 : 3) * f.cz_ns[pair(f, from, to)]! + (reset ? 1 : 2) * layer)
    cleared_ns.push(f.reset_ns[to]! + f.single_ns[to]!)
  }
  const [first, last] = [hadamardOn(f, path[0]!), hadamardOn(f, path.at(-1)!)]
  return { path, reset, price: walk.price, move_ns, cleared_ns, first, last, least: leastHadamard(f, path) }
}

/**
 * The path's moves as codes. `own` says that A's own H is due before the path, or after it. Every full SWAP has an
 * outer H on A, before or after. Two H's on one site with nothing between them cancel; if one is left over, it stands
 * on the site where its error is smallest.
 */
export function codesOf(f: Figures, { path, reset }: SimplePath, own: 'before' | 'after' | null): number[] {
  const moves = path.length - 1
  if (reset) return path.slice(1).map(to => codeOf(STEP.reset_move, to))
  const left = (moves + (own ? 1 : 0)) % 2 === 1 ? siteOfLeastError(f, path) : NO_SITE
  let waits = own === 'before'
  return path.slice(1).map((to, i) => {
    const before = waits !== (left === i)
    waits = !before
    return codeOf(before ? STEP.swap_from : STEP.swap_to, to)
  })
}

const NO_SITE = -1

/**
 * Index in the path of the site with the smallest error of an H; of equals the site with the shortest H, then the
 * first.
 */
function siteOfLeastError(f: Figures, path: readonly number[]): number {
  let best = 0
  for (let i = 1; i < path.length; i++) {
    const [v, known] = [path[i]!, path[best]!]
    const better = f.single[v]! - f.single[known]! || f.single_ns[v]! - f.single_ns[known]!
    if (better < 0) best = i
  }
  return best
}

function pathOf(walk: PartialPath): number[] {
  const path: number[] = []
  for (let one: PartialPath | null = walk; one; one = one.before) path.push(one.at)
  return path.reverse()
}

const hadamardOn = (f: Figures, v: number): AncillaHadamard => ({ error: f.single[v]!, ns: f.single_ns[v]! })

function leastHadamard(f: Figures, path: readonly number[]): AncillaHadamard {
  let error = Number.POSITIVE_INFINITY
  let ns = Number.POSITIVE_INFINITY
  for (const v of path) {
    error = Math.min(error, f.single[v]!)
    ns = Math.min(ns, f.single_ns[v]!)
  }
  return { error, ns }
}
