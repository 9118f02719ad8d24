/** No placement is left out that has a round with the pinned parts: judged by every walk of every placement. */
import { expect, it } from 'vitest'
import { rootsOf } from '../../../../../main/qec/search/bounds/roots'
import { mayUse } from '../../../../../main/qec/search/enumerate/pinned-parts'
import { type Placement, PlacementEnumeration } from '../../../../../main/qec/search/enumerate/placements'
import { stepsOf } from '../../../../../main/qec/search/model/compiled-shapes'
import { type Figures, figuresOf, lengthsOnly } from '../../../../../main/qec/search/model/figures'
import { noCheckpoint, syntheticDevice } from '../../devices'
import { placementsIn, sequences } from '../../reference/exhaustive-search'
import { combinations } from '../../reference/fewest-swaps'
import { parts } from '../../reference/optimality'

/** Two centres with leaves, of which two are coupled to each other: a coupling that few placements can use. */
const COUPLINGS: readonly [number, number][] = [
  [0, 1],
  [0, 2],
  [0, 3],
  [0, 4],
  [1, 5],
  [1, 6],
  [1, 7],
  [4, 5],
]
const name = (a: number, b: number) => (a < b ? `${a}-${b}` : `${b}-${a}`)

/** Every coupling that some walk of the placement crosses. */
function crossed(f: Figures, { home, flag, data }: Placement): Set<string> {
  const free = new Set(f.sites.map((_, v) => v).filter(v => v !== flag && !data.includes(v)))
  const found = new Set<string>()
  for (const four of combinations(data, 4))
    for (const { codes } of sequences(f, home, free, four))
      for (const step of stepsOf(codes, { home, letter: vertex => ({ data: vertex, pauli: 'Z' }) })) {
        if (step.kind === 'move') found.add(name(step.from, step.to))
        if (step.kind === 'couple') found.add(name(step.at, step.data))
        if (step.kind === 'flag') found.add(name(home, flag))
      }
  return found
}

it('a placement is left out only where no walk crosses the pinned coupling', () => {
  const { graph, noise } = parts(syntheticDevice(8, [...COUPLINGS]))
  const f = figuresOf(graph, noise)
  let [used, left] = [0, 0]
  for (const root of rootsOf(f, {
    lengths: lengthsOnly(f),
    known: Number.POSITIVE_INFINITY,
    checkpoint: noCheckpoint,
  })) {
    const cutoff = () => Number.POSITIVE_INFINITY
    for (const placement of placementsIn(
      new PlacementEnumeration({ figures: f, root, cutoff, branchCount: { branches: 0 } }),
    )) {
      const walked = crossed(f, placement)
      for (const [a, b] of COUPLINGS) {
        const may = mayUse(placement, { sites: [], couplings: [[a, b]] }, Number.POSITIVE_INFINITY)
        if (walked.has(name(a, b))) expect(may).toBe(true)
        if (walked.has(name(a, b))) used++
        if (!may) left++
      }
    }
  }
  expect(used).toBeGreaterThan(0)
  expect(left).toBeGreaterThan(0)
})
