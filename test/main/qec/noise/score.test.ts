import fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { pairKey } from '../../../../main/contract/calibration/compound-cz'
import type { DeltaRound } from '../../../../main/contract/modules/diagnostics'
import type { NoiseModel } from '../../../../main/qec/model/noise-model'
import type { CompiledRound, Layout } from '../../../../main/qec/model/round'
import {
  coherenceRatio,
  deltaPauli,
  idleGapsOnly,
  roleOf,
  scoreRound,
  shortestT2,
} from '../../../../main/qec/noise/score'
import { idleInfidelity, noiseModel } from '../../../../main/qec/noise/transform'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { swapCost } from '../../../../main/qec/schedule/route'
import { type Device, latticeCouplings, syntheticDevice } from '../devices'
import { planRound } from '../fixtures/planned-rounds'

/** A at the centre of a 3x3 chiplet: 16 SWAPs, 72 CZs a round. */
const CENTRE: Layout = { ancilla: 4, flag: 3, routing: [1, 7], data: [0, 2, 6, 5, 8] }
const GRAPH = { sites: [0, 1, 2, 3, 4, 5, 6, 7, 8], edges: latticeCouplings(3, 3) }
const PLAN = planRound(GRAPH, CENTRE, swapCost)!

const probability = fc.double({ min: 0.8, max: 1, noNaN: true })
const lifetime = fc.double({ min: 1, max: 500, noNaN: true })

const figures = fc.record({
  f1: fc.array(probability, { minLength: 9, maxLength: 9 }),
  ro: fc.array(probability, { minLength: 9, maxLength: 9 }),
  rs: fc.array(probability, { minLength: 9, maxLength: 9 }),
  t1: fc.array(lifetime, { minLength: 9, maxLength: 9 }),
  t2: fc.array(lifetime, { minLength: 9, maxLength: 9 }),
  cz: fc.array(probability, { minLength: 12, maxLength: 12 }),
})

const device = figures.map(({ f1, ro, rs, t1, t2, cz }): Device => {
  const edges = new Map(GRAPH.edges.map(([a, b], i) => [pairKey(a, b), i]))
  return syntheticDevice(9, latticeCouplings(3, 3), {
    qubit: q => ({
      fidelity_1q: f1[q]!,
      readout_fidelity: ro[q]!,
      reset_fidelity: rs[q]!,
      t1_us: t1[q]!,
      t2_us: t2[q]!,
    }),
    edge: (a, b) => ({ fidelity: cz[edges.get(pairKey(a, b))!]! }),
  })
})

const scored = ({ profile, snapshot }: Device) => {
  const noise = noiseModel(profile, snapshot)
  const round = compileRound(PLAN, noise)
  return { noise, round, delta: scoreRound(round, noise) }
}

/** The slow reference: walks the operations one by one. */
function recount(round: CompiledRound, noise: NoiseModel): number {
  let total = 0
  for (const segment of round.flagged)
    for (const { gate, sites } of segment.ops) {
      if (gate === 'CZ') total += 1 - noise.fidelityCz(sites[0]!, sites[1]!)
      if (gate === 'H') total += 1 - noise.fidelitySingle(sites[0]!)
      if (gate === 'M') total += 1 - noise.fidelityReadout(sites[0]!)
      if (gate === 'R') total += 1 - noise.fidelityReset(sites[0]!)
    }
  for (const site of round.layout.data) total += idleInfidelity(round.duration_ns, noise.t1(site), noise.t2(site))
  return total
}

const parts = ({ gate, measurement, idle, reset }: DeltaRound) =>
  gate.two_qubit + gate.single_qubit + measurement + idle + reset

