import { expect, it } from 'vitest'
import type { Graph } from '../../../../../main/qec/model/round'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { LIMITS, searchRounds } from '../../../../../main/qec/search/enumerate/branch-and-bound'
import {
  hasInterchangeableBefore,
  interchangeableOf,
  isFirstOfInterchangeable,
} from '../../../../../main/qec/search/enumerate/interchangeable-vertices'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import { type Figures, figuresOf } from '../../../../../main/qec/search/model/figures'
import { vertexClassesOf } from '../../../../../main/qec/search/model/vertex-classes'
import { type Device, noCheckpoint, syntheticDevice } from '../../devices'
import { STAR, TWO_CENTRES } from '../../fixtures/graphs'
import { leastDelta } from '../../reference/exhaustive-search'

const parts = ({ profile, snapshot }: Device) => {
  const graph = { sites: profile.qubits.map(({ index }) => index), edges: profile.couplings }
  return { graph, noise: noiseModel(profile, snapshot) }
}
const figures = (device: Device): Figures => {
  const { graph, noise } = parts(device)
  return figuresOf(graph, noise)
}
const classesOf = (device: Device) => {
  const f = figures(device)
  return [...interchangeableOf(f, vertexClassesOf(f))]
}
const allToAll = (size: number): [number, number][] =>
  Array.from({ length: size }, (_, b) => Array.from({ length: b }, (_, a): [number, number] => [a, b])).flat()

const mutable = ({ edges }: Graph): [number, number][] => edges.map(([a, b]) => [a, b])

/** Two hubs, three leaves on each, and one leaf on both. */
const HUBS: [number, number][] = [...mutable(TWO_CENTRES), [0, 8], [1, 8]]

it('are all vertices of an all-to-all chiplet of equal figures, and the leaves of one hub', () => {
  expect(classesOf(syntheticDevice(7, allToAll(7)))).toEqual([0, 0, 0, 0, 0, 0, 0])
  expect(classesOf(syntheticDevice(9, HUBS))).toEqual([0, 1, 2, 2, 2, 5, 5, 5, 8])
})

it('are none where a figure of the site or of a coupling differs', () => {
  const other = {
    qubit: (q: number) => (q === 3 ? { t2_us: 149 } : {}),
    edge: (_: number, b: number) => (b === 6 ? { fidelity: 0.99 } : {}),
  }
  expect(classesOf(syntheticDevice(9, HUBS, other))).toEqual([0, 1, 2, 3, 2, 5, 6, 5, 8])
})

it('stand in for one another among what is listed, and for home and flag', () => {
  const all = Int32Array.of(0, 0, 0, 3, 0)
  const list = [3, 1, 2].map(vertex => ({ vertex }))
  expect(list.map((_, at) => hasInterchangeableBefore(all, list, at))).toEqual([false, false, true])
  expect(isFirstOfInterchangeable(all, 0, 1)).toBe(true)
  expect(isFirstOfInterchangeable(all, 0, 2)).toBe(false)
  expect(isFirstOfInterchangeable(all, 1, 0)).toBe(false)
  expect(isFirstOfInterchangeable(all, 3, 0)).toBe(true)
})

it.each([
  ['the star', 7, mutable(STAR), {}],
  ['two centres', 8, mutable(TWO_CENTRES), {}],
  [
    'two centres, two kinds of leaves',
    8,
    mutable(TWO_CENTRES),
    { qubit: (q: number) => ({ t2_us: q % 2 ? 90 : 150 }) },
  ],
])('leave out no better round: %s', (_, size, couplings, given) => {
  const device = syntheticDevice(size, couplings, given)
  const { graph, noise } = parts(device)
  const least = leastDelta(figures(device))
  for (const candidates of [0, LIMITS.candidates]) {
    const { rounds, complete } = searchRounds(
      { graph, noise, shapes: new ShapeCache(), limits: { ...LIMITS, candidates } },
      noCheckpoint,
    )
    expect(complete).toBe(true)
    expect(rounds[0]!.delta).toBeCloseTo(least, 12)
  }
})

it('are looked at once: thirty qubits, each coupled to each and all alike, are proved within few branches', () => {
  const { graph, noise } = parts(syntheticDevice(30, allToAll(30)))
  const { complete, branches, rounds } = searchRounds({ graph, noise, shapes: new ShapeCache() }, noCheckpoint)
  expect(complete).toBe(true)
  expect(branches).toBeLessThan(1_000)
  expect(rounds).toHaveLength(LIMITS.candidates)
})
