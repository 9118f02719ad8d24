/** Pairs of home and flag, and a lower bound on every layout with them: it prunes most of a large die at once. */
import { sum } from '../../../contract/numbers/arithmetic'
import type { Figures } from '../model/figures'
import { DATA_SITES, Dijkstra, leastMovesByDegree } from './shortest-paths'
import { basePrice, couplePrice, idleOf, idleRate, lengthAt, movesOfRound } from './step-prices'

/** A linear lower bound on idling errors: those of a round of `from` ns, and `rate` for each ns beyond. */
export interface IdleBound {
  /** Errors of A and F, plus `rate` for the part of their time that `from` does not include. */
  readonly fixed: number
  readonly from: number
  readonly rate: number
}

/** A home and a flag beside it. */
export interface Root extends IdleBound {
  readonly home: number
  readonly flag: number
  readonly bound: number
  /** The bound without its moves. */
  readonly without_moves: number
}

/**
 * Every root that could hold a layout of Δ_round below `known`, least bound first. `lengths` are `f` without errors.
 */
export function rootsOf(
  f: Figures,
  {
    lengths,
    known,
    checkpoint,
  }: { readonly lengths: Figures; readonly known: number; readonly checkpoint: () => void },
): Root[] {
  const roots: Root[] = []
  for (let home = 0; home < f.sites.length; home++) {
    for (const flag of f.next[home]!) {
      const root = rootOf(f, lengths, { home, flag, known })
      if (root && root.bound < known) roots.push(root)
      checkpoint()
    }
  }
  return roots.sort((a, b) => a.bound - b.bound)
}

function rootOf(
  f: Figures,
  lengths: Figures,
  { home, flag, known }: { readonly home: number; readonly flag: number; readonly known: number },
): Root | null {
  const base = basePrice(f, home, flag)
  const others = f.sites.map((_, v) => v).filter(v => v !== home && v !== flag)
  const bare = base.error + priceWithoutMoves(f, others, { fixed: 0, from: base.ns, rate: 0 })
  if (others.length < DATA_SITES || bare >= known) return null
  const clock = { fixed: base.ns, from: 0, rate: 1 }
  const sites = { home, flag }
  const shortest = base.ns + priceWithoutMoves(lengths, others, clock) + movesLowerBound(lengths, sites, 1)
  if (shortest === Number.POSITIVE_INFINITY) return null
  const errors =
    base.error + priceWithoutMoves(f, others, { fixed: 0, from: 0, rate: 0 }) + movesLowerBound(f, sites, 0)
  const rate = rateBelow(f, others, { from: shortest, error: known - errors })
  const line = { fixed: base.error + rate * (base.ns - shortest), from: shortest, rate }
  const without_moves = line.fixed + priceWithoutMoves(f, others, line)
  return { home, flag, ...line, without_moves, bound: without_moves + movesLowerBound(f, sites, rate) }
}

/** A lower bound on couplings, H's and idling of five data sites, A's moves left out. */
function priceWithoutMoves(f: Figures, among: readonly number[], { from, rate }: IdleBound): number {
  const own: number[] = []
  let least = Number.POSITIVE_INFINITY
  for (const v of among) {
    let couple = Number.POSITIVE_INFINITY
    for (const at of f.next[v]!) couple = Math.min(couple, couplePrice(f, rate, at, v))
    least = Math.min(least, couple)
    insertLeast(own, 3 * couple + 2 * f.single[v]! + idleOf(f, v, from), DATA_SITES)
  }
  return own.reduce((sum, price) => sum + price, least)
}

/** Moves of a round to the five nearest data sites; Infinity where fewer are in reach. */
function movesLowerBound(f: Figures, { home, flag }: Pick<Root, 'home' | 'flag'>, rate: number): number {
  const taken = new Uint8Array(f.sites.length)
  taken[flag] = 1
  const moves: number[] = []
  const seen = new Uint8Array(f.sites.length)
  seen[home] = seen[flag] = 1
  const reach = new Dijkstra(f, { home, taken, rate, limit: Number.POSITIVE_INFINITY })
  while (reach.reachNext()) {
    const at = reach.reached.at(-1)!
    if (moves.length === DATA_SITES && leastMovesByDegree(f, reach)[DATA_SITES - 1]! < Number.POSITIVE_INFINITY) break
    for (const v of f.next[at]!) {
      if (seen[v]) continue
      seen[v] = 1
      insertLeast(moves, 2 * reach.walk[at]!, DATA_SITES)
    }
  }
  const leastMoves = leastMovesByDegree(f, reach)
  const [a, b, c, d, e] = moves.map((price, i) => Math.max(price, leastMoves[i]!))
  return e === undefined ? Number.POSITIVE_INFINITY : movesOfRound([a!, b!, c!, d!, e])
}

const GROWTH = 1.15

/** The least rate at which any five of `among` idle, in rounds from a length on, so short that their idling stays below `error`. */
function rateBelow(
  f: Figures,
  among: readonly number[],
  { from, error }: { readonly from: number; readonly error: number },
): number {
  if (!(error > 0) || error === Number.POSITIVE_INFINITY) return 0
  const until = lengthAt(length => sumOfLeastFive(among, v => idleOf(f, v, length)), {
    error,
    from,
    growth: GROWTH,
  })
  return sumOfLeastFive(among, v => idleRate(f, v, from, until))
}

function sumOfLeastFive(among: readonly number[], value: (v: number) => number): number {
  const least: number[] = []
  for (const v of among) insertLeast(least, value(v), DATA_SITES)
  return sum(least)
}

/** Keeps `list` the `size` least values seen, ascending. */
export function insertLeast(list: number[], value: number, size: number): void {
  let at = list.length
  while (at > 0 && list[at - 1]! > value) at--
  if (at >= size) return
  list.splice(at, 0, value)
  if (list.length > size) list.pop()
}
