import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Graph } from '../../../../main/qec/model/round'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { figuresOf, lengthsOnly } from '../../../../main/qec/search/model/figures'
import { placementsUnder } from '../../../../main/qec/search/enumerate/placements'
import { rootsOf } from '../../../../main/qec/search/bounds/roots'
import { LIMITS, type Limits, searchRounds } from '../../../../main/qec/search/search'
import { Shapes } from '../../../../main/qec/search/model/compiled-shapes'
import { anyFigures } from '../fixtures/any-figures'
import { type Device, finish, latticeCouplings, syntheticDevice } from '../devices'
import { leastOfAll, leastsOfAll, placementName } from '../reference/exhaustive-search'
import { heavyHex, STAR, TWO_CENTRES } from '../fixtures/graphs'

const parts = ({ profile, snapshot }: Device) => {
  const sites = profile.qubits.map(({ index }) => index)
  const graph: Graph = { sites, edges: profile.couplings }
  return { graph, noise: noiseModel(profile, snapshot) }
}

const search = (device: Device, limits: Limits = LIMITS) => {
  const { graph, noise } = parts(device)
  return finish(searchRounds(graph, noise, new Shapes(), limits))
}

const pairsOf = (size: number): [number, number][] =>
  Array.from({ length: size }, (_, a) => Array.from({ length: a }, (_, b): [number, number] => [b, a])).flat()

/** Eight sites, some couplings: often with a layout, often without. */
const anyTopology = fc.tuple(fc.integer({ min: 7, max: 8 }), fc.nat(20)).chain(([size, extra]) =>
  fc
    .subarray(pairsOf(size), {
      minLength: size + 1,
      maxLength: Math.min(size + 3 + (extra % 6), pairsOf(size).length),
    })
    .chain(couplings => anyFigures(size, couplings)),
)

const mutable = ({ edges }: Graph): [number, number][] => edges.map(([a, b]) => [a, b])

/** Many figures a thousandfold apart can exhaust any limit of work: the bound must hold then too. */
function expectHonest(device: Device, limits: Limits = LIMITS): void {
  const { graph, noise } = parts(device)
  const { rounds, complete, bound } = search(device, limits)
  const least = leastOfAll(figuresOf(graph, noise))
  const found = rounds[0]?.delta ?? Number.POSITIVE_INFINITY
  expect(bound).toBeLessThanOrEqual(least * (1 + 1e-10))
  expect(found).toBeGreaterThanOrEqual(least * (1 - 1e-10))
  if (complete && found !== least) expect(found).toBeCloseTo(least, 10)
}

