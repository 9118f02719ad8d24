import { describe, expect, it } from 'vitest'
import { scoreRound } from '../../../../../main/qec/noise/score'
import { noiseModel } from '../../../../../main/qec/noise/transform'
import { usableGraph } from '../../../../../main/qec/noise/vetoes'
import { enumerateFaults } from '../../../../../main/qec/proof/enumeration'
import { compileRound } from '../../../../../main/qec/schedule/compile'
import { planKey } from '../../../../../main/qec/search/enumerate/round-plan'
import {
  type FaultToleranceCheck,
  type ModuleSelection,
  selectModule,
} from '../../../../../main/qec/search/enumerate/select'
import { ShapeCache } from '../../../../../main/qec/search/model/compiled-shapes'
import {
  CEPHEUS_TILES,
  type Device,
  latticeCouplings,
  NO_REAL_DEVICES,
  noCheckpoint,
  realDevice,
  syntheticDevice,
} from '../../devices'

const parts = ({ profile, snapshot }: Device, chiplet = 0) => ({
  graph: usableGraph(profile, snapshot, profile.chiplets[chiplet]!).graph,
  noise: noiseModel(profile, snapshot),
})

const shapes = new ShapeCache()

const select = (device: Device, isFaultTolerant: FaultToleranceCheck = () => true): ModuleSelection => {
  const { graph, noise } = parts(device)
  return selectModule(graph, { noise, selecting: { isFaultTolerant, shapes }, checkpoint: noCheckpoint })
}

describe('the selected layout', () => {
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

/** Δ_round of the best rounds on tiles of Cepheus while H's on empty sites were still counted. */
const BEFORE = [
  ['2026-04-16', 1, 2.8286202],
  ['2026-04-16', 10, 2.17609],
  ['2026-05-05', 10, 2.5842443],
] as const

describe.skipIf(NO_REAL_DEVICES)('on published devices', () => {
  it.each(BEFORE)(
    'of %s, tile %s, A moves with resets there and by SWAPs back, with no H on an empty site',
    (date, tile, before) => {
      const { profile, snapshot } = realDevice(`rigetti_cepheus_1_108q_${date}`, CEPHEUS_TILES)
      const { graph, noise } = parts({ profile, snapshot }, tile)
      const { best, outcome } = selectModule(graph, {
        noise,
        selecting: { isFaultTolerant: () => true, shapes },
        checkpoint: noCheckpoint,
      })
      expect(best).toMatchObject({ swap_count: 16, reset_move_count: 8, single_qubit_gate_count: 88 })
      expect(scoreRound(best!, noise).total).toBeLessThan(before * 0.997)
      expect(outcome.complete).toBe(true)
      expect(enumerateFaults(best!, { protocol: 'adaptive' })).toMatchObject({ ft_preserved: true, failures: 0 })
    },
  )
})

describe('the candidates', () => {
  const device = syntheticDevice(20, latticeCouplings(5, 4))
  const { noise } = parts(device)
  const { best, candidates } = select(device)

  it('begin with the selected layout and ascend', () => {
    const scores = candidates.map(({ round }) => round.delta)
    expect(candidates[0]!.layout).toEqual(best!.layout)
    expect(scores).toEqual([...scores].sort((a, b) => a - b))
    expect(candidates.length).toBeGreaterThanOrEqual(10)
  })

  it('are scored as their compiled rounds are', () => {
    for (const { plan, round } of candidates) {
      const compiled = compileRound(plan, noise)
      expect(round.delta).toBeCloseTo(scoreRound(compiled, noise).total, 12)
      expect(round.ns).toBeCloseTo(compiled.duration_ns, 6)
    }
  })

  it('are different placements, not relabellings of one', () => {
    const names = candidates.map(({ layout: { ancilla, flag, data } }) => `${ancilla} ${flag} ${[...data].sort()}`)
    expect(new Set(names).size).toBe(names.length)
  })

  it('are real schedules that keep fault tolerance when every single fault is injected', () => {
    for (const { plan } of candidates.slice(0, 2))
      expect(enumerateFaults(compileRound(plan, noise), { protocol: 'adaptive' }).ft_preserved).toBe(true)
  })
})

it('moves with resets where resets are good and short, with 56 CZs on a 3x3 chiplet, and keeps fault tolerance', () => {
  const { best } = select(
    syntheticDevice(9, latticeCouplings(3, 3), { qubit: () => ({ reset_fidelity: 0.9999, reset_length_ns: 20 }) }),
  )
  expect(best!).toMatchObject({ cz_count: 56, swap_count: 16, reset_move_count: 16 })
  expect(enumerateFaults(best!, { protocol: 'adaptive' }).ft_preserved).toBe(true)
})

it('moves by full SWAPs alone, with 72 CZs on a 3x3 chiplet, where resets are bad', () => {
  const { best } = select(syntheticDevice(9, latticeCouplings(3, 3), { qubit: () => ({ reset_fidelity: 0.9 }) }))
  expect(best!).toMatchObject({ cz_count: 72, swap_count: 16, reset_move_count: 0 })
})

describe('a schedule that is not fault tolerant', () => {
  const device = syntheticDevice(9, latticeCouplings(3, 3), { qubit: q => (q < 3 ? { readout_fidelity: 0.98 } : {}) })
  const first = select(device).best!
  const { noise } = parts(device)

  it('is never selected, however well it scores; the next best round is', () => {
    const key = planKey(first.plan)
    const { best, outcome } = select(device, asked => asked !== key)
    expect(planKey(best!.plan)).not.toBe(key)
    expect(scoreRound(best!, noise).total).toBeGreaterThanOrEqual(scoreRound(first, noise).total)
    expect(outcome.complete).toBe(true)
  })

  it('leaves no layout when none is', () => {
    const { best, outcome, candidates } = select(device, () => false)
    expect(best).toBeNull()
    expect(outcome.complete).toBe(false)
    expect(candidates.every(({ ft_preserved }) => !ft_preserved)).toBe(true)
  })
})
