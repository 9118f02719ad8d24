import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fives, LIMITS, type Limits, shortlist } from '../../../main/qec/layouts'
import type { Graph, Layout } from '../../../main/qec/model'
import { noiseModel, pairKey } from '../../../main/qec/noise'
import { planRound, swapCost } from '../../../main/qec/route'
import { type Figures, finish, latticeCouplings, syntheticDevice } from './devices'
import { HEAVY_HEX_27 } from './graphs'

const STAR: [number, number][] = [1, 2, 3, 4, 5, 6].map(leaf => [0, leaf])

function found(size: number, couplings: [number, number][], limits: Partial<Limits> = {}, figures: Figures = {}) {
  const { profile, snapshot } = syntheticDevice(size, couplings, figures)
  const graph: Graph = { sites: profile.qubits.map(({ index }) => index), edges: couplings }
  const { sketches, ...rest } = finish(
    shortlist(graph, noiseModel(profile, snapshot), { ...LIMITS, kept: 500, ...limits }),
  )
  return { graph, sketches, ...rest }
}

/** Fewest SWAPs of a flagged round over the embeddings with this many sites in all, every labelling of D3 tried. */
function fewestSwaps(size: number, couplings: [number, number][], qubits: number): number {
  const { graph, sketches } = found(size, couplings)
  const swaps = sketches
    .map(({ embedding }) => embedding)
    .filter(({ routing }) => routing.length === qubits - 7)
    .flatMap(({ data, ...rest }) =>
      [0, 1, 2, 3, 4].map(turn => {
        const turned = [...data.slice(turn), ...data.slice(0, turn)] as unknown as Layout['data']
        const plan = planRound(graph, { ...rest, data: turned }, swapCost)!
        return plan.flagged.flatMap(({ steps }) => steps).filter(({ kind }) => kind === 'move').length
      }),
    )
  return Math.min(...swaps)
}

describe('the proved minimum of SWAPs a round', () => {
  it.each([
    ['a degree-6 star', 7, STAR, 7, 0],
    ['two adjacent degree-4 sites of a 4x3 lattice', 12, latticeCouplings(4, 3), 8, 10],
    ['a 3x3 lattice', 9, latticeCouplings(3, 3), 9, 16],
    ['heavy-hex, 27 sites', 27, HEAVY_HEX_27.edges.map(([a, b]): [number, number] => [a, b]), 13, 64],
  ])('is met on %s', (_, size, couplings, qubits, swaps) => {
    expect(fewestSwaps(size, couplings, qubits)).toBe(swaps)
  })
})

describe('the search', () => {
  it('finds all twelve embeddings of a 3x3 chiplet, each once', () => {
    const { sketches, considered, survey } = found(9, latticeCouplings(3, 3))
    const names = sketches.map(({ embedding }) => JSON.stringify(embedding))
    expect([new Set(names).size, names.length, considered]).toEqual([12, 12, 12])
    expect(survey.complete).toBe(true)
  })

  it('gives every role its own site, F and the data beside A, and A one connected set', () => {
    const { graph, sketches } = found(20, latticeCouplings(5, 4))
    const beside = (site: number) => graph.edges.flatMap(([a, b]) => (a === site ? [b] : b === site ? [a] : []))
    for (const { embedding } of sketches) {
      const { ancilla, flag, routing, data } = embedding
      expect(new Set([ancilla, flag, ...routing, ...data]).size).toBe(7 + routing.length)
      expect(beside(ancilla)).toContain(flag)
      for (const site of data) expect(beside(site).some(at => at === ancilla || routing.includes(at))).toBe(true)
    }
  })

  it('keeps the best in ascending order, whatever number is asked for', () => {
    const all = found(20, latticeCouplings(5, 4)).sketches.map(({ delta }) => delta)
    const few = found(20, latticeCouplings(5, 4), { kept: 7 }).sketches.map(({ delta }) => delta)
    expect(all).toEqual([...all].sort((a, b) => a - b))
    expect(few).toEqual(all.slice(0, 7))
  })

  it('leaves out by its bound only what could not have been kept', () => {
    const part = fc.array(fc.double({ min: 1e-3, max: 0.03, noNaN: true }), { minLength: 31, maxLength: 31 })
    fc.assert(
      fc.property(part, part, fc.double({ min: 15, max: 300, noNaN: true }), (cz, spam, t2_us) => {
        const place = new Map(latticeCouplings(5, 4).map(([a, b], i) => [pairKey(a, b), i]))
        const figures: Figures = {
          qubit: q => ({
            readout_fidelity: 1 - spam[q]!,
            fidelity_1q: 1 - spam[q]! / 20,
            t2_us: t2_us * (1 + 30 * spam[q]!),
          }),
          edge: (a, b) => ({ fidelity: 1 - cz[place.get(pairKey(a, b))!]! }),
        }
        const everything = found(20, latticeCouplings(5, 4), { kept: 1e9 }, figures)
        const few = found(20, latticeCouplings(5, 4), { kept: 5 }, figures)
        expect(few.sketches).toEqual(everything.sketches.slice(0, 5))
        expect(few.considered).toBeLessThan(everything.considered)
      }),
      { numRuns: 5 },
    )
  })

  it('stops at its limit of work and says that it did', () => {
    const { survey, considered } = found(80, latticeCouplings(10, 8), { embeddings: 3_000 })
    expect(survey.complete).toBe(false)
    expect(considered).toBeLessThan(20_000)
  })

  it('chooses data sites among the nearest where there are far too many, and says so', () => {
    const everyPair = Array.from({ length: 18 }, (_, a) =>
      Array.from({ length: a }, (_, b): [number, number] => [b, a]),
    )
    const { survey, sketches } = found(18, everyPair.flat(), { embeddings: 30_000 })
    expect(survey.complete).toBe(false)
    expect(sketches[0]!.embedding.routing).toEqual([])
  })

  it('pauses often', () => {
    const { profile, snapshot } = syntheticDevice(120, latticeCouplings(12, 10))
    const graph: Graph = { sites: profile.qubits.map(({ index }) => index), edges: latticeCouplings(12, 10) }
    const search = shortlist(graph, noiseModel(profile, snapshot), { ...LIMITS, extra: 1 })
    let pauses = 0
    while (!search.next().done) pauses++
    expect(pauses).toBeGreaterThan(100)
  })
})

it('chooses five of seven in all 21 ways', () => {
  const chosen = [...fives([1, 2, 3, 4, 5, 6, 7])].map(five => five.join())
  expect(new Set(chosen).size).toBe(21)
})
