import type { Graph, Layout, Step } from '../model/round'

/**
 * Cost of a walk, tour or step and its number of steps: compared first by cost, then by steps, so that steps of cost 0
 * never form a cycle.
 */
export interface Effort {
  readonly cost: number
  readonly steps: number
}

export const UNREACHABLE: Effort = { cost: Number.POSITIVE_INFINITY, steps: 0 }
const NOTHING: Effort = { cost: 0, steps: 0 }
export const plus = (a: Effort, b: Effort): Effort => ({ cost: a.cost + b.cost, steps: a.steps + b.steps })
export const less = (a: Effort, b: Effort) => a.cost < b.cost || (a.cost === b.cost && a.steps < b.steps)

/** The sites that A may occupy, and the cheapest walks between them. Vertices are indices into `sites`; 0 is home. */
export interface Walks {
  readonly sites: readonly number[]
  /** adjacent[vertex] holds the sites (device indices) of all neighbours, also those that A may not occupy. */
  readonly adjacent: readonly ReadonlySet<number>[]
  readonly value: readonly (readonly Effort[])[]
  /** next[from][to]: the vertex after `from` on the cheapest walk to `to`. */
  readonly next: readonly (readonly number[])[]
}

const neighboursOf = (graph: Graph, site: number): ReadonlySet<number> =>
  new Set(graph.edges.flatMap(([a, b]) => (a === site ? [b] : b === site ? [a] : [])))

/**
 * All-pairs shortest paths (Floyd 1962, Warshall 1962) over home and the routing sites. Depends on ancilla and routing
 * only, not on data or flag.
 */
export function walksOf(
  graph: Graph,
  layout: Pick<Layout, 'ancilla' | 'routing'>,
  move: (from: number, to: number) => number,
): Walks {
  const sites = [layout.ancilla, ...[...layout.routing].sort((a, b) => a - b)]
  const adjacent = sites.map(site => neighboursOf(graph, site))
  const step = (from: number, to: number): Effort => {
    if (from === to) return NOTHING
    return adjacent[from]!.has(sites[to]!) ? { cost: move(sites[from]!, sites[to]!), steps: 1 } : UNREACHABLE
  }
  const vertices = sites.map((_, vertex) => vertex)
  const value = vertices.map(from => vertices.map(to => step(from, to)))
  const next = vertices.map(() => vertices.map(to => to))
  for (const via of vertices)
    for (const from of vertices) {
      const first = value[from]![via]!
      if (first.cost === Number.POSITIVE_INFINITY) continue
      for (const to of vertices) {
        const second = value[via]![to]!
        const known = value[from]![to]!
        const cost = first.cost + second.cost
        const steps = first.steps + second.steps
        if (cost > known.cost || (cost === known.cost && steps >= known.steps)) continue
        value[from]![to] = { cost, steps }
        next[from]![to] = next[from]![via]!
      }
    }
  return { sites, adjacent, value, next }
}

/** A's moves along the cheapest walk. */
export const walkSteps = (walks: Walks, from: number, to: number): Step[] => {
  const steps: Step[] = []
  for (let at = from; at !== to; at = walks.next[at]![to]!)
    steps.push({ kind: 'move', from: walks.sites[at]!, to: walks.sites[walks.next[at]![to]!]! })
  return steps
}
