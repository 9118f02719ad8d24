/** Layouts where no embedding is known: grow greedily from a start, then improve by moves and exchanges. */
import type { Distances } from './distance'
import { siteCost } from './subgraph-embedding'
import { connectedOrder, type Interaction } from '../interaction'
import type { Lattice } from '../model/coupling-graph'
import type { Random } from './seeded-random'

const STARTS = 8
const IMPROVEMENT_PASSES = 2
/** A length of 1 is one SWAP over an average edge: three CZ. */
const CZ_PER_SWAP = 3

/** Cost of a qubit at a site given where its partners are, in -ln(fidelity); one that is not placed yet costs nothing. */
type Judge = (qubit: number, site: number, sites: Int32Array) => number

function judgeOf(interaction: Interaction, lattice: Lattice, distances: Distances): Judge {
  const mean = lattice.edges.reduce((sum, { cost }) => sum + cost, 0) / Math.max(1, lattice.edges.length)
  const swap = Math.max(mean, 1e-6) * CZ_PER_SWAP
  return (qubit, site, sites) => {
    const row = distances.from(site)
    let total = siteCost(interaction, lattice, qubit, site)
    for (const [other, times] of interaction.meets[qubit]!) {
      const there = sites[other]!
      if (there >= 0 && there !== site) total += times * swap * row[there]!
    }
    return total
  }
}

/** A layout of all qubits that meet somebody, in the `part` of the lattice; -1 for the others. */
export function* place(
  interaction: Interaction,
  lattice: Lattice,
  distances: Distances,
  part: readonly number[],
  random: Random,
): Generator<void, Int32Array> {
  const judge = judgeOf(interaction, lattice, distances)
  const order = connectedOrder(interaction)
  let best: { sites: Int32Array; cost: number } | null = null
  for (let start = 0; start < STARTS; start++) {
    const seed = part[Math.floor(random() * part.length)]!
    const sites = yield* grow(order, seed, part, interaction.size, judge)
    const cost = order.reduce((sum, qubit) => sum + judge(qubit, sites[qubit]!, sites), 0)
    if (best === null || cost < best.cost) best = { sites, cost }
  }
  for (let pass = 0; pass < IMPROVEMENT_PASSES; pass++) if (!(yield* improve(order, part, best!.sites, judge))) break
  return best!.sites
}

function* grow(order: readonly number[], seed: number, part: readonly number[], size: number, judge: Judge) {
  const sites = new Int32Array(size).fill(-1)
  const free = new Set(part)
  for (const [index, qubit] of order.entries()) {
    const site = index === 0 ? seed : cheapest(free, candidate => judge(qubit, candidate, sites))
    sites[qubit] = site
    free.delete(site)
    yield
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
function* improve(order: readonly number[], part: readonly number[], sites: Int32Array, judge: Judge) {
  const holder = new Map(order.map(qubit => [sites[qubit]!, qubit]))
  let improved = false
  for (const qubit of order) {
    const from = sites[qubit]!
    const to = cheapest(part, site => changeOf(qubit, site, holder.get(site), sites, judge))
    yield
    if (changeOf(qubit, to, holder.get(to), sites, judge) > -1e-12) continue
    const other = holder.get(to)
    sites[qubit] = to
    holder.set(to, qubit)
    holder.delete(from)
    if (other !== undefined) {
      sites[other] = from
      holder.set(from, other)
    }
    improved = true
  }
  return improved
}

function changeOf(qubit: number, to: number, other: number | undefined, sites: Int32Array, judge: Judge): number {
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
