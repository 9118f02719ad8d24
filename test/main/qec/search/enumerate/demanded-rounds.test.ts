/** Searches with refused rounds or with pins, compared with every round of small devices. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { rootsOf } from '../../../../../main/qec/search/bounds/roots'
import { bestRound } from '../../../../../main/qec/search/enumerate/best-round'
import { LIMITS, searchRounds } from '../../../../../main/qec/search/enumerate/branch-and-bound'
import type { PlacedRound } from '../../../../../main/qec/search/enumerate/placement-task'
import { PlacementEnumeration } from '../../../../../main/qec/search/enumerate/placements'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { figuresOf, lengthsOnly } from '../../../../../main/qec/search/model/figures'
import { type Device, noCheckpoint, syntheticDevice } from '../../devices'
import { anyFigures } from '../../fixtures/any-figures'
import { STAR, TWO_CENTRES } from '../../fixtures/graphs'
import { crosses, leastDeltaUsing, type PlacedSequence } from '../../reference/demanded-rounds'
import { placementsIn } from '../../reference/exhaustive-search'
import { parts } from '../../reference/optimality'

const mutable = (edges: readonly (readonly [number, number])[]): [number, number][] => edges.map(([a, b]) => [a, b])

const devices = (size: number, couplings: [number, number][], numRuns: number): readonly Device[] =>
  fc.sample(anyFigures(size, couplings), { numRuns, seed: 5 })

const extractionsOf = ({ home, flag, extractions }: PlacedRound): PlacedSequence[] =>
  extractions.map(({ codes }) => ({ home, flag, codes }))

function expectLeast(
  device: Device,
  asked: Pick<Parameters<typeof searchRounds>[0], 'pinned'>,
  uses: (extraction: PlacedSequence) => boolean,
): ReturnType<typeof searchRounds> {
  const { graph, noise } = parts(device)
  const result = searchRounds({ graph, noise, shapes: new ShapeCache(), ...asked }, noCheckpoint)
  const least = leastDeltaUsing(figuresOf(graph, noise), uses)
  expect(result.rounds[0]!.delta).toBeCloseTo(least, 10)
  expect(result.bound).toBeLessThanOrEqual(least * (1 + 1e-10))
  return result
}

it('a search that refuses the best round and its equals finds the next one, which may lie on the same placement', () => {
  const device = syntheticDevice(8, mutable(TWO_CENTRES.edges), {
    // One home and one flag are far better than others: the second best round has them too.
    qubit: q => ({ readout_fidelity: q === 0 || q === 2 ? 0.999 : 0.9, t2_us: 60 + 9 * q }),
  })
  const { graph, noise } = parts(device)
  const shapes = new ShapeCache()
  const [first] = searchRounds({ graph, noise, shapes }, noCheckpoint).rounds
  const refuses = (round: PlacedRound) => round.delta <= first!.delta * (1 + 1e-9)
  const { rounds, bound } = searchRounds({ graph, noise, shapes, refuses }, noCheckpoint)
  const figures = figuresOf(graph, noise)
  const context = { figures, lengths: lengthsOnly(figures), shapes, limits: LIMITS }
  const cutoff = first!.delta * 1.05
  const [root] = rootsOf(figures, { lengths: context.lengths, known: cutoff, checkpoint: noCheckpoint }).filter(
    ({ home, flag }) => home === first!.home && flag === first!.flag,
  )
  const placements = [
    ...placementsIn(
      new PlacementEnumeration({ figures, root: root!, cutoff: () => cutoff, branchCount: { branches: 0 } }),
    ),
  ]
  const placement = placements.find(({ data }) => data.every(v => first!.data.includes(v)))!
  const next = bestRound(context, { placement, wanted: { cutoff, refuses }, checkpoint: noCheckpoint }).round!
  expect(bound).toBeLessThanOrEqual(next.delta)
  expect(rounds.some(refuses)).toBe(false)
  expect(next.delta).toBeGreaterThan(first!.delta)
  expect(rounds[0]!.delta).toBeLessThanOrEqual(next.delta)
})

describe('a search with a pinned coupling', () => {
  it.each([
    [1, 7],
    [0, 7],
    [0, 1],
  ])('finds the best round that crosses %s and %s, also where that is a detour', (a, b) => {
    const couplings = [...mutable(STAR.edges), [0, 7], [1, 7]] as [number, number][]
    for (const device of devices(8, couplings, 1)) {
      const { rounds } = expectLeast(device, { pinned: { sites: [], couplings: [[a, b]] } }, crosses(a, b))
      for (const round of rounds) expect(extractionsOf(round).some(crosses(a, b))).toBe(true)
    }
  })
})
