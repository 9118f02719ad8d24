/**
 * Layouts that need no SWAP: minimum-cost subgraph isomorphism of the circuit's interaction graph into the coupling
 * graph. Backtracking as in Ullmann, "An algorithm for subgraph isomorphism", J. ACM 23 (1976) 31, extending partial
 * matches along neighbours as VF2 does (Cordella, Foggia, Sansone and Vento, IEEE Trans. Pattern Anal. Mach. Intell. 26
 * (2004) 1367), with branch and bound on a cost from the calibration as in Nation and Treinish, PRX Quantum 4 (2023)
 * 010327. Each start has a slice of the budget, so that no start uses it up. Exact when neither a slice nor the budget
 * runs out.
 */
import type { CouplingGraph } from '../model/coupling-graph'
import { connectedOrder, type Interaction } from './interaction-graph'

interface Embedding {
  /** Site of each qubit; -1 for those without a two-qubit gate. */
  readonly sites: Int32Array
  readonly cost: number
}

export interface EmbeddingSearch {
  readonly best: Embedding | null
  /** Whether every possibility was looked at, so that `best` is the cheapest, or there is none. */
  readonly complete: boolean
}

/** No further start is searched from once more sites than this were tried in all. */
const BUDGET = 120_000
/** Sites that each start may try at least. */
const MIN_SLICE = 1_000

class SubgraphSearch {
  best: Embedding | null = null
  complete = true
  tries = 0
  private readonly order: readonly number[]
  private readonly earlier: readonly (readonly (readonly [number, number])[])[]
  private readonly lowerBounds: readonly number[]
  private readonly sites: Int32Array
  private readonly taken: Uint8Array
  private limit = 0

  constructor(
    private readonly interaction: Interaction,
    private readonly graph: CouplingGraph,
    private readonly checkpoint: () => void,
  ) {
    this.order = connectedOrder(interaction)
    const rank = new Map(this.order.map((qubit, index) => [qubit, index]))
    this.earlier = this.order.map((qubit, index) =>
      [...interaction.partners[qubit]!].filter(([other]) => rank.get(other)! < index),
    )
    this.lowerBounds = this.computeLowerBounds()
    this.sites = new Int32Array(interaction.size).fill(-1)
    this.taken = new Uint8Array(graph.qubits.length)
  }

  run(): void {
    const starts = this.sorted(0, this.candidates(0))
    const slice = Math.max(MIN_SLICE, Math.floor(BUDGET / Math.max(1, starts.length)))
    for (const start of starts) {
      if (this.tries > BUDGET) {
        this.complete = false
        return
      }
      this.limit = this.tries + slice
      this.place(0, start.site, start.cost)
    }
  }

  private place(depth: number, site: number, cost: number): void {
    this.tries += 1
    this.checkpoint()
    const next = depth + 1
    if (this.best !== null && cost + this.lowerBounds[next]! >= this.best.cost) return
    const qubit = this.order[depth]!
    this.sites[qubit] = site
    this.taken[site] = 1
    if (next === this.order.length) this.best = { sites: this.sites.slice(), cost }
    else this.descend(next, cost)
    this.sites[qubit] = -1
    this.taken[site] = 0
  }

  private descend(depth: number, cost: number): void {
    for (const choice of this.sorted(depth, this.candidates(depth))) {
      if (this.tries >= this.limit) {
        this.complete = false
        return
      }
      this.place(depth, choice.site, cost + choice.cost)
    }
  }

  /** Free sites beside those of all earlier partners, with at least as many neighbours as the qubit has partners. */
  private candidates(depth: number): number[] {
    const { neighbours } = this.graph
    const [anchor, ...others] = this.earlier[depth]!.map(([other]) => this.sites[other]!)
    const degree = this.interaction.partners[this.order[depth]!]!.size
    const near = anchor === undefined ? neighbours.map((_, site) => site) : neighbours[anchor]!
    return near.filter(
      site =>
        this.taken[site] === 0 &&
        neighbours[site]!.length >= degree &&
        others.every(other => this.graph.cz(site, other) !== undefined),
    )
  }

  private sorted(depth: number, sites: readonly number[]): { site: number; cost: number }[] {
    return sites
      .map(site => ({ site, cost: this.cost(depth, site) }))
      .sort((a, b) => a.cost - b.cost || a.site - b.site)
  }

  private cost(depth: number, site: number): number {
    const partners = this.earlier[depth]!
    const meeting = partners.reduce((sum, [other, times]) => sum + times * this.graph.cz(site, this.sites[other]!)!, 0)
    return meeting + siteCost(this.interaction, this.graph, this.order[depth]!, site)
  }

  /** Lower bounds of the cost from each depth on: every CZ on the best edge, all other operations on the best sites. */
  private computeLowerBounds(): number[] {
    const { interaction, graph, order, earlier } = this
    const edge = least(graph.edges.map(({ cost }) => cost))
    const [rotation, readout] = [least(graph.rotationCost), least(graph.readoutCost)]
    const bounds = [0]
    for (let depth = order.length - 1; depth >= 0; depth--) {
      const qubit = order[depth]!
      const meetings = earlier[depth]!.reduce((sum, [, times]) => sum + times, 0)
      const own = meetings * edge + interaction.rotations[qubit]! * rotation + interaction.readouts[qubit]! * readout
      bounds.unshift(bounds[0]! + own)
    }
    return bounds
  }
}

const least = (costs: readonly number[]): number => costs.reduce((a, b) => Math.min(a, b), Number.POSITIVE_INFINITY)

/** Cost of a qubit's one-qubit gates and readouts at a site. Hot loop: once for each site tried for each qubit. */
export const siteCost = (
  { rotations, readouts }: Interaction,
  graph: CouplingGraph,
  qubit: number,
  site: number,
): number => rotations[qubit]! * graph.rotationCost[site]! + readouts[qubit]! * graph.readoutCost[site]!

/** The search calls itself once for each qubit; beyond this depth it is not worth it. */
const MAX_QUBITS = 200

export function embedSubgraph(interaction: Interaction, graph: CouplingGraph, checkpoint: () => void): EmbeddingSearch {
  const meeting = interaction.size - interaction.isolated.length
  if (meeting === 0) return { best: { sites: new Int32Array(interaction.size).fill(-1), cost: 0 }, complete: true }
  const degree = Math.max(...interaction.partners.map(partners => partners.size))
  if (degree > Math.max(0, ...graph.neighbours.map(to => to.length))) return { best: null, complete: true }
  if (meeting > MAX_QUBITS) return { best: null, complete: false }
  const search = new SubgraphSearch(interaction, graph, checkpoint)
  search.run()
  return { best: search.best, complete: search.complete }
}
