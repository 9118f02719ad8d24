import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { supportOf } from '../../../../main/qec/code/five-qubit'
import type { Extraction, Graph, Layout } from '../../../../main/qec/model/round'
import { type RouteCost, swapCost, swapsOf } from '../../../../main/qec/schedule/route'
import { grid, HEAVY_HEX_27, line, neighbours, STAR, TWO_CENTRES } from '../fixtures/graphs'
import { planRound, shortestExtraction } from '../fixtures/planned-rounds'
import { fewestSwaps, omittedLabels, permutations } from '../reference/fewest-swaps'

const STAR_LAYOUT: Layout = { ancilla: 0, flag: 6, data: [1, 2, 3, 4, 5], routing: [] }
const CHIPLET_LAYOUT: Layout = { ancilla: 4, flag: 1, data: [0, 2, 6, 7, 8], routing: [3, 5] }

const czOf = (swaps: number) => 24 + 3 * swaps

describe('the fewest SWAPs of a round', () => {
  it('are counted for generators that omit D4, D0, D1 and D2, and never D3', () => {
    expect(omittedLabels).toEqual([4, 0, 1, 2])
  })

  it.each([
    ['the degree-6 star', STAR, undefined, 7, 0, 24],
    ['two adjacent degree-4 sites', TWO_CENTRES, undefined, 8, 10, 54],
    ['3×3 with A at the centre', grid(3, 3), [4], 9, 16, 72],
    ['3×3 with A anywhere', grid(3, 3), undefined, 9, 16, 72],
    ['27 heavy-hex sites', HEAVY_HEX_27, undefined, 13, 64, 216],
    ['4×3, whose two inner sites are adjacent and of degree 4', grid(4, 3), undefined, 8, 10, 54],
  ] as const)('are the known minimum on %s', (_, graph, homes, qubits, swaps, cz) => {
    const best = fewestSwaps(graph, homes)
    expect(best).toMatchObject({ qubits, swaps })
    expect(czOf(best!.swaps)).toBe(cz)
  })

  it('does not exist on a 5×2 ladder or a line of 11', () => {
    expect(fewestSwaps(grid(5, 2))).toBeNull()
    expect(fewestSwaps(line(11))).toBeNull()
  })

  it('depends on which label a site gets: D3 is best where leaving it out would save least', () => {
    const swaps = (data: Layout['data']) => {
      const plan = planRound(TWO_CENTRES, { ancilla: 0, flag: 2, data, routing: [1] }, swapCost)!
      return plan.flagged.reduce((sum, e) => sum + swapsOf(e), 0)
    }
    const totals = permutations([3, 4, 5, 6, 7]).map(data => swaps([...data] as unknown as Layout['data']))
    expect(Math.min(...totals)).toBe(10)
    expect(Math.max(...totals)).toBe(12)
    expect(swaps([4, 5, 6, 3, 7])).toBe(10)
    expect(swaps([3, 4, 5, 6, 7])).toBe(12)
  })
})

/** Follows the steps and fails on the first that is not allowed. */
function walk(graph: Graph, layout: Layout, { generator, flagged, steps }: Extraction, cost: RouteCost) {
  const adjacent = (a: number, b: number) => neighbours(graph, a).includes(b)
  const met: string[] = []
  let at = layout.ancilla
  let total = 0
  for (const step of steps) {
    if (step.kind === 'move') {
      expect(step.from).toBe(at)
      expect(adjacent(at, step.to)).toBe(true)
      expect([layout.ancilla, ...layout.routing]).toContain(step.to)
      at = step.to
      total += cost.move(step.from, step.to)
    } else if (step.kind === 'flag') {
      expect(at).toBe(layout.ancilla)
      met.push('F')
      total += cost.flag()
    } else {
      expect(step.at).toBe(at)
      expect(adjacent(at, layout.data[step.data]!)).toBe(true)
      met.push(`${step.pauli}${step.data}`)
      total += cost.couple(at, layout.data[step.data]!)
    }
  }
  expect(at).toBe(layout.ancilla)
  expect(met.filter(m => m !== 'F').sort()).toEqual(
    supportOf(generator)
      .map(c => `${c.pauli}${c.data}`)
      .sort(),
  )
  expect(met.flatMap((m, i) => (m === 'F' ? [i] : []))).toEqual(flagged ? [1, 4] : [])
  return total
}

/** Cheapest walks by relaxing every edge again and again. */
function distances(graph: Graph, sites: readonly number[], from: number, cost: RouteCost) {
  const distance = new Map(sites.map(site => [site, site === from ? 0 : Number.POSITIVE_INFINITY]))
  for (const _ of sites)
    for (const a of sites)
      for (const b of sites)
        if (neighbours(graph, a).includes(b))
          distance.set(b, Math.min(distance.get(b)!, distance.get(a)! + cost.move(a, b)))
  return distance
}

