import fc from 'fast-check'
import { expect, it } from 'vitest'
import { adjacency, neighboursOf } from '../../../main/qec/connected'
import { fives } from '../../../main/qec/layouts'
import type { Graph, Layout } from '../../../main/qec/model'
import { pairKey } from '../../../main/qec/noise'
import { shortestExtraction } from '../../../main/qec/route'
import { extractionTour, type Prices, regionOf, toursFrom } from '../../../main/qec/tours'
import { latticeCouplings } from './devices'

const LATTICE: Graph = { sites: Array.from({ length: 12 }, (_, i) => i), edges: latticeCouplings(4, 3) }
const AROUND = adjacency(LATTICE)

/** A's sites on a 4x3 lattice, home first. */
const REGIONS = [
  [5, 6],
  [6, 5],
  [5, 4, 6],
  [1, 5, 9],
  [5, 1, 9],
  [5, 6, 9, 10],
  [2, 6, 5, 9],
]

const weights = fc.array(fc.integer({ min: 1, max: 1_000 }), { minLength: 17, maxLength: 17 })

it.each(REGIONS.map(region => [region]))(
  'three closed tours from home cost what the shortest path over all standings costs, with A on %s',
  sites => {
    const beside = neighboursOf(AROUND, sites)
    const flag = beside.find(site => AROUND.next[sites[0]!]!.includes(site))!
    fc.assert(
      fc.property(weights, weights, fc.integer({ min: 0, max: 3 }), (couple, move, generator) => {
        const order = new Map(LATTICE.edges.map(([a, b], i) => [pairKey(a, b), i]))
        const of = (list: number[], a: number, b: number) => list[order.get(pairKey(a, b))!]!
        const prices: Prices = {
          couple: (a, b) => ({ error: of(couple, a, b), ns: 0 }),
          move: (a, b) => ({ error: of(move, a, b), ns: 0 }),
          per_ns: 1,
        }
        const region = regionOf(AROUND, sites, beside, prices)
        const tours = toursFrom(region, 0)
        for (const data of fives(beside.filter(site => site !== flag))) {
          const layout: Layout = {
            ancilla: sites[0]!,
            flag,
            routing: sites.slice(1),
            data: data as unknown as Layout['data'],
          }
          const slow = shortestExtraction(LATTICE, layout, generator, true, {
            couple: (a, b) => of(couple, a, b),
            move: (a, b) => of(move, a, b),
            flag: () => 0,
          })!
          const met = slow.extraction.steps.flatMap(step => (step.kind === 'couple' ? [data[step.data]!] : []))
          const fast = extractionTour(
            tours,
            met.map(site => region.neighbours.indexOf(site)),
          )
          expect(fast.cost).toBe(slow.cost)
        }
      }),
      { numRuns: 15 },
    )
  },
)
