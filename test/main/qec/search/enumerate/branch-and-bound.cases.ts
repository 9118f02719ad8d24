/** The search compared with exhaustive enumeration on small devices with random figures. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Graph } from '../../../../../main/qec/model/round'
import { rootsOf } from '../../../../../main/qec/search/bounds/roots'
import { LIMITS } from '../../../../../main/qec/search/enumerate/branch-and-bound'
import { PlacementEnumeration } from '../../../../../main/qec/search/enumerate/placements'
import { figuresOf, lengthsOnly } from '../../../../../main/qec/search/model/figures'
import { latticeCouplings, noCheckpoint } from '../../devices'
import { anyFigures } from '../../fixtures/any-figures'
import { STAR, TWO_CENTRES } from '../../fixtures/graphs'
import { leastDeltaByPlacement, placementName, placementsIn } from '../../reference/exhaustive-search'
import { expectHonest, parts } from '../../reference/optimality'

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

/** With a share of the runs, one of each kind at least. */
export function randomFigureCases(share: number): void {
  const runsOf = (runs: number): number => Math.max(1, Math.round(share * runs))

  describe('the round found on random figures', () => {
    const dies: [string, number, [number, number][], number][] = [
      ['the degree-6 star', 7, mutable(STAR), 6],
      ['two adjacent degree-4 sites', 8, mutable(TWO_CENTRES), 4],
      ['seven sites, each coupled to each', 7, pairsOf(7), 2],
    ]
    // Some seconds each: one of usual figures is in branch-and-bound.test.ts.
    if (share >= 1) dies.push(['a 3x3 lattice', 9, latticeCouplings(3, 3), 2])
    it.each(dies)(
      'has the least Δ_round of all rounds of %s, or states a valid lower bound, whatever its figures',
      (_, size, couplings, numRuns) => {
        const agrees = fc.property(anyFigures(size, couplings), device => expectHonest(device))
        fc.assert(agrees, { numRuns: runsOf(numRuns), endOnFailure: true })
      },
      300_000,
    )

    it.each([
      ['the degree-6 star', 7, mutable(STAR), 12],
      ['two adjacent degree-4 sites', 8, mutable(TWO_CENTRES), 4],
      ['seven sites, each coupled to each', 7, pairsOf(7), 2],
    ])(
      'is not below the lower bound that the search states on %s, however few steps it may take',
      (_, size, couplings, numRuns) => {
        const agrees = fc.property(anyFigures(size, couplings), fc.integer({ min: 1, max: 20_000 }), (device, steps) =>
          expectHonest(device, { ...LIMITS, steps, steps_in_all: 8 * steps }),
        )
        fc.assert(agrees, { numRuns: runsOf(numRuns), endOnFailure: true })
      },
      300_000,
    )

    it('has the least Δ_round of all rounds of any small topology, and none is found where there is none', () => {
      const agrees = fc.property(anyTopology, device => expectHonest(device))
      fc.assert(agrees, { numRuns: runsOf(8), endOnFailure: true })
    }, 300_000)
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
          const leastDeltas = leastDeltaByPlacement(f)
          const known = Math.min(...leastDeltas.values()) * 1.2
          for (const root of rootsOf(f, { lengths: lengthsOnly(f), known, checkpoint: noCheckpoint }))
            for (const placement of placementsIn(
              new PlacementEnumeration({ figures: f, root, cutoff: () => known, branchCount: { branches: 0 } }),
            )) {
              const least = leastDeltas.get(placementName(placement))!
              expect(placement.bound).toBeLessThanOrEqual(Math.max(least, known) * (1 + 1e-12))
              expect(root.bound).toBeLessThanOrEqual(placement.bound * (1 + 1e-12))
              leastDeltas.delete(placementName(placement))
            }
          for (const leftOut of leastDeltas.values()) expect(leftOut).toBeGreaterThanOrEqual(known * (1 - 1e-12))
        }),
        { numRuns: runsOf(4), endOnFailure: true },
      )
    },
    300_000,
  )
}
