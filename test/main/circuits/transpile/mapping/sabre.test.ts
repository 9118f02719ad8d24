/** Routing where the search gets stuck, takes its SWAPs back and walks the qubits of a gate together. */
import { describe, expect, it } from 'vitest'
import { seededRandom } from '../../../../../main/circuits/model/seeded-random'
import { decompose } from '../../../../../main/circuits/transpile/decompose'
import { dependencyGraphOf } from '../../../../../main/circuits/transpile/mapping/dependency-graph'
import { distancesOf } from '../../../../../main/circuits/transpile/mapping/distance'
import { type Routing, routeBySabre } from '../../../../../main/circuits/transpile/mapping/sabre'
import { couplingGraphOf } from '../../../../../main/circuits/transpile/model/coupling-graph'
import { line } from '../coupling-graphs'
import { layered } from '../samples'

const QUBITS = 40
/** Twenty SWAPs without progress, then the walk that brings the qubits of one gate together. */
const MAX_ROUNDS_PER_GATE = 21

const graph = couplingGraphOf(line(QUBITS + 5))
const start = Int32Array.from({ length: QUBITS }, (_, qubit) => qubit)

function routed(seed: number) {
  const { ops } = decompose(layered(QUBITS, 4, seed), () => undefined)
  const dag = dependencyGraphOf(ops, () => undefined)
  let steps = 0
  const checkpoint = () => {
    steps += 1
  }
  const weights = { own: 0.5, fused: -1 }
  const options = { graph, distances: distancesOf(graph, 0.5), random: seededRandom(seed), weights, checkpoint }
  const routing = routeBySabre(dag, start, options)
  return { ops, dag, routing, steps }
}

/** The sites of the qubits before each operation and at the end, computed only from the SWAPs in `order`. */
function replayed({ order }: Routing): { before: Map<number, Int32Array>; end: Int32Array } {
  const sites = start.slice()
  const before = new Map<number, Int32Array>()
  for (const routed of order) {
    if (typeof routed === 'number') before.set(routed, sites.slice())
    else
      sites.forEach((site, qubit) => {
        const [p, q] = routed
        sites[qubit] = site === p ? q : site === q ? p : site
      })
  }
  return { before, end: sites }
}

describe.each([1, 2, 3])('routing that takes SWAPs back, by seed %i,', seed => {
  const { ops, dag, routing, steps } = routed(seed)
  const { before, end } = replayed(routing)

  it('leaves the qubits where the SWAPs that it kept bring them', () => {
    expect(routing.sites).toEqual(end)
    expect(routing.order.filter(each => typeof each !== 'number')).toHaveLength(routing.swaps)
  })

  it('runs every operation once, after all that it waits for, and every CZ on neighbours', () => {
    const runs = routing.order.filter(each => typeof each === 'number')
    expect(runs.toSorted((a, b) => a - b)).toEqual([...ops.keys()])
    const turn = new Map(runs.map((index, at) => [index, at]))
    for (const index of runs) {
      for (const next of dag.successors[index]!) expect(turn.get(next)).toBeGreaterThan(turn.get(index)!)
      const pair = dag.pairs[index]
      if (!pair) continue
      const sites = before.get(index)!
      expect(graph.cz(sites[pair[0]]!, sites[pair[1]]!)).toBeDefined()
    }
  })

  it('ends: it brings the next gate together in a bounded number of rounds', () => {
    const gates = dag.pairs.filter(pair => pair !== null).length
    expect(steps).toBeLessThanOrEqual(2 * ops.length + MAX_ROUNDS_PER_GATE * gates)
  })
})
