import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { scoredLayout } from '../../../main/qec/candidate'
import { adjacency } from '../../../main/qec/connected'
import { roundPrices } from '../../../main/qec/estimate'
import { enumerateFaults } from '../../../main/qec/faults'
import { LABELLINGS, labelled, labellings } from '../../../main/qec/labels'
import { LIMITS, shortlist } from '../../../main/qec/layouts'
import { noiseModel } from '../../../main/qec/noise'
import { type Selection, selectModule } from '../../../main/qec/select'
import { usableGraph } from '../../../main/qec/vetoes'
import {
  CEPHEUS_TILES,
  type Device,
  finish,
  latticeCouplings,
  NO_REAL_DEVICES,
  realDevice,
  syntheticDevice,
} from './devices'

const parts = ({ profile, snapshot }: Device, chiplet = 0) => ({
  graph: usableGraph(profile, snapshot, profile.chiplets[chiplet]!).graph,
  noise: noiseModel(profile, snapshot),
})

const select = (device: Device, chiplet = 0, verdict = (): boolean => true): Selection => {
  const { graph, noise } = parts(device, chiplet)
  return finish(selectModule(graph, noise, verdict))
}

/** The slow twin: every embedding with the labellings at `places`, planned, compiled and scored; the least Δ_round. */
function leastByHand(device: Device, chiplet: number, places: readonly number[]): number {
  const { graph, noise } = parts(device, chiplet)
  const { sketches } = finish(shortlist(graph, noise, { ...LIMITS, kept: 10_000 }))
  const deltas = sketches.flatMap(({ embedding, ns }) =>
    places.map(place => {
      const layout = labelled(embedding, LABELLINGS[place]!)
      return scoredLayout({ layout, delta: 0, ns }, graph, noise)!.delta.total
    }),
  )
  return Math.min(...deltas)
}

const EVERY = LABELLINGS.map((_, place) => place)
const NINE = { minLength: 9, maxLength: 9 }
const error = fc.double({ min: 1e-4, max: 3e-2, noNaN: true })
const lifetime = fc.double({ min: 20, max: 300, noNaN: true })

/** 3x3 chiplets with scattered figures. */
const chip = fc
  .record({
    f1: fc.array(error, NINE),
    ro: fc.array(error, NINE),
    t1: fc.array(lifetime, NINE),
    t2: fc.array(lifetime, NINE),
    cz: fc.array(error, { minLength: 12, maxLength: 12 }),
  })
  .map(({ f1, ro, t1, t2, cz }) => {
    let next = 0
    return syntheticDevice(9, latticeCouplings(3, 3), {
      qubit: q => ({ fidelity_1q: 1 - f1[q]! / 10, readout_fidelity: 1 - ro[q]!, t1_us: t1[q]!, t2_us: t2[q]! }),
      edge: () => ({ fidelity: 1 - cz[next++]! }),
    })
  })

describe('the selected layout', () => {
  it(
    'has the least Δ_round of all layouts of a 3x3 chiplet, or is within 0.2 % of it',
    () =>
      fc.assert(
        fc.property(chip, fc.nat(4), (device, shift) => {
          const sample = EVERY.filter(place => place % 5 === shift)
          expect(select(device).best!.delta.total).toBeLessThanOrEqual(leastByHand(device, 0, sample) * 1.002)
        }),
        { numRuns: 3 },
      ),
    120_000,
  )

  it.skipIf(NO_REAL_DEVICES)(
    'has the least Δ_round of all 1440 labelled layouts of a real chiplet',
    () => {
      const cepheus = realDevice('rigetti_cepheus_1_108q_2026-04-16', CEPHEUS_TILES)
      const best = select(cepheus, 10).best!.delta.total
      expect(best).toBeCloseTo(leastByHand(cepheus, 10, EVERY), 12)
    },
    120_000,
  )

  it('avoids a site that is a little worse than its mirror image', () => {
    const worse = (index: number) => ({ qubit: (q: number) => (q === index ? { readout_fidelity: 0.9 } : {}) })
    const { best } = select(syntheticDevice(20, latticeCouplings(5, 4), worse(6)))
    expect([best!.layout.ancilla, best!.layout.flag]).not.toContain(6)
  })

  it('lies elsewhere when its edge drifts', () => {
    const before = select(syntheticDevice(20, latticeCouplings(5, 4))).best!.layout
    const { ancilla, routing } = before
    const drifted = (a: number, b: number) =>
      [a, b].includes(ancilla) && [a, b].includes(routing[0]!) ? { fidelity: 0.95 } : {}
    const after = select(syntheticDevice(20, latticeCouplings(5, 4), { edge: drifted })).best!.layout
    expect([after.ancilla, ...after.routing].sort()).not.toEqual([ancilla, ...routing].sort())
  })
})

describe('the candidates', () => {
  const { best, candidates } = select(syntheticDevice(20, latticeCouplings(5, 4)))

  it('begin with the selected layout and ascend', () => {
    const scores = candidates.map(({ delta }) => delta.total)
    expect(candidates[0]!.layout).toEqual(best!.layout)
    expect(scores).toEqual([...scores].sort((a, b) => a - b))
    expect(candidates.length).toBeGreaterThanOrEqual(10)
  })

  it('are different embeddings, not relabellings of one', () => {
    const names = candidates.map(({ layout: { ancilla, flag, routing, data } }) =>
      JSON.stringify([ancilla, flag, routing, [...data].sort()]),
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('are real schedules that keep fault tolerance when every single fault is struck', () => {
    for (const { round } of candidates.slice(0, 2)) expect(enumerateFaults(round, 'adaptive').ft_preserved).toBe(true)
  })
})

it('a schedule that is not fault tolerant is never selected, however well it scores', () => {
  const device = syntheticDevice(9, latticeCouplings(3, 3), { qubit: q => (q < 3 ? { readout_fidelity: 0.98 } : {}) })
  const first = select(device).best!.layout
  const refuse = (round: { layout: typeof first }) => JSON.stringify(round.layout) !== JSON.stringify(first)
  const { graph, noise } = parts(device)
  const selection = finish(selectModule(graph, noise, refuse))
  expect(selection.best!.layout).not.toEqual(first)
  expect(selection.candidates.filter(({ ft_preserved }) => !ft_preserved)).toHaveLength(1)
  expect(select(device, 0, () => false).best).toBeNull()
})

it('labellings are all 120, ascending, and the estimate of each is near its compiled Δ_round', () => {
  const { graph, noise } = parts(syntheticDevice(9, latticeCouplings(3, 3)))
  const { sketches } = finish(shortlist(graph, noise))
  const around = adjacency(graph)
  const all = labellings(sketches[0]!.embedding, around, roundPrices(around, noise))
  expect(new Set(all.map(({ layout }) => layout.data.join())).size).toBe(120)
  expect(all.map(({ delta }) => delta)).toEqual(all.map(({ delta }) => delta).sort((a, b) => a - b))
  for (const labelling of [all[0]!, all[60]!, all[119]!]) {
    const exact = scoredLayout(labelling, graph, noise)!.delta.total
    expect(Math.abs(labelling.delta - exact) / exact).toBeLessThan(0.05)
  }
})
