import fc from 'fast-check'
import { expect, it } from 'vitest'
import { walksOf } from '../../../../main/qec/schedule/all-pairs-paths'
import { shortestTour, type Visit } from '../../../../main/qec/schedule/ancilla-tours'
import type { RouteCost } from '../../../../main/qec/schedule/route'
import { grid } from '../fixtures/graphs'
import { CHIPLET_LAYOUT } from '../fixtures/rounds'

const graph = grid(3, 3)
const { data, flag } = CHIPLET_LAYOUT

const visit: fc.Arbitrary<Visit> = fc.oneof(
  fc.constant('flag' as const),
  fc.record({ data: fc.nat({ max: 4 }), pauli: fc.constantFrom('X' as const, 'Z' as const) }),
)
const prices = fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 11, maxLength: 11 })
const costOf = (price: readonly number[]): RouteCost => ({
  move: (from, to) => price[(from * 3 + to) % 11]!,
  couple: (at, site) => price[(at + site * 5) % 11]!,
  flag: () => price[7]!,
})

it('finds what trying every vertex for every visit finds', () => {
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 6 }), prices, (visits, price) => {
      const cost = costOf(price)
      const walks = walksOf(graph, CHIPLET_LAYOUT, cost.move)
      const vertices = walks.sites.map((_, vertex) => vertex)
      const best = (i: number, from: number): number => {
        const next = visits[i]
        if (next === undefined) return walks.value[from]![0]!.cost
        const tries = vertices.flatMap(vertex => {
          const paid = next === 'flag' ? (vertex === 0 ? cost.flag() : null) : coupling(vertex, next.data)
          return paid === null ? [] : [walks.value[from]![vertex]!.cost + paid + best(i + 1, vertex)]
        })
        return Math.min(...tries)
      }
      const coupling = (vertex: number, label: number) =>
        walks.adjacent[vertex]!.has(data[label]!) ? cost.couple(walks.sites[vertex]!, data[label]!) : null
      const tour = shortestTour(walks, { layout: CHIPLET_LAYOUT, visits, cost })!
      expect(tour.effort.cost).toBe(best(0, 0))
    }),
  )
})

it('walks along edges over empty sites from home to home, and pays every visit in order', () => {
  fc.assert(
    fc.property(fc.array(visit, { maxLength: 8 }), prices, (visits, price) => {
      const cost = costOf(price)
      const tour = shortestTour(walksOf(graph, CHIPLET_LAYOUT, cost.move), { layout: CHIPLET_LAYOUT, visits, cost })!
      let at = CHIPLET_LAYOUT.ancilla
      const paid: Visit[] = []
      for (const step of tour.steps) {
        if (step.kind === 'move') {
          expect(step.from).toBe(at)
          expect([CHIPLET_LAYOUT.ancilla, ...CHIPLET_LAYOUT.routing]).toContain(step.to)
          at = step.to
        } else if (step.kind === 'flag') {
          expect(at).toBe(CHIPLET_LAYOUT.ancilla)
          paid.push('flag')
        } else {
          expect(step.at).toBe(at)
          paid.push({ data: step.data, pauli: step.pauli })
        }
        const pair = step.kind === 'move' ? [step.from, step.to] : [at, step.kind === 'flag' ? flag : data[step.data]!]
        expect(graph.edges.some(([a, b]) => pair.includes(a) && pair.includes(b))).toBe(true)
      }
      expect(at).toBe(CHIPLET_LAYOUT.ancilla)
      expect(paid).toEqual(visits)
    }),
  )
})
