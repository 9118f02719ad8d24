/**
 * Brings qubits together by SWAPs: the search of SABRE (Li, Ding, Xie, arXiv:1809.02573), with lengths that weigh
 * errors. A gate runs as soon as its qubits are neighbours. Where no gate can run, the search makes the SWAP that most
 * lowers the mean length between the qubits of the waiting gates plus half that mean of the gates that follow.
 */
import type { UniformRandom } from '../../model/seeded-random'
import type { CouplingGraph } from '../model/coupling-graph'
import type { DependencyGraph } from './dependency-graph'
import { type Distances, shortestPath } from './distance'

/** The index of an operation, or the two sites of a SWAP. */
export type Routed = number | readonly [number, number]

export interface Routing {
  readonly order: readonly Routed[]
  /** Site of each qubit at the end. */
  readonly sites: Int32Array
  readonly swaps: number
}

const AHEAD_WEIGHT = 0.5
const AHEAD_LEAST = 20
/** Sites just used cost more, so that SWAPs spread out and run at the same time. */
const DECAY = 0.001
const DECAY_RESET = 5
/** Weights of the search; trials differ in them. */
export interface RoutingWeights {
  /** Share of a SWAP's own length that counts against it. */
  readonly own: number
  /** Factor on `own` where both sites had their last CZ with each other: such a SWAP takes one CZ more, not three. */
  readonly fused: number
}
/**
 * After so many SWAPs without a gate that can run, they are taken back and the nearest gate's qubits walked together.
 */
const MAX_SWAPS_WITHOUT_PROGRESS = 20

export interface SabreOptions {
  readonly graph: CouplingGraph
  readonly distances: Distances
  readonly random: UniformRandom
  readonly weights: RoutingWeights
  readonly checkpoint: () => void
}

interface TwoQubitGate {
  readonly a: number
  readonly b: number
}

class Router {
  readonly order: Routed[] = []
  readonly sites: Int32Array
  swaps = 0
  private readonly graph: CouplingGraph
  private readonly distances: Distances
  private readonly random: UniformRandom
  private readonly weights: RoutingWeights
  private readonly checkpoint: () => void
  private readonly qubitAt: Int32Array
  private readonly waits: Int32Array
  private readonly front = new Map<number, TwoQubitGate>()
  private readonly partner: Int32Array
  private ahead: TwoQubitGate[] | null = null
  private aheadOf = new Map<number, number[]>()
  private readonly decay: Float64Array
  /** By site, the other site of its last CZ; -1 where there was none, or a SWAP since, even one that was taken back. */
  private readonly lastPartner: Int32Array
  private sinceProgress: (readonly [number, number])[] = []
  /** Operations that no two-qubit gate waits for; they run after all others. */
  private readonly last: number[] = []

  constructor(
    private readonly dag: DependencyGraph,
    start: Int32Array,
    { graph, distances, random, weights, checkpoint }: SabreOptions,
  ) {
    this.graph = graph
    this.distances = distances
    this.random = random
    this.weights = weights
    this.checkpoint = checkpoint
    this.sites = start.slice()
    this.waits = dag.waits.slice()
    this.qubitAt = new Int32Array(graph.qubits.length).fill(-1)
    this.sites.forEach((site, qubit) => {
      this.qubitAt[site] = qubit
    })
    this.partner = new Int32Array(start.length).fill(-1)
    this.lastPartner = new Int32Array(graph.qubits.length).fill(-1)
    this.decay = new Float64Array(graph.qubits.length).fill(1)
  }

  run(): void {
    const ready = [...this.waits.keys()].filter(index => this.waits[index] === 0)
    this.execute(ready)
    while (this.front.size > 0) {
      if (this.sinceProgress.length >= MAX_SWAPS_WITHOUT_PROGRESS) this.routeNearest()
      else this.swap(...this.bestSwap())
      this.checkpoint()
      this.execute(this.unblocked())
    }
    for (const index of this.last) this.finish(index, this.last)
  }

  /** Everything that can run now, and what that makes ready. */
  private execute(ready: number[]): void {
    if (ready.length === 0) return
    for (const index of ready) {
      this.checkpoint()
      const pair = this.dag.pairs[index]!
      if (this.dag.needed[index] === 0) this.last.push(index)
      else if (pair && this.graph.cz(this.sites[pair[0]]!, this.sites[pair[1]]!) === undefined) this.block(index, pair)
      else this.finish(index, ready)
    }
  }

  private block(index: number, [a, b]: readonly [number, number]): void {
    this.front.set(index, { a, b })
    this.partner[a] = b
    this.partner[b] = a
  }

  private finish(index: number, ready: number[]): void {
    const pair = this.dag.pairs[index]
    if (pair) this.setLastPartners(this.sites[pair[0]]!, this.sites[pair[1]]!)
    this.order.push(index)
    this.ahead = null
    if (this.sinceProgress.length > 0) this.decay.fill(1)
    this.sinceProgress = []
    for (const next of this.dag.successors[index]!) if (--this.waits[next]! === 0) ready.push(next)
  }

  private setLastPartners(p: number, q: number): void {
    this.lastPartner[p] = q
    this.lastPartner[q] = p
  }

  private ownLength(p: number, q: number): number {
    const fused = this.lastPartner[p] === q && this.lastPartner[q] === p
    return this.weights.own * (fused ? this.weights.fused : 1) * this.distances.length(p, q)
  }

