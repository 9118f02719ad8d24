/** Minimum number of vertices that A needs to reach its data sites; a layout whose sites exceed MAX_SITES cannot be compiled. */
import { FAR, hopsFrom } from '../model/connected-sets'
import type { Figures } from '../model/figures'

type Neighbours = Pick<Figures, 'next'>

export interface Terminals {
  readonly home: number
  readonly taken: Uint8Array
  readonly data: readonly number[]
  readonly most: number
}

/** Whether a connected set of at most `most` vertices contains home and a neighbour of each data site, and none of `taken`. */
export function hasSteinerTreeWithin(graph: Neighbours, { home, taken, data, most }: Terminals): boolean {
  if (most >= 1 && data.every(d => graph.next[d]!.includes(home))) return true
  const hops = hopsFrom(graph, home, taken)
  const ways = data.map(d => graph.next[d]!.reduce((least, at) => Math.min(least, hops[at]!), FAR))
  if (ways.some(way => way >= most)) return false
  if (ways.reduce((sum, way) => sum + way, 1) <= most) return true
  return smallestSteinerTree(graph, { home, taken, data }) <= most
}

/**
 * Size of the smallest connected set that contains home and a neighbour of each data site; a million or more where there is none.
 * Minimum Steiner tree by Dreyfus and Wagner, "The Steiner problem in graphs", Networks 1 (1971): dynamic programming over every
 * set of data sites and every vertex, in the smallest connected set that contains the vertex.
 */
export function smallestSteinerTree(
  graph: Neighbours,
  { home, taken, data }: { readonly home: number; readonly taken: Uint8Array; readonly data: readonly number[] },
): number {
  const n = graph.next.length
  const sets = 1 << data.length
  const fewest = Array.from({ length: sets }, () => new Int32Array(n).fill(FAR))
  fewest[0]!.fill(1)
  for (let set = 1; set < sets; set++) {
    const mine = fewest[set]!
    const one = 31 - Math.clz32(set)
    if (set === 1 << one) for (const at of graph.next[data[one]!]!) mine[at] = taken[at] ? FAR : 1
    for (let part = (set - 1) & set; part > 0; part = (part - 1) & set) {
      const [some, others] = [fewest[part]!, fewest[set ^ part]!]
      for (let v = 0; v < n; v++) mine[v] = Math.min(mine[v]!, some[v]! + others[v]! - 1)
    }
    growFrom(graph, taken, mine)
  }
  return fewest[sets - 1]![home]!
}

/** Relaxes the counts along edges: each step to a neighbour adds one vertex. Lowest counts first. */
function growFrom({ next }: Neighbours, taken: Uint8Array, counts: Int32Array): void {
  const byCount: number[][] = []
  const add = (v: number) => {
    const count = counts[v]!
    byCount[count] ??= []
    byCount[count].push(v)
  }
  counts.forEach((count, v) => {
    if (count < FAR) add(v)
  })
  for (let count = 1; count < byCount.length; count++)
    for (const at of byCount[count] ?? []) {
      if (counts[at] !== count) continue
      for (const to of next[at]!)
        if (!taken[to] && counts[to]! > count + 1) {
          counts[to] = count + 1
          add(to)
        }
    }
}
