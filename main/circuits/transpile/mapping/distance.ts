/** How far two sites are apart, in SWAPs that cost more over worse couplings. */
import { sum } from '../../../contract/numbers/arithmetic'
import type { CouplingGraph } from '../model/coupling-graph'

export interface Distances {
  /** Length of one edge, 1 for the average one. */
  length(a: number, b: number): number
  /** Lengths of the shortest ways from a site to all others; Infinity where there is none. */
  from(site: number): Float64Array
}

/** No edge is free: every SWAP takes time. */
const SHORTEST_EDGE = 0.1

/** `errorShare` 0 counts SWAPs alone, 1 their errors alone. Rows are computed when first asked for and kept. */
export function distancesOf(graph: CouplingGraph, errorShare: number): Distances {
  const mean = sum(graph.edges.map(({ cost }) => cost)) / Math.max(1, graph.edges.length)
  const length = (a: number, b: number) => {
    const relative = mean > 0 ? graph.cz(a, b)! / mean : 1
    return Math.max(SHORTEST_EDGE, 1 - errorShare + errorShare * relative)
  }
  const lengths = graph.neighbours.map((to, a) => to.map(b => length(a, b)))
  const rows: (Float64Array | undefined)[] = []
  const from = (site: number) => {
    const known = rows[site] ?? distancesFrom(site, graph.neighbours, lengths)
    rows[site] = known
    return known
  }
  return { length, from }
}

/** Bellman–Ford with a queue of the sites that came nearer: quick on sparse graphs with similar lengths. */
function distancesFrom(
  start: number,
  neighbours: readonly (readonly number[])[],
  lengths: readonly (readonly number[])[],
): Float64Array {
  const best = new Float64Array(neighbours.length).fill(Number.POSITIVE_INFINITY)
  best[start] = 0
  const waiting = new Set([start])
  for (const site of waiting) {
    waiting.delete(site)
    for (const [at, next] of neighbours[site]!.entries()) {
      const length = best[site]! + lengths[site]![at]!
      if (length >= best[next]!) continue
      best[next] = length
      waiting.delete(next)
      waiting.add(next)
    }
  }
  return best
}

/** The sites of a shortest way, both ends included. The way must exist. */
export function shortestPath(
  distances: Distances,
  { graph, from, to }: { readonly graph: CouplingGraph; readonly from: number; readonly to: number },
): number[] {
  const left = distances.from(to)
  const way = [from]
  for (let site = from; site !== to; way.push(site)) {
    const onward = graph.neighbours[site]!
    site = onward.reduce((best, next) =>
      left[next]! + distances.length(site, next) < left[best]! + distances.length(site, best) ? next : best,
    )
  }
  return way
}