  /** Takes the waiting gates whose qubits have become neighbours out of the front. */
  private unblocked(): number[] {
    const free: number[] = []
    for (const [index, { a, b }] of this.front) {
      if (this.graph.cz(this.sites[a]!, this.sites[b]!) === undefined) continue
      free.push(index)
      this.partner[a] = -1
      this.partner[b] = -1
    }
    for (const index of free) this.front.delete(index)
    return free
  }

  private swap(p: number, q: number): void {
    this.exchange(p, q)
    this.lastPartner[p] = -1
    this.lastPartner[q] = -1
    this.order.push([p, q])
    this.sinceProgress.push([p, q])
    this.swaps += 1
    if (this.sinceProgress.length % DECAY_RESET === 0) this.decay.fill(1)
    this.decay[p]! += DECAY
    this.decay[q]! += DECAY
  }

  private exchange(p: number, q: number): void {
    const [one, other] = [this.qubitAt[p]!, this.qubitAt[q]!]
    this.qubitAt[p] = other
    this.qubitAt[q] = one
    if (one >= 0) this.sites[one] = q
    if (other >= 0) this.sites[other] = p
  }

  private bestSwap(): readonly [number, number] {
    this.ahead ??= this.lookAhead()
    const weight = (AHEAD_WEIGHT * this.front.size) / Math.max(1, this.ahead.length)
    let best: readonly [number, number] = [-1, -1]
    let bestScore = Number.POSITIVE_INFINITY
    let equals = 0
    const total = this.totalLength(weight)
    for (const [p, q] of this.candidates()) {
      const change = this.change(p, q, weight) + this.ownLength(p, q)
      const score = (total + change) * Math.max(this.decay[p]!, this.decay[q]!)
      if (score > bestScore + 1e-12) continue
      equals = score < bestScore - 1e-12 ? 1 : equals + 1
      // Among equals each is as likely as any other.
      if (equals > 1 && this.random() >= 1 / equals) continue
      best = [p, q]
      bestScore = Math.min(score, bestScore)
    }
    return best
  }

  private candidates(): (readonly [number, number])[] {
    const found = new Map<number, readonly [number, number]>()
    const size = this.qubitAt.length
    for (const { a, b } of this.front.values())
      for (const site of [this.sites[a]!, this.sites[b]!])
        for (const next of this.graph.neighbours[site]!) {
          const pair = site < next ? ([site, next] as const) : ([next, site] as const)
          found.set(pair[0] * size + pair[1], pair)
        }
    return [...found.values()]
  }

  private length({ a, b }: TwoQubitGate): number {
    return this.distances.from(this.sites[a]!)[this.sites[b]!]!
  }

  private totalLength(weight: number): number {
    let total = 0
    for (const gate of this.front.values()) total += this.length(gate)
    for (const gate of this.ahead!) total += weight * this.length(gate)
    return total
  }

  /** By how much a SWAP changes the total: only the gates of the two qubits that move count. */
  private change(p: number, q: number, weight: number): number {
    return this.moved(p, q, weight) + this.moved(q, p, weight)
  }

  private moved(from: number, to: number, weight: number): number {
    const qubit = this.qubitAt[from]!
    if (qubit < 0) return 0
    const [old, fresh] = [this.distances.from(from), this.distances.from(to)]
    const difference = (other: number) => {
      const there = this.sites[other]!
      return there === to ? 0 : fresh[there]! - old[there]!
    }
    const partner = this.partner[qubit]!
    let sum = partner < 0 ? 0 : difference(partner)
    for (const other of this.aheadOf.get(qubit) ?? []) sum += weight * difference(other)
    return sum
  }

  /** The two-qubit gates that follow the waiting ones, nearest first. */
  private lookAhead(): TwoQubitGate[] {
    const wanted = Math.max(AHEAD_LEAST, this.front.size)
    const gates: TwoQubitGate[] = []
    const queue = [...this.front.keys()]
    const seen = new Set(queue)
    for (const index of queue) {
      for (const next of this.dag.successors[index]!) {
        if (seen.has(next)) continue
        seen.add(next)
        queue.push(next)
        const pair = this.dag.pairs[next]
        if (pair) gates.push({ a: pair[0], b: pair[1] })
      }
      if (gates.length >= wanted || queue.length > 20 * wanted) break
    }
    this.indexAhead(gates)
    return gates
  }

  private indexAhead(gates: readonly TwoQubitGate[]): void {
    this.aheadOf = new Map()
    const note = (qubit: number, other: number) => {
      const others = this.aheadOf.get(qubit)
      if (others) others.push(other)
      else this.aheadOf.set(qubit, [other])
    }
    for (const { a, b } of gates) {
      note(a, b)
      note(b, a)
    }
  }

  /**
   * Takes back the SWAPs since a gate last ran, then walks the nearest waiting gate's qubits together: that gate can
   * run.
   */
  private routeNearest(): void {
    for (const [p, q] of this.sinceProgress.toReversed()) {
      this.exchange(p, q)
      this.order.pop()
      this.swaps -= 1
    }
    this.sinceProgress = []
    const gate = [...this.front.values()].reduce((best, one) => (this.length(one) < this.length(best) ? one : best))
    const way = shortestPath(this.distances, { graph: this.graph, from: this.sites[gate.a]!, to: this.sites[gate.b]! })
    for (let step = 0; step + 2 < way.length; step++) this.swap(way[step]!, way[step + 1]!)
  }
}

/** `start` gives a site for every qubit; the two of each two-qubit gate lie in the same connected part. */
export function routeBySabre(dag: DependencyGraph, start: Int32Array, options: SabreOptions): Routing {
  const router = new Router(dag, start, options)
  router.run()
  return { order: router.order, sites: router.sites, swaps: router.swaps }
}
