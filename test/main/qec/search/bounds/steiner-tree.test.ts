import fc from 'fast-check'
import { expect, it } from 'vitest'
import { hasSteinerTreeWithin, smallestSteinerTree } from '../../../../../main/qec/search/bounds/steiner-tree'
import { heavyHex, line, neighbours, STAR } from '../../fixtures/graphs'
import { combinations } from '../../reference/fewest-swaps'

type Next = readonly (readonly number[])[]

const SITES = 10

/** Slow reference: the smallest of all sets of free sites that hold home, are connected and touch every data site. */
function smallest(next: Next, home: number, taken: Uint8Array, data: readonly number[]): number {
  const free = next.flatMap((_, v) => (v === home || taken[v] ? [] : [v]))
  for (let size = 0; size <= free.length; size++)
    for (const others of combinations(free, size)) {
      const set = new Set([home, ...others])
      const met = new Set([home])
      for (const at of met) for (const to of next[at]!) if (set.has(to)) met.add(to)
      if (met.size === set.size && data.every(d => next[d]!.some(at => set.has(at)))) return size + 1
    }
  return Number.POSITIVE_INFINITY
}

const pairs = combinations([...Array(SITES).keys()], 2).map(([a, b]) => [a!, b!] as const)
const cases = fc.record({
  edges: fc.subarray([...pairs], { minLength: SITES - 1, maxLength: 2 * SITES }),
  roles: fc.shuffledSubarray([...Array(SITES).keys()], { minLength: 3, maxLength: 7 }),
})

it('the fewest vertices with which A meets its data sites are those of the smallest connected set that touches them all', () => {
  const property = fc.property(cases, ({ edges, roles: [home, flag, ...data] }) => {
    const next = [...Array(SITES).keys()].map(v => neighbours({ sites: [], edges }, v))
    const taken = Uint8Array.from(next, (_, v) => Number(v === flag || data.includes(v)))
    const least = smallest(next, home!, taken, data)
    const found = smallestSteinerTree({ next }, { home: home!, taken, data })
    if (least === Number.POSITIVE_INFINITY) expect(found).toBeGreaterThan(SITES)
    else expect(found).toBe(least)
    for (let most = 0; most <= SITES; most++)
      expect(hasSteinerTreeWithin({ next }, { home: home!, taken, data, most })).toBe(least <= most)
  })
  fc.assert(property, { numRuns: 60, endOnFailure: true })
})

const nextOf = (graph: { readonly sites: readonly number[]; readonly edges: readonly (readonly [number, number])[] }) =>
  graph.sites.map(v => neighbours(graph, v))

const except = (size: number, taken: readonly number[]) =>
  Uint8Array.from({ length: size }, (_, v) => Number(taken.includes(v)))

it('is one vertex on a star, and the whole way along a line', () => {
  expect(
    smallestSteinerTree(
      { next: nextOf(STAR) },
      { home: 0, taken: except(7, [1, 2, 3, 4, 5, 6]), data: [1, 2, 3, 4, 5] },
    ),
  ).toBe(1)
  expect(smallestSteinerTree({ next: nextOf(line(9)) }, { home: 1, taken: except(9, [0, 8]), data: [0, 8] })).toBe(7)
})

it('is out of reach where data sites shut A in', () => {
  const next = nextOf(heavyHex(3, 9))
  const [a, b] = next[4]!
  expect(
    hasSteinerTreeWithin({ next }, { home: 4, taken: except(next.length, next[4]!), data: [a!, b!], most: 1 }),
  ).toBe(true)
  expect(
    hasSteinerTreeWithin(
      { next },
      { home: 4, taken: except(next.length, [...next[4]!, 26]), data: [a!, 26], most: 31 },
    ),
  ).toBe(false)
})
