/** How far A must go from home (Dijkstra 1959): least prices of walks over sites that are not taken, and of the couplings at their ends. */
import type { Figures } from '../model/figures'
import { couplePrice, movePrice } from './step-prices'

export interface Reach {
  /** Least price of a walk there, Infinity where none is short enough. */
  readonly walk: Float64Array
  /** Vertices with a walk, nearest first; home is the first. */
  readonly reached: readonly number[]
}

export interface ReachLimits {
  readonly home: number
  readonly taken: Uint8Array
  readonly rate: number
  readonly limit: number
}

/** Walks from home that avoid `taken` and cost no more than `limit` one way. An edge costs the cheaper of its two directions. */
export function reachFrom(f: Figures, { home, taken, rate, limit }: ReachLimits): Reach {
  const reach = new Dijkstra(f, { home, taken, rate, limit })
  while (reach.reachNext());
  return reach
}

/** Dijkstra's algorithm, one vertex a step: the last of `reached` is new, and the walks to all of them are final. */
export class Dijkstra implements Reach {
  readonly walk: Float64Array
  readonly reached: number[] = []
  private readonly open: number[]

  private readonly taken: Uint8Array
  private readonly rate: number
  private readonly limit: number

  constructor(
    private readonly f: Figures,
    { home, taken, rate, limit }: ReachLimits,
  ) {
    this.taken = taken
    this.rate = rate
    this.limit = limit
    this.walk = new Float64Array(f.sites.length).fill(Number.POSITIVE_INFINITY)
    this.walk[home] = 0
    this.open = [home]
  }

  /** Adds the next vertex to `reached`; false when there is none. */
  reachNext(): boolean {
    const { f, walk, reached, open, taken, rate, limit } = this
    const last = reached.at(-1)
    for (const w of last === undefined ? [] : f.next[last]!) {
      if (taken[w]) continue
      const price = walk[last!]! + movePrice(f, rate, last!, w)
      if (price >= walk[w]! || price > limit) continue
      if (walk[w] === Number.POSITIVE_INFINITY) open.push(w)
      walk[w] = price
    }
    if (open.length === 0) return false
    reached.push(takeCheapest(open, walk))
    return true
  }
}

function takeCheapest(open: number[], walk: Float64Array): number {
  let least = 0
  for (let i = 1; i < open.length; i++) if (walk[open[i]!]! < walk[open[least]!]!) least = i
  const [v] = open.splice(least, 1)
  return v!
}

export const DATA_SITES = 5

/**
 * Least prices of the moves to five data sites and back, ascending, however the sites are chosen. A connected set of sites with
 * d1, d2, ... couplings has at most 2 + sum of (d - 2) neighbours, one of them F. While those are too few for five data sites, A
 * moves on over one of them, which then carries no data.
 */
export function leastMovesByDegree({ next }: Pick<Figures, 'next'>, { walk, reached }: Reach): number[] {
  const moves: number[] = []
  let neighbours = 1
  for (const v of reached) {
    neighbours += Math.max(0, next[v]!.length - 2)
    const sites = neighbours >= DATA_SITES ? DATA_SITES : neighbours - 1
    while (moves.length < sites) moves.push(2 * walk[v]!)
    if (moves.length === DATA_SITES) return moves
  }
  while (moves.length < DATA_SITES) moves.push(Number.POSITIVE_INFINITY)
  return moves
}

/** A site that may carry data: least price of the coupling alone, and of the moves to it and back beyond that. */
export interface DataPrice {
  readonly couple: number
  readonly moves: number
}

const OUT_OF_REACH: DataPrice = { couple: 0, moves: Number.POSITIVE_INFINITY }

/**
 * `moves` is Infinity where A can reach no neighbour of the vertex; A may not enter `taken` vertices. Hot loop: for each data site at each step of
 * the search.
 */
export function dataPrice(
  f: Figures,
  { walk }: Reach,
  { taken, rate }: { readonly taken: Uint8Array; readonly rate: number },
  data: number,
): DataPrice {
  let couple = Number.POSITIVE_INFINITY
  let total = Number.POSITIVE_INFINITY
  for (const at of f.next[data]!) {
    if (taken[at]) continue
    const price = couplePrice(f, rate, at, data)
    if (price < couple) couple = price
    if (price + 2 * walk[at]! < total) total = price + 2 * walk[at]!
  }
  return total === Number.POSITIVE_INFINITY ? OUT_OF_REACH : { couple, moves: total - couple }
}