describe('the round found', () => {
  it.each([
    ['the degree-6 star', 7, mutable(STAR), 6],
    ['two adjacent degree-4 sites', 8, mutable(TWO_CENTRES), 4],
    ['seven sites, each coupled to each', 7, pairsOf(7), 2],
    ['a 3x3 lattice', 9, latticeCouplings(3, 3), 2],
  ])(
    'has the least Δ_round of all rounds of %s, or says what none goes below, whatever its figures',
    (_, size, couplings, numRuns) => {
      const honest = fc.property(anyFigures(size, couplings), device => expectHonest(device))
      fc.assert(honest, { numRuns, endOnFailure: true })
    },
    120_000,
  )

  it.each([
    ['the degree-6 star', 7, mutable(STAR), 12],
    ['two adjacent degree-4 sites', 8, mutable(TWO_CENTRES), 4],
    ['seven sites, each coupled to each', 7, pairsOf(7), 2],
  ])(
    'is no better than what the search says none goes below on %s, however little work it may do',
    (_, size, couplings, numRuns) => {
      const honest = fc.property(anyFigures(size, couplings), fc.integer({ min: 1, max: 20_000 }), (device, steps) =>
        expectHonest(device, { ...LIMITS, steps, steps_in_all: 8 * steps }),
      )
      fc.assert(honest, { numRuns, endOnFailure: true })
    },
    120_000,
  )

  it('counts each nanosecond once where A turns between moves, waits for resets and waits for F', () => {
    const ns = {
      readout: [10, 1_500, 10, 1_500, 1_500, 10, 10, 1_500],
      reset: [10, 105, 1_500, 10, 105, 10, 1_500, 10],
    }
    const slow = syntheticDevice(8, mutable(TWO_CENTRES), {
      qubit: q => ({
        fidelity_1q: 0.999,
        gate_1q_length_ns: 100,
        readout_length_ns: ns.readout[q]!,
        reset_length_ns: ns.reset[q]!,
        t1_us: 15,
        t2_us: 15,
      }),
      edge: (a, b) => ({ duration_ns: a + b === 4 || a + b === 6 ? 46 : 183 }),
    })
    expectHonest(slow)
  }, 60_000)

  it.each([0, 1, 3])('is the same when no more than %s placements are asked for whatever they cost', candidates => {
    const usual = syntheticDevice(8, mutable(TWO_CENTRES), {
      qubit: q => ({ readout_fidelity: 0.98 + 0.001 * ((q * 7) % 9), t2_us: 60 + 9 * q }),
    })
    const { rounds, complete, placements } = search(usual, { ...LIMITS, candidates })
    expect(complete).toBe(true)
    expect(rounds[0]!.delta).toBe(search(usual).rounds[0]!.delta)
    expect(placements).toBeGreaterThan(0)
  })

  it('is there on a large heavy-hex die whose best home and flag have data too far apart for a round', () => {
    const lifetimes = (q: number) => 1 + ((q * 7_919) % 156) ** 2
    const { sites, edges } = heavyHex(8, 16)
    const perfect = syntheticDevice(sites.length, mutable({ sites, edges }), {
      qubit: q => ({ t1_us: lifetimes(q), fidelity_1q: 1, readout_fidelity: 1, reset_fidelity: 1 }),
      edge: () => ({ fidelity: 1 }),
    })
    const { rounds, bound } = search(perfect, { ...LIMITS, steps_in_all: 2_000_000 })
    expect(rounds.length).toBeGreaterThan(0)
    expect(bound).toBeLessThanOrEqual(rounds[0]!.delta)
  }, 60_000)

  it('is none where every round is refused, and the search ends', () => {
    const { graph, noise } = parts(syntheticDevice(8, mutable(TWO_CENTRES)))
    const little = { ...LIMITS, steps: 2_000 }
    const { rounds, placements } = finish(searchRounds(graph, noise, new Shapes(), little, () => true))
    expect(rounds).toEqual([])
    expect(placements).toBeGreaterThan(0)
  })

  it('is proved to be the best on a chiplet whose figures lie within what devices publish', () => {
    const usual = syntheticDevice(9, latticeCouplings(3, 3), {
      qubit: q => ({ readout_fidelity: 0.98 + 0.001 * ((q * 7) % 9), t2_us: 60 + 9 * q }),
      edge: (a, b) => ({ fidelity: 0.99 + 0.0005 * ((a * 5 + b * 3) % 11) }),
    })
    const { rounds, complete, bound } = search(usual)
    const { graph, noise } = parts(usual)
    expect(complete).toBe(true)
    expect(bound).toBe(rounds[0]!.delta)
    expect(rounds[0]!.delta).toBeCloseTo(leastOfAll(figuresOf(graph, noise)), 12)
  }, 60_000)

  it('has the least Δ_round of all rounds of any small topology, and none is found where there is none', () => {
    const honest = fc.property(anyTopology, device => expectHonest(device))
    fc.assert(honest, { numRuns: 8, endOnFailure: true })
  }, 180_000)
})

it.each([
  ['two adjacent degree-4 sites', 8, mutable(TWO_CENTRES)],
  ['the degree-6 star', 7, mutable(STAR)],
])(
  'on %s no placement, home or flag has a bound above the least Δ_round of its rounds, and none that may win is left out',
  (_, size, couplings) => {
    fc.assert(
      fc.property(anyFigures(size, couplings), device => {
        const { graph, noise } = parts(device)
        const f = figuresOf(graph, noise)
        const leasts = leastsOfAll(f)
        const known = Math.min(...leasts.values()) * 1.2
        for (const root of finish(rootsOf(f, lengthsOnly(f), known)))
          for (const placement of placementsUnder(f, root, () => known, { branches: 0 })) {
            if (placement === null) continue
            const least = leasts.get(placementName(placement))!
            expect(placement.bound).toBeLessThanOrEqual(Math.max(least, known) * (1 + 1e-12))
            expect(root.bound).toBeLessThanOrEqual(placement.bound * (1 + 1e-12))
            leasts.delete(placementName(placement))
          }
        for (const leftOut of leasts.values()) expect(leftOut).toBeGreaterThanOrEqual(known * (1 - 1e-12))
      }),
      { numRuns: 4, endOnFailure: true },
    )
  },
  60_000,
)
