/** What a search must be: exactly as good as the best of all rounds, or honest about what it left out. */
import { expect } from 'vitest'
import type { Graph } from '../../../../main/qec/model/round'
import { noiseModel } from '../../../../main/qec/noise/transform'
import { LIMITS, type Limits, searchRounds } from '../../../../main/qec/search/enumerate/branch-and-bound'
import { ShapeCache } from '../../../../main/qec/search/model/compiled-shapes'
import { figuresOf } from '../../../../main/qec/search/model/figures'
import { type Device, noCheckpoint } from '../devices'
import { leastDelta } from './exhaustive-search'

export const parts = ({ profile, snapshot }: Device) => {
  const sites = profile.qubits.map(({ index }) => index)
  const graph: Graph = { sites, edges: profile.couplings }
  return { graph, noise: noiseModel(profile, snapshot) }
}

export const search = (device: Device, limits: Limits = LIMITS) => {
  const { graph, noise } = parts(device)
  return searchRounds({ graph, noise, shapes: new ShapeCache(), limits }, noCheckpoint)
}

/** Many figures a thousandfold apart can exhaust any limit of work: the bound must hold then too. */
export function expectHonest(device: Device, limits: Limits = LIMITS): void {
  const { graph, noise } = parts(device)
  const { rounds, complete, bound } = search(device, limits)
  const least = leastDelta(figuresOf(graph, noise))
  const found = rounds[0]?.delta ?? Number.POSITIVE_INFINITY
  expect(bound).toBeLessThanOrEqual(least * (1 + 1e-10))
  expect(found).toBeGreaterThanOrEqual(least * (1 - 1e-10))
  if (complete && found !== least) expect(found).toBeCloseTo(least, 10)
}