/** Slow reference: all data orders, and for each all sites from which to couple. */
function cheapestByTrying(graph: Graph, layout: Layout, generator: number, flagged: boolean, cost: RouteCost): number {
  const sites = [layout.ancilla, ...layout.routing]
  const table = new Map(sites.map(site => [site, distances(graph, sites, site, cost)]))
  const from = (stops: readonly (number | null)[], at: number): number => {
    const [stop, ...rest] = stops
    if (stop === undefined) return table.get(at)!.get(layout.ancilla)!
    if (stop === null) return table.get(at)!.get(layout.ancilla)! + cost.flag() + from(rest, layout.ancilla)
    const beside = sites.filter(site => neighbours(graph, site).includes(stop))
    return Math.min(
      Number.POSITIVE_INFINITY,
      ...beside.map(site => table.get(at)!.get(site)! + cost.couple(site, stop) + from(rest, site)),
    )
  }
  const orders = permutations(supportOf(generator).map(({ data }) => layout.data[data]!))
  const stops = ([a, b, c, d]: readonly number[]) => (flagged ? [a!, null, b!, c!, null, d!] : [a!, b!, c!, d!])
  return Math.min(...orders.map(order => from(stops(order), layout.ancilla)))
}

const EDGES_OF_NINE = Array.from({ length: 9 }, (_, a) => Array.from({ length: a }, (_, b) => [b, a] as const)).flat()

const scenario = fc.record({
  graph: fc
    .subarray([...EDGES_OF_NINE], { minLength: 10, maxLength: 22 })
    .map((edges): Graph => ({ sites: [0, 1, 2, 3, 4, 5, 6, 7, 8], edges })),
  sites: fc.shuffledSubarray([0, 1, 2, 3, 4, 5, 6, 7, 8], { minLength: 9, maxLength: 9 }),
  routing: fc.integer({ min: 0, max: 2 }),
  generator: fc.integer({ min: 0, max: 3 }),
  flagged: fc.boolean(),
  prices: fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 11, maxLength: 11 }),
})

const layoutOf = (sites: readonly number[], routing: number): Layout => ({
  ancilla: sites[0]!,
  flag: sites[1]!,
  data: sites.slice(2, 7) as unknown as Layout['data'],
  routing: sites.slice(7, 7 + routing),
})

describe('shortestExtraction', () => {
  it('is never beaten by trying all orders and sites, and walks as it may', () => {
    fc.assert(
      fc.property(scenario, ({ graph, sites, routing, generator, flagged, prices }) => {
        const layout = layoutOf(sites, routing)
        const cost: RouteCost = {
          move: (from, to) => prices[(from * 3 + to) % 11]!,
          couple: (at, site) => prices[(at + site * 5) % 11]!,
          flag: () => prices[10]!,
        }
        const beside = neighbours(graph, layout.ancilla).includes(layout.flag)
        const least =
          flagged && !beside ? Number.POSITIVE_INFINITY : cheapestByTrying(graph, layout, generator, flagged, cost)
        const route = shortestExtraction(graph, layout, generator, flagged, cost)
        expect(route?.cost ?? Number.POSITIVE_INFINITY).toBe(least)
        if (route) expect(walk(graph, layout, route.extraction, cost)).toBe(least)
      }),
      { numRuns: 300 },
    )
  })

  it('gives the same answer whatever the order of edges and routing sites', () => {
    const graph = grid(3, 3)
    const shuffled = { sites: graph.sites, edges: [...graph.edges].reverse() }
    const mirrored = { ...CHIPLET_LAYOUT, routing: [5, 3] }
    for (const k of [0, 1, 2, 3])
      expect(shortestExtraction(shuffled, mirrored, k, true, swapCost)).toEqual(
        shortestExtraction(graph, CHIPLET_LAYOUT, k, true, swapCost),
      )
  })

  it('finds nothing without a flag beside home, with a data site out of reach, or at an infinite price', () => {
    const graph = grid(3, 3)
    expect(
      shortestExtraction(graph, { ...CHIPLET_LAYOUT, flag: 0, data: [1, 2, 6, 7, 8] }, 0, true, swapCost),
    ).toBeNull()
    expect(shortestExtraction(graph, { ...CHIPLET_LAYOUT, routing: [3] }, 0, true, swapCost)).toBeNull()
    const closed: RouteCost = { ...swapCost, move: () => Number.POSITIVE_INFINITY }
    expect(shortestExtraction(graph, CHIPLET_LAYOUT, 0, true, closed)).toBeNull()
    expect(planRound(graph, CHIPLET_LAYOUT, closed)).toBeNull()
  })

  it('does not go in circles when moves cost nothing', () => {
    const free: RouteCost = { move: () => 0, couple: () => 0, flag: () => 0 }
    const route = shortestExtraction(grid(3, 3), CHIPLET_LAYOUT, 0, true, free)!
    expect(swapsOf(route.extraction)).toBe(4)
  })
})

describe('planRound', () => {
  it('plans four flagged extractions and an unflagged repeat', () => {
    const plan = planRound(STAR, STAR_LAYOUT, swapCost)!
    expect(plan.flagged.map(e => [e.generator, e.flagged, e.steps.length])).toEqual([0, 1, 2, 3].map(k => [k, true, 6]))
    expect(plan.repeat.map(e => [e.generator, e.flagged, e.steps.length])).toEqual([0, 1, 2, 3].map(k => [k, false, 4]))
  })
})
