/** Layouts where no embedding is known: grow greedily from a start, then improve by moves and exchanges. */
import { sum } from '../../../contract/numbers/arithmetic'
import type { UniformRandom } from '../../model/seeded-random'
import type { CouplingGraph } from '../model/coupling-graph'
import type { Distances } from './distance'
import { connectedOrder, type Interaction } from './interaction-graph'
import { siteCost } from './subgraph-embedding'

const STARTS = 8
const IMPROVEMENT_PASSES = 2
/** A length of 1 is one SWAP over an average edge: three CZ. */
const CZ_PER_SWAP = 3

/** Cost, in -ln(fidelity), of a qubit at a site for the sites of its partners; partners not placed yet cost nothing. */
type Judge = (qubit: number, site: number, sites: Int32Array) => number

function judgeOf(interaction: Interaction, graph: CouplingGraph, distances: Distances): Judge {
  const mean = sum(graph.edges.map(({ cost }) => cost)) / Math.max(1, graph.edges.length)
  const swap = Math.max(mean, 1e-6) * CZ_PER_SWAP
  return (qubit, site, sites) => {
    const row = distances.from(site)
    let total = siteCost(interaction, graph, qubit, site)
    for (const [other, times] of interaction.partners[qubit]!) {
      const there = sites[other]!
      if (there >= 0 && there !== site) total += times * swap * row[there]!
    }
    return total
  }
}

export interface GreedyLayoutOptions {
  readonly graph: CouplingGraph
  readonly distances: Distances
  readonly random: UniformRandom
  readonly checkpoint: () => void
}

/** A layout of all qubits with a two-qubit gate, in the `part` of the graph; -1 for the others. */
export function greedyLayout(
  interaction: Interaction,
  part: readonly number[],
  { graph, distances, random, checkpoint }: GreedyLayoutOptions,
): Int32Array {
  const judge = judgeOf(interaction, graph, distances)
  const order = connectedOrder(interaction)
  const grower: Grower = { order, part, judge, checkpoint }
  let best: { sites: Int32Array; cost: number } | null = null
  for (let start = 0; start < STARTS; start++) {
    const seed = part[Math.floor(random() * part.length)]!
    const sites = grow(grower, seed, interaction.size)
    const cost = order.reduce((sum, qubit) => sum + judge(qubit, sites[qubit]!, sites), 0)
    if (best === null || cost < best.cost) best = { sites, cost }
  }
  for (let pass = 0; pass < IMPROVEMENT_PASSES; pass++) if (!improve(grower, best!.sites)) break
  return best!.sites
}

interface Grower {
  readonly order: readonly number[]
  readonly part: readonly number[]
  readonly judge: Judge
  readonly checkpoint: () => void
}

function grow({ order, part, judge, checkpoint }: Grower, seed: number, size: number): Int32Array {
  const sites = new Int32Array(size).fill(-1)
  const free = new Set(part)
  for (const [index, qubit] of order.entries()) {
    const site = index === 0 ? seed : cheapest(free, candidate => judge(qubit, candidate, sites))
    sites[qubit] = site
    free.delete(site)
    checkpoint()
  }
  return sites
}

function cheapest(sites: Iterable<number>, cost: (site: number) => number): number {
  let best = { site: -1, cost: Number.POSITIVE_INFINITY }
  for (const site of sites) {
    const here = cost(site)
    if (best.site < 0 || here < best.cost) best = { site, cost: here }
  }
  return best.site
}

/** Each qubit in turn moves to the site, or changes places with the qubit, that helps most. */
function improve({ order, part, judge, checkpoint }: Grower, sites: Int32Array): boolean {
  const qubitAt = new Map(order.map(qubit => [sites[qubit]!, qubit]))
  let improved = false
  for (const qubit of order) {
    const from = sites[qubit]!
    const to = cheapest(part, site => changeOf({ qubit, to: site, other: qubitAt.get(site) }, sites, judge))
    checkpoint()
    if (changeOf({ qubit, to, other: qubitAt.get(to) }, sites, judge) > -1e-12) continue
    const other = qubitAt.get(to)
    sites[qubit] = to
    qubitAt.set(to, qubit)
    qubitAt.delete(from)
    if (other !== undefined) {
      sites[other] = from
      qubitAt.set(from, other)
    }
    improved = true
  }
  return improved
}

function changeOf(
  { qubit, to, other }: { readonly qubit: number; readonly to: number; readonly other: number | undefined },
  sites: Int32Array,
  judge: Judge,
): number {
  const from = sites[qubit]!
  if (to === from) return 0
  const cost = () => judge(qubit, sites[qubit]!, sites) + (other === undefined ? 0 : judge(other, sites[other]!, sites))
  const before = cost()
  sites[qubit] = to
  if (other !== undefined) sites[other] = from
  const after = cost()
  sites[qubit] = from
  if (other !== undefined) sites[other] = to
  return after - before
}
