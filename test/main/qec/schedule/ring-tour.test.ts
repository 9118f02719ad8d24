import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Walks, walksOf } from '../../../../main/qec/schedule/all-pairs-paths'
import { shortestTour, type Visit } from '../../../../main/qec/schedule/ancilla-tours'
import { RING_EDGES } from '../../../../main/qec/schedule/ring-state'
import { shortestRingTour } from '../../../../main/qec/schedule/ring-tour'
import type { RouteCost } from '../../../../main/qec/schedule/route'
import { grid } from '../fixtures/graphs'
import { CHIPLET_LAYOUT } from '../fixtures/rounds'

type Edge = readonly [number, number]

const costOf = (price: readonly number[]): RouteCost => ({
  move: (from, to) => price[(from * 3 + to) % 11]!,
  couple: (at, site) => price[(at + site * 5) % 11]!,
  flag: () => 0,
})
const prices = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 11 })
const someEdges = fc.shuffledSubarray([...RING_EDGES], { minLength: 1, maxLength: 3 })

/** Every sequence of visits that couples the edges: all orders of hubs and of the partners of each. */
function everyOrder(edges: readonly Edge[]): Visit[][] {
  if (edges.length === 0) return [[]]
  const meet = (data: number): Visit => ({ data, pauli: 'Z' })
  return [0, 1, 2, 3, 4].flatMap(hub => {
    const here = edges.filter(edge => edge.includes(hub))
    const lists = here.length === 2 ? [[here[0]!], [here[1]!], here, [...here].reverse()] : here.map(edge => [edge])
    return lists.flatMap(list => {
      const partners = list.map(([i, j]) => meet(i === hub ? j : i))
      const rest = everyOrder(edges.filter(edge => !list.includes(edge)))
      return rest.map(later => [meet(hub), ...partners, meet(hub), ...later])
    })
  })
}

const tourOf = (walks: Walks, visits: readonly Visit[], cost: RouteCost) =>
  shortestTour(walks, { layout: CHIPLET_LAYOUT, visits, cost })!

it('costs as little as the best of every order of hubs and partners', () => {
  fc.assert(
    fc.property(someEdges, prices, (edges, price) => {
      const cost = costOf(price)
      const walks = walksOf(grid(3, 3), CHIPLET_LAYOUT, cost.move)
      const tries = everyOrder(edges).map(visits => tourOf(walks, visits, cost).effort.cost)
      expect(shortestRingTour(walks, { layout: CHIPLET_LAYOUT, edges, cost })!.effort.cost).toBe(Math.min(...tries))
    }),
    { numRuns: 40 },
  )
})

it('couples every edge exactly once and visits each hub twice', () => {
  fc.assert(
    fc.property(prices, price => {
      const cost = costOf(price)
      const walks = walksOf(grid(3, 3), CHIPLET_LAYOUT, cost.move)
      const { hubs, steps, effort } = shortestRingTour(walks, { layout: CHIPLET_LAYOUT, edges: RING_EDGES, cost })!
      const coupled = hubs.flatMap(({ hub, partners }) => partners.map(partner => [hub, partner].sort((a, b) => a - b)))
      expect(coupled.sort()).toEqual([...RING_EDGES].map(edge => [...edge]).sort())
      const met = steps.flatMap(step => (step.kind === 'couple' ? [step.data] : []))
      expect(met).toEqual(hubs.flatMap(({ hub, partners }) => [hub, ...partners, hub]))
      expect(effort.cost).toBe(
        tourOf(
          walks,
          met.map(data => ({ data, pauli: 'Z' })),
          cost,
        ).effort.cost,
      )
    }),
    { numRuns: 60 },
  )
})
