import { expect, it } from 'vitest'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { rootsOf } from '../../../../../main/qec/search/bounds/roots'
import { bestRound, heuristicRound, type PlacementResult } from '../../../../../main/qec/search/enumerate/best-round'
import { LIMITS } from '../../../../../main/qec/search/enumerate/branch-and-bound'
import { IsomorphicPlacements } from '../../../../../main/qec/search/enumerate/isomorphic-placements'
import { type Placement, PlacementEnumeration } from '../../../../../main/qec/search/enumerate/placements'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { figuresOf, lengthsOnly } from '../../../../../main/qec/search/model/figures'
import { vertexClassesOf } from '../../../../../main/qec/search/model/vertex-classes'
import { type Figures, latticeCouplings, noCheckpoint, syntheticDevice } from '../../devices'
import { placementsIn } from '../../reference/exhaustive-search'

/** The cheapest of the first placements of each root of a lattice, six columns by four rows. */
function placements(figures: Figures, each: number) {
  const { profile, snapshot } = syntheticDevice(24, latticeCouplings(6, 4), figures)
  const graph = { sites: profile.qubits.map(({ index }) => index), edges: profile.couplings }
  const f = figuresOf(graph, noiseModel(profile, snapshot))
  const bench = { figures: f, lengths: lengthsOnly(f), shapes: new ShapeCache(), limits: LIMITS }
  const found: Placement[] = []
  for (const root of rootsOf(f, {
    lengths: bench.lengths,
    known: Number.POSITIVE_INFINITY,
    checkpoint: noCheckpoint,
  })) {
    const until = found.length + each
    const cutoff = () => Number.POSITIVE_INFINITY
    const enumeration = new PlacementEnumeration({ figures: f, root, cutoff, branchCount: { branches: 0 } })
    for (const one of placementsIn(enumeration)) {
      found.push(one)
      if (found.length === until) break
    }
  }
  return { bench, found: found.sort((a, b) => a.bound - b.bound).slice(0, 24) }
}

const shown = ({ round }: PlacementResult) =>
  round && { ...round, extractions: round.extractions.map(({ codes }) => codes) }

it('what is found on one of several placements that are alike is what each gives by itself', () => {
  const { bench, found } = placements({ qubit: q => ({ readout_fidelity: q < 12 ? 0.98 : 0.985 }) }, 1)
  const alike = new IsomorphicPlacements(bench.figures, vertexClassesOf(bench.figures))
  let asked = 0
  for (const placement of found) {
    const good = heuristicRound(bench, placement, noCheckpoint)
    const cutoff = good.round!.delta * (1 + 1e-9)
    const best = alike.found('best', {
      placement,
      ancillaVertices: placement.ancillaVertices(cutoff),
      cutoff,
      find: () => {
        asked++
        return bestRound(bench, { placement, wanted: { cutoff }, checkpoint: noCheckpoint })
      },
    })
    const again = alike.found('good', {
      placement,
      ancillaVertices: placement.nearestVertices(),
      cutoff: Number.POSITIVE_INFINITY,
      find: () => good,
    })
    expect(shown(again)).toEqual(shown(good))
    expect(shown(best)).toEqual(shown(bestRound(bench, { placement, wanted: { cutoff }, checkpoint: noCheckpoint })))
  }
  expect(asked).toBeLessThan(found.length)
})

it('one figure that differs is enough for placements not to be alike', () => {
  const { bench, found } = placements({ qubit: q => ({ t2_us: 100 + q }) }, 1)
  const alike = new IsomorphicPlacements(bench.figures, vertexClassesOf(bench.figures))
  let asked = 0
  const none = { round: null, complete: true, steps: 0, compiled: 0, scored: 0 }
  for (const placement of found)
    alike.found('good', {
      placement,
      ancillaVertices: placement.nearestVertices(),
      cutoff: Number.POSITIVE_INFINITY,
      find: () => {
        asked++
        return none
      },
    })
  expect(asked).toBe(found.length)
})

it('an answer below one cut-off says nothing about a higher one', () => {
  const { bench, found } = placements({}, 1)
  const alike = new IsomorphicPlacements(bench.figures, vertexClassesOf(bench.figures))
  const placement = found[0]!
  const { delta } = heuristicRound(bench, placement, noCheckpoint).round!
  const ask = (cutoff: number) =>
    alike.found('best', {
      placement,
      ancillaVertices: placement.ancillaVertices(cutoff),
      cutoff,
      find: () => bestRound(bench, { placement, wanted: { cutoff }, checkpoint: noCheckpoint }),
    })
  const least = ask(delta * 1.01).round!.delta
  expect(ask(least).round).toBeNull()
  expect(ask(delta * 1.02).round!.delta).toBe(least)
})
