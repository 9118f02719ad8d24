import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  type Adjacency,
  adjacency,
  ancillaRegions,
  connectedSetsFrom,
  neighboursOf,
  newSurvey,
} from '../../../../../main/qec/search/model/connected-sets'
import { latticeCouplings, noCheckpoint } from '../../devices'

const lattice = (columns: number, rows: number): Adjacency =>
  adjacency({ sites: Array.from({ length: columns * rows }, (_, i) => i), edges: latticeCouplings(columns, rows) })

const allSets = (graph: Adjacency, size: number): number[][] =>
  graph.sites.flatMap((_, root) => connectedSetsFrom(graph, { root, size, limit: 1e9 }, noCheckpoint))

/** The obvious reference: every subset, tested for being connected. */
function subsetsByHand(graph: Adjacency, size: number): string[] {
  const n = graph.sites.length
  const found: string[] = []
  for (let mask = 0; mask < 1 << n; mask++) {
    const set = graph.sites.map((_, v) => v).filter(v => (mask >> v) & 1)
    if (set.length !== size) continue
    const reached = new Set([set[0]!])
    for (let i = 0; i < size; i++)
      for (const v of [...reached]) for (const w of graph.next[v]!) if (set.includes(w)) reached.add(w)
    if (reached.size === size) found.push(set.join())
  }
  return found.sort()
}

const smallGraph = fc
  .record({
    n: fc.integer({ min: 1, max: 8 }),
    pairs: fc.array(fc.tuple(fc.nat(7), fc.nat(7)), { maxLength: 14 }),
  })
  .map(({ n, pairs }) => {
    const edges = pairs.filter(([a, b]) => a < b && b < n)
    const unique = [...new Map(edges.map(pair => [pair.join(), pair])).values()]
    return adjacency({ sites: Array.from({ length: n }, (_, i) => i), edges: unique })
  })

describe('connected sets', () => {
  it('are found each once, and all of them', () =>
    fc.assert(
      fc.property(smallGraph, fc.integer({ min: 1, max: 6 }), (graph, size) => {
        const found = allSets(graph, size).map(set => [...set].sort((a, b) => a - b).join())
        expect([...found].sort()).toEqual(subsetsByHand(graph, size))
      }),
    ))

  it('number 1, 2, 6, 19, 63 per site of a large square lattice, as the fixed polyominoes do', () => {
    const graph = lattice(11, 11)
    const middle = 60
    const through = (size: number) => allSets(graph, size).filter(set => set.includes(middle)).length / size
    expect([1, 2, 3, 4, 5].map(through)).toEqual([1, 2, 6, 19, 63])
  })

  it('stop at the limit', () => {
    expect(connectedSetsFrom(lattice(10, 10), { root: 0, size: 8, limit: 7 }, noCheckpoint)).toHaveLength(7)
  })

  it('have the neighbours that lie beside them', () => {
    const graph = lattice(3, 3)
    expect(neighboursOf(graph, [4])).toEqual([1, 3, 5, 7])
    expect(neighboursOf(graph, [1, 4, 7])).toEqual([0, 2, 3, 5, 6, 8])
  })
})

describe('the sets that can serve the ancilla', () => {
  const limits = { sets: 100_000, ancilla_sites: 12, extra: 2 }

  it('start at the smallest size that has six neighbours and go on for the declared two', () => {
    const survey = newSurvey()
    const sizes = [...ancillaRegions(lattice(6, 6), { survey, limits, checkpoint: noCheckpoint })]
      .flat()
      .map(set => set.length)
    expect(new Set(sizes)).toEqual(new Set([2, 3, 4]))
    expect(survey).toMatchObject({ smallest: 2, largest: 4, complete: true })
  })

  it('are none on a 5x2 ladder or a line, which is looked through to the end', () => {
    for (const graph of [lattice(5, 2), lattice(11, 1)]) {
      const survey = newSurvey()
      expect([...ancillaRegions(graph, { survey, limits, checkpoint: noCheckpoint })].flat()).toEqual([])
      expect(survey).toMatchObject({ smallest: null, complete: true })
    }
  })

  it('stop at a limit and say so', () => {
    const survey = newSurvey()
    for (const _ of ancillaRegions(lattice(12, 10), {
      survey,
      limits: { ...limits, sets: 150 },
      checkpoint: noCheckpoint,
    }));
    expect(survey.complete).toBe(false)
    expect(survey.sets).toBe(150)
  })
})
