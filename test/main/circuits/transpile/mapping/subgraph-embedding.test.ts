/** The bounded search against looking at every layout there is. */
import { describe, expect, it } from 'vitest'
import { embed, siteCost } from '../../../../../main/circuits/transpile/mapping/subgraph-embedding'
import { type Interaction, interactionOf } from '../../../../../main/circuits/transpile/interaction'
import { type Lattice, latticeOf } from '../../../../../main/circuits/transpile/model/coupling-graph'
import type { Op } from '../../../../../main/circuits/transpile/model/result'
import { finish } from '../../../qec/devices'
import { grid, heavyHex, line } from '../coupling-graphs'

const meeting = (...pairs: [number, number][]): Interaction => {
  const size = Math.max(...pairs.flat()) + 1
  const ops: Op[] = [
    ...pairs.map(([a, b]): Op => ({ kind: 'cz', a, b, condition: null })),
    ...Array.from({ length: size }, (_, q): Op => ({ kind: 'measure', qubit: q, clbit: q, condition: null })),
  ]
  return interactionOf(ops, size)
}

function everyLayout(use: Interaction, lattice: Lattice): number {
  const extend = (sites: number[]): number => {
    const qubit = sites.length
    if (qubit === use.size) return 0
    const choices = [...lattice.qubits.keys()].filter(site => !sites.includes(site))
    const costs = choices.map(site => {
      let cost = siteCost(use, lattice, qubit, site)
      for (const [other, times] of use.meets[qubit]!)
        if (other < qubit) cost += times * (lattice.cz(site, sites[other]!) ?? Number.POSITIVE_INFINITY)
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
      const lattice = latticeOf(target)
      const { best, complete } = finish(embed(use, lattice))
      expect(complete).toBe(true)
      expect(best?.cost ?? Number.POSITIVE_INFINITY).toBeCloseTo(everyLayout(use, lattice), 9)
    }
  })

  it('says that a triangle has no place on a lattice without one', () => {
    const { best, complete } = finish(embed(meeting([0, 1], [1, 2], [2, 0]), latticeOf(grid(4, 4))))
    expect({ best, complete }).toEqual({ best: null, complete: true })
  })
})
