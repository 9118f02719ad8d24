/** The bounded search against a search of all layouts. */
import { describe, expect, it } from 'vitest'
import { type Interaction, interactionOf } from '../../../../../main/circuits/transpile/mapping/interaction-graph'
import { embedSubgraph, siteCost } from '../../../../../main/circuits/transpile/mapping/subgraph-embedding'
import { type CouplingGraph, couplingGraphOf } from '../../../../../main/circuits/transpile/model/coupling-graph'
import type { Op } from '../../../../../main/circuits/transpile/model/operations'
import { grid, heavyHex, line } from '../coupling-graphs'

const meeting = (...pairs: [number, number][]): Interaction => {
  const size = Math.max(...pairs.flat()) + 1
  const ops: Op[] = [
    ...pairs.map(([a, b]): Op => ({ kind: 'cz', a, b, condition: null })),
    ...Array.from({ length: size }, (_, q): Op => ({ kind: 'measure', qubit: q, clbit: q, condition: null })),
  ]
  return interactionOf(ops, size)
}

function everyLayout(use: Interaction, graph: CouplingGraph): number {
  const extend = (sites: number[]): number => {
    const qubit = sites.length
    if (qubit === use.size) return 0
    const choices = [...graph.qubits.keys()].filter(site => !sites.includes(site))
    const costs = choices.map(site => {
      let cost = siteCost(use, graph, qubit, site)
      for (const [other, times] of use.partners[qubit]!)
        if (other < qubit) cost += times * (graph.cz(site, sites[other]!) ?? Number.POSITIVE_INFINITY)
      return cost === Number.POSITIVE_INFINITY ? cost : cost + extend([...sites, site])
    })
    return Math.min(...costs)
  }
  return extend([])
}

describe('the search for a layout without SWAPs', () => {
  it.each([
    ['a pair', meeting([0, 1])],
    ['a chain', meeting([0, 1], [1, 2], [2, 3])],
    ['a chain with a heavy link', meeting([0, 1], [1, 2], [1, 2], [1, 2], [2, 3])],
    ['a star', meeting([0, 1], [0, 2], [0, 3])],
    ['a square', meeting([0, 1], [1, 2], [2, 3], [3, 0])],
    ['two pairs', meeting([0, 1], [2, 3])],
  ])('finds the cheapest place for %s', (_, use) => {
    for (const target of [line(5), grid(3, 2), grid(3, 3), heavyHex()]) {
      const graph = couplingGraphOf(target)
      const { best, complete } = embedSubgraph(use, graph, () => undefined)
      expect(complete).toBe(true)
      expect(best?.cost ?? Number.POSITIVE_INFINITY).toBeCloseTo(everyLayout(use, graph), 9)
    }
  })

  it('says that a triangle has no place on a lattice without one', () => {
    const { best, complete } = embedSubgraph(
      meeting([0, 1], [1, 2], [2, 0]),
      couplingGraphOf(grid(4, 4)),
      () => undefined,
    )
    expect({ best, complete }).toEqual({ best: null, complete: true })
  })
})
