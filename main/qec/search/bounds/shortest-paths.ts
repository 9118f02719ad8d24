/** How far A must go from home: least prices of walks over sites that are not taken, and of the couplings at their ends. */
import type { Figures } from '../model/figures'
import { couplePrice, movePrice } from './step-prices'

export interface Reach {
  /** Least price of a walk there, Infinity where none is short enough. */
  readonly walk: Float64Array
  /** Vertices with a walk, nearest first; home is the first. */
  readonly near: readonly number[]
}

/** Walks from home that avoid `taken` and cost no more than `limit` one way. Both ways of an edge count as the cheaper. */
export function reachFrom(f: Figures, home: number, taken: Uint8Array, rate: number, limit: number): Reach {
  const reach = new Dijkstra(f, home, taken, rate, limit)
  while (reach.goOn());
  return reach
}

/** The same vertex by vertex (Dijkstra): the last of `near` is new, and all walks to `near` are final. */
export class Dijkstra implements Reach {
  readonly walk: Float64Array
  readonly near: number[] = []
  private readonly open: number[]

  constructor(
    private readonly f: Figures,
    home: number,
    private readonly taken: Uint8Array,
    private readonly rate: number,
    private readonly limit: number = Number.POSITIVE_INFINITY,
  ) {
    this.walk = new Float64Array(f.sites.length).fill(Number.POSITIVE_INFINITY)
    this.walk[home] = 0
    this.open = [home]
  }

  /** Adds the next vertex to `near`; false when there is none. */
  goOn(): boolean {
    const { f, walk, near, open, taken, rate, limit } = this
    const last = near.at(-1)
    for (const w of last === undefined ? [] : f.next[last]!) {
      if (taken[w]) continue
      const price = walk[last!]! + movePrice(f, rate, last!, w)
      if (price >= walk[w]! || price > limit) continue
      if (walk[w] === Number.POSITIVE_INFINITY) open.push(w)
      walk[w] = price
    }
    if (open.length === 0) return false
    near.push(takeNearest(open, walk))
    return true
  }
}

function takeNearest(open: number[], walk: Float64Array): number {
  let least = 0
  for (let i = 1; i < open.length; i++) if (walk[open[i]!]! < walk[open[least]!]!) least = i
  const [v] = open.splice(least, 1)
  return v!
}

const DATA_SITES = 5

/**
 * Least moves to the five data sites, ascending, however they are chosen. A connected set of sites with couplings d1, d2...
 * has at most 2 + sum of (d - 2) neighbours, one of them F. While that is no room for five data sites, A goes on over one of the
 * neighbours, which then carries none.
 */
export function movesByRoom({ next }: Pick<Figures, 'next'>, { walk, near }: Reach): number[] {
  const moves: number[] = []
  let room = 1
  for (const v of near) {
    room += Math.max(0, next[v]!.length - 2)
    const sites = room >= DATA_SITES ? DATA_SITES : room - 1
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

/** Null when no place beside the vertex can be reached. `taken` sites are no places for A. */
export function dataPrice(f: Figures, { walk }: Reach, taken: Uint8Array, rate: number, data: number): DataPrice {
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
