/** Least number of places that A needs to reach its data sites: a layout of more than 31 sites cannot be compiled. */
import { FAR, hopsFrom } from '../model/connected-sets'
import type { Figures } from '../model/figures'

type Neighbours = Pick<Figures, 'next'>

export interface Terminals {
  readonly home: number
  readonly taken: Uint8Array
  readonly data: readonly number[]
  readonly most: number
}

/** Whether some connected set of at most `most` places holds home and a neighbour of each data site. `taken` sites are none. */
export function hasSteinerTreeWithin(graph: Neighbours, { home, taken, data, most }: Terminals): boolean {
  if (most >= 1 && data.every(d => graph.next[d]!.includes(home))) return true
  const hops = hopsFrom(graph, home, taken)
  const ways = data.map(d => graph.next[d]!.reduce((least, at) => Math.min(least, hops[at]!), FAR))
  if (ways.some(way => way >= most)) return false
  if (ways.reduce((sum, way) => sum + way, 1) <= most) return true
  return smallestSteinerTree(graph, { home, taken, data }) <= most
}

/**
 * Fewest places of a connected set with home and a neighbour of each data site; a million or more where there is none. A Steiner
 * tree by Dreyfus and Wagner (1971): for every set of data sites and every place, the smallest set that holds the place.
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

/** One place more for every step to a neighbour, fewest first. */
function growFrom({ next }: Neighbours, taken: Uint8Array, places: Int32Array): void {
  const byCount: number[][] = []
  const add = (v: number) => {
    const count = places[v]!
    byCount[count] ??= []
    byCount[count].push(v)
  }
  places.forEach((count, v) => {
    if (count < FAR) add(v)
  })
  for (let count = 1; count < byCount.length; count++)
    for (const at of byCount[count] ?? []) {
      if (places[at] !== count) continue
      for (const to of next[at]!)
        if (!taken[to] && places[to]! > count + 1) {
          places[to] = count + 1
          add(to)
        }
    }
}
