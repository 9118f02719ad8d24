/** Graphs by position instead of site number, and their connected sets. */
import type { Graph } from '../../model/round'

/** Vertex v stands for `sites[v]`; `next[v]` lists its neighbours. */
export interface Adjacency {
  readonly sites: readonly number[]
  readonly next: readonly (readonly number[])[]
}

export function adjacency(graph: Graph): Adjacency {
  const at = new Map(graph.sites.map((site, v) => [site, v]))
  const next: number[][] = graph.sites.map(() => [])
  for (const [a, b] of graph.edges) {
    next[at.get(a)!]!.push(at.get(b)!)
    next[at.get(b)!]!.push(at.get(a)!)
  }
  return { sites: graph.sites, next }
}

/**
 * Connected sets of `size` vertices whose smallest vertex is `root`, each once, at most `limit` of them. Without the
 * limit, all roots together give every connected set of that size (exclusive neighbourhoods, Wernicke 2006).
 */
export function connectedSetsFrom(
  { next }: Adjacency,
  { root, size, limit }: { readonly root: number; readonly size: number; readonly limit: number },
  checkpoint: () => void,
): number[][] {
  const found: number[][] = []
  const set = [root]
  /** Vertices in the set or beside it, which must not be added to an extension again. */
  const seen = new Set([root, ...next[root]!])

  const extend = (extension: number[]): void => {
    checkpoint()
    if (set.length === size) {
      found.push([...set])
      return
    }
    const open = [...extension]
    while (open.length > 0 && found.length < limit) {
      const vertex = open.pop()!
      const fresh = next[vertex]!.filter(v => v > root && !seen.has(v))
      for (const v of fresh) seen.add(v)
      set.push(vertex)
      extend([...open, ...fresh])
      set.pop()
      for (const v of fresh) seen.delete(v)
    }
  }

  extend(next[root]!.filter(v => v > root))
  return found
}

/** Vertices beside the set, ascending. */
export function neighboursOf({ next }: Adjacency, set: readonly number[]): number[] {
  const inside = new Set(set)
  return [...new Set(set.flatMap(v => next[v]!))].filter(v => !inside.has(v)).sort((a, b) => a - b)
}

/** Stands for the hops to a vertex that no path reaches: more than any path has. */
export const FAR = 1_000_000

/** Hops from a vertex to every other one over paths that avoid the vertices `taken`; FAR where there is none. */
export function hopsFrom({ next }: Pick<Adjacency, 'next'>, from: number, taken?: Uint8Array): Int32Array {
  const hops = new Int32Array(next.length).fill(FAR)
  hops[from] = 0
  const queue = [from]
  for (const at of queue)
    for (const to of next[at]!)
      if (!taken?.[to] && hops[to] === FAR) {
        hops[to] = hops[at]! + 1
        queue.push(to)
      }
  return hops
}

/** The neighbours that a set of A's vertices needs: five data sites and a flag. */
const NEIGHBOURS_NEEDED = 6

/** Results so far of a walk over a graph. */
export interface Survey {
  /** Connected sets looked at. */
  sets: number
  /** Size of the smallest set that offers a layout, null while none does. */
  smallest: number | null
  /** Largest size looked at. */
  largest: number
  /** Most neighbours that any set had. */
  widest: number
  /** False once a limit ended the walk before it had looked at all sizes. */
  complete: boolean
}

export const newSurvey = (): Survey => ({ sets: 0, smallest: null, largest: 0, widest: 0, complete: true })

/**
 * The connected sets that offer a layout, by ascending size up to `extra` beyond the smallest such size, in batches (possibly
 * empty) of one root each. Keeps `survey` up to date.
 */
export function* ancillaRegions(
  graph: Adjacency,
  {
    survey,
    limits,
    checkpoint,
  }: {
    readonly survey: Survey
    readonly limits: { readonly sets: number; readonly ancilla_sites: number; readonly extra: number }
    readonly checkpoint: () => void
  },
): Generator<number[][]> {
  const possible = graph.sites.length - NEIGHBOURS_NEEDED
  const last = () => (survey.smallest === null ? Number.POSITIVE_INFINITY : survey.smallest + limits.extra)
  for (let size = 1; size <= Math.min(possible, last()); size++) {
    if (size > limits.ancilla_sites) survey.complete = false
    if (size > limits.ancilla_sites) return
    for (let root = 0; root < graph.sites.length && survey.sets < limits.sets; root++)
      yield regionsFrom(graph, { root, size, survey, limit: limits.sets - survey.sets }, checkpoint)
  }
}

interface WantedRegions {
  readonly root: number
  readonly size: number
  readonly limit: number
  /** Kept up to date. */
  readonly survey: Survey
}

function regionsFrom(
  graph: Adjacency,
  { root, size, limit, survey }: WantedRegions,
  checkpoint: () => void,
): number[][] {
  const sets = connectedSetsFrom(graph, { root, size, limit }, checkpoint)
  survey.sets += sets.length
  survey.largest = size
  if (sets.length >= limit) survey.complete = false
  const wide = sets.filter(set => {
    checkpoint()
    const beside = neighboursOf(graph, set).length
    survey.widest = Math.max(survey.widest, beside)
    return beside >= NEIGHBOURS_NEEDED
  })
  if (wide.length > 0) survey.smallest ??= size
  return wide
}