describe('Δ_round', () => {
  it('is what a walk over the operations counts, and the sum of its parts, by kind and by place', () =>
    fc.assert(
      fc.property(device, chip => {
        const { noise, round, delta } = scored(chip)
        expect(delta.total).toBeCloseTo(recount(round, noise), 10)
        expect(parts(delta)).toBeCloseTo(delta.total, 12)
        expect(delta.gate.total).toBeCloseTo(delta.gate.two_qubit + delta.gate.single_qubit, 12)
        const byPlace = [...delta.edges.map(e => e.contribution), ...delta.sites.map(s => s.total)]
        expect(byPlace.reduce((a, b) => a + b, 0)).toBeCloseTo(delta.total, 10)
      }),
      { numRuns: 30 },
    ))

  it('rises by uses times any added error: uses are its derivative', () =>
    fc.assert(
      fc.property(
        device,
        fc.nat(11),
        fc.nat(8),
        fc.double({ min: 0.001, max: 0.1, noNaN: true }),
        (chip, e, q, step) => {
          const { noise, round, delta } = scored(chip)
          const edge = delta.edges[e % delta.edges.length]!
          const worseCz = {
            ...noise,
            fidelityCz: (a: number, b: number) =>
              noise.fidelityCz(a, b) - (pairKey(a, b) === pairKey(edge.a, edge.b) ? step : 0),
          }
          expect(scoreRound(round, worseCz).total - delta.total).toBeCloseTo(edge.uses * step, 10)
          const site = delta.sites[q]!
          const worse = (figure: (s: number) => number) => (s: number) => figure(s) - (s === site.qubit ? step : 0)
          const worseH = { ...noise, fidelitySingle: worse(noise.fidelitySingle) }
          const worseM = { ...noise, fidelityReadout: worse(noise.fidelityReadout) }
          const worseR = { ...noise, fidelityReset: worse(noise.fidelityReset) }
          expect(scoreRound(round, worseH).total - delta.total).toBeCloseTo(site.single_qubit_uses * step, 10)
          expect(scoreRound(round, worseM).total - delta.total).toBeCloseTo(site.measurements * step, 10)
          expect(scoreRound(round, worseR).total - delta.total).toBeCloseTo(site.resets * step, 10)
        },
      ),
      { numRuns: 30 },
    ))
})

describe('a round with A at the centre of a 3x3 chiplet', () => {
  let chip: ReturnType<typeof scored>
  beforeAll(() => {
    chip = scored(syntheticDevice(9, latticeCouplings(3, 3)))
  })

  it('uses 72 CZs, and A and F are measured and reset four times each', () => {
    expect(chip.delta.edges.reduce((sum, { uses }) => sum + uses, 0)).toBe(72)
    expect(chip.delta.edges.reduce((sum, { uses }) => sum + uses, 0)).toBe(chip.round.cz_count)
    const busy = chip.delta.sites.filter(({ measurements, resets }) => measurements > 0 || resets > 0)
    expect(busy.map(({ role, measurements, resets }) => [role, measurements, resets])).toEqual([
      ['ancilla', 4, 4],
      ['flag', 4, 4],
    ])
  })

  it('charges idling to the five data qubits, each for the whole round', () => {
    const idle = chip.delta.sites.filter(site => site.idle > 0)
    expect(idle.map(({ role }) => role)).toEqual(['D0', 'D1', 'D2', 'D3', 'D4'])
    expect(idle[0]!.idle).toBeCloseTo(idleInfidelity(chip.round.duration_ns, 200_000, 150_000), 12)
  })

  it('uses the flag edge eight times', () => {
    expect(chip.delta.edges.find(({ a, b }) => a === 3 && b === 4)!.uses).toBe(8)
  })

  it('counts 5/4, 3/2 and 1 in Pauli probabilities', () => {
    const { gate, idle, measurement, reset } = chip.delta
    const expected = 1.25 * gate.two_qubit + 1.5 * (gate.single_qubit + idle) + measurement + reset
    expect(deltaPauli(chip.delta)).toBeCloseTo(expected, 12)
  })

  it('charges less when only the gaps between operations are counted', () => {
    const gaps = idleGapsOnly(chip.round, chip.noise)
    expect(gaps).toBeGreaterThan(0)
    expect(gaps).toBeLessThan(chip.delta.idle)
  })

  it('compares its length with the shortest T2 among all its sites, routing included', () => {
    const { round } = chip
    const { profile, snapshot } = syntheticDevice(9, latticeCouplings(3, 3), {
      qubit: q => (q === 7 ? { t2_us: 20 } : {}),
    })
    const noise = noiseModel(profile, snapshot)
    expect(shortestT2(CENTRE, noise)).toBe(20_000)
    expect(coherenceRatio(round, noise)).toBe(round.duration_ns / 20_000)
  })

  it('names the role of each site', () => {
    expect([4, 3, 1, 7, 5, 8].map(site => roleOf(CENTRE, site))).toEqual([
      'ancilla',
      'flag',
      'routing',
      'routing',
      'D3',
      'D4',
    ])
    expect(roleOf(CENTRE, 99)).toBeNull()
  })
})
