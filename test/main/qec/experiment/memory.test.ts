import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState, type RunMode } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import type { Decoding } from '../../../../main/qec/decoding/flag-lut'
import { baselineDefinition, baselineProgram } from '../../../../main/qec/experiment/baseline'
import { memoryProgram } from '../../../../main/qec/experiment/memory'
import type { CompiledRound, Graph, Layout } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { detectionAcceptance } from '../../../../main/qec/prediction/kept-shots'
import { bitAt, type FrameProgram } from '../../../../main/qec/program/frame'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { dataPlane, planeLayout, planeNames, roundPlane } from '../../../../main/qec/schedule/plane-layout'
import { swapCost } from '../../../../main/qec/schedule/route'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { decodeCorrection, decodeDetection } from '../fixtures/decoded-shots'
import { planRound } from '../fixtures/planned-rounds'
import { ratesAt as rates } from '../fixtures/rounds'
import { singleFaults } from '../reference/single-faults'

const simulator = createReferenceSimulator()
const freshSeed = () => BigInt(Math.floor(Math.random() * 2 ** 48))

const star: { graph: Graph; layout: Layout } = {
  graph: { sites: [0, 1, 2, 3, 4, 5, 6], edges: [0, 1, 2, 3, 4, 5].map(site => [site, 6] as const) },
  layout: { ancilla: 6, flag: 5, data: [0, 1, 2, 3, 4], routing: [] },
}
/** 3×3 with A in the middle: A walks through two empty sites. */
const square: { graph: Graph; layout: Layout } = {
  graph: {
    sites: [0, 1, 2, 3, 4, 5, 6, 7, 8],
    edges: [0, 1, 2, 3, 4, 5, 6, 7, 8].flatMap(site => [
      ...(site % 3 < 2 ? [[site, site + 1] as const] : []),
      ...(site < 6 ? [[site, site + 3] as const] : []),
    ]),
  },
  layout: { ancilla: 4, flag: 1, data: [0, 2, 6, 7, 8], routing: [3, 5] },
}
const durations = { single: () => 30, cz: () => 60, readout: () => 500, reset: () => 200 }
const compiledOn = ({ graph, layout }: typeof star): CompiledRound =>
  compileRound(planRound(graph, layout, swapCost)!, durations)

function experimentOn(compiled: CompiledRound, mode: RunMode, state: CardinalState, rounds: number, noise: FaultRates) {
  const { logical } = LOGICAL_OF[state]
  const readout = readoutFor(logical)
  const tables = decoderTables(enumerateFaults(compiled, { protocol: 'adaptive' }), compiled, rates(0.01))
  const layout = planeLayout(mode, { rounds })
  const decoding: Decoding = { layout, tables, readout, logical, flip_on_failed_check: false }
  return {
    program: memoryProgram({ compiled, rates: noise, readout, mode, state, rounds }),
    decode: mode === 'correction' ? decodeCorrection : decodeDetection,
    decoding,
    layout,
    readout,
  }
}

/** Op positions between which round `round` lies. */
function span(program: FrameProgram, compiled: CompiledRound, mode: RunMode, round: number): [number, number] {
  const lengths = (rounds: number) => experimentOn(compiled, mode, '0', rounds, rates(0.01)).program.ops.length
  const perRound = lengths(2) - lengths(1)
  const first = program.ops.findIndex(
    op =>
      op.op === 'measure' &&
      op.bit === roundPlane(planeLayout(mode, { rounds: 2 }), { round, kind: 'a', generator: 0 }),
  )
  const before = program.ops.findIndex(
    op =>
      op.op === 'measure' &&
      op.bit === roundPlane(planeLayout(mode, { rounds: 2 }), { round: 0, kind: 'a', generator: 0 }),
  )
  // Round 0 of detection is as long as any other; of correction, the round begins where its registers are set.
  const start =
    mode === 'detection'
      ? first - (before - program.ops.findIndex((op, i) => i > 0 && op.op === 'reset' && op.q > 4))
      : program.ops.findLastIndex((op, i) => i < first && op.op === 'set' && op.value === 1)
  return [start, start + perRound]
}

describe.each([
  ['the star', star],
  ['the 3×3 chiplet', square],
])('the encoded experiment on %s', (_, place) => {
  const compiled = compiledOn(place)

  it.each(['correction', 'detection'] as const)('never fails without noise in %s mode', async mode => {
    for (const state of CARDINAL_STATES) {
      const { program, decode, decoding } = experimentOn(compiled, mode, state, 3, rates(0))
      const { wrong, accepted } = decode(
        await simulator.sampleFrames(program, { shots: 200, seed: freshSeed() }),
        decoding,
      )
      expect(
        wrong.every(bit => bit === 0),
        `state ${state}`,
      ).toBe(true)
      expect(
        accepted.every(bit => bit === 1),
        `state ${state}`,
      ).toBe(true)
    }
  })

  it.each(['correction', 'detection'] as const)('survives every single fault of a round in %s mode', async mode => {
    const { program, decode, decoding } = experimentOn(compiled, mode, '+', 2, rates(0.01))
    const programs = singleFaults(program, ...span(program, compiled, mode, 1))
    expect(programs.length).toBeGreaterThan(400)
    const seed = freshSeed()
    let rejected = 0
    for (const faulty of programs) {
      const { wrong, accepted } = decode(await simulator.sampleFrames(faulty, { shots: 4, seed }), decoding)
      const lost = wrong.findIndex((bit, shot) => bit === 1 && accepted[shot] === 1)
      const fault = faulty.ops.findIndex((op, i) => op.op === 'pauli' || op !== program.ops[i])
      expect(lost, `fault at op ${fault}, seed ${seed}`).toBe(-1)
      rejected += accepted.filter(bit => bit === 0).length
    }
    if (mode === 'detection') expect(rejected).toBeGreaterThan(programs.length)
  })

  it('runs the repeat for triggered shots only, and nothing after a trigger', async () => {
    const { program, layout } = experimentOn(compiled, 'correction', '0', 3, rates(0.02))
    const shots = 500
    const planes = await simulator.sampleFrames(program, { shots, seed: freshSeed() })
    const bit = (shot: number, round: number, kind: 'a' | 'f' | 's', k: number) =>
      bitAt(planes, roundPlane(layout, { round, kind, generator: k }), shot)
    let triggered = 0
    for (let shot = 0; shot < shots; shot++) {
      let reference = [0, 1, 2, 3].map(k => bit(shot, 0, 'a', k))
      for (let round = 1; round <= 3; round++) {
        const at = [0, 1, 2, 3].find(k => bit(shot, round, 'a', k) !== reference[k] || bit(shot, round, 'f', k) === 1)
        const s = [0, 1, 2, 3].map(k => bit(shot, round, 's', k))
        const later = [0, 1, 2, 3].filter(k => at !== undefined && k > at)
        expect(later.some(k => bit(shot, round, 'a', k) === 1 || bit(shot, round, 'f', k) === 1)).toBe(false)
        if (at === undefined) expect(s).toEqual([0, 0, 0, 0])
        else [reference, triggered] = [s, triggered + 1]
      }
    }
    expect(triggered).toBeGreaterThan(100)
  })

  it('predicts the acceptance of detection', async () => {
    const noise = rates(0.006)
    const kept = detectionAcceptance({ compiled, rates: noise })
    for (const [state, rounds] of [
      ['0', 1],
      ['i', 3],
    ] as const) {
      const { program, decode, decoding } = experimentOn(compiled, 'detection', state, rounds, noise)
      const { accepted } = decode(await simulator.sampleFrames(program, { shots: 4000, seed: freshSeed() }), decoding)
      const measured = accepted.filter(kept => kept === 1).length / 4000
      const predicted = kept(state, rounds)
      const deviation = Math.sqrt((predicted * (1 - predicted)) / 4000)
      expect(Math.abs(measured - predicted) / deviation, `${measured} against ${predicted}`).toBeLessThan(6)
    }
  })
})

it('names as many planes as a round has, then the data', () => {
  const correction = planeLayout('correction', { rounds: 2 })
  expect(correction.total).toBe(3 * 12 + 5)
  expect(planeNames(correction)).toHaveLength(12 + 5)
  expect(planeNames(correction)[roundPlane(correction, { round: 0, kind: 's', generator: 3 })]).toBe('round.s3')
  expect(planeNames(planeLayout('detection', { rounds: 2 }))).toHaveLength(8 + 5)
  expect(dataPlane(correction, 4)).toBe(correction.total - 1)
})

describe('the physical baseline', () => {
  const noise: FaultRates = {
    cz: () => 0,
    single: () => 0.03,
    readout: () => 0.04,
    reset: () => 0.02,
    idle: (_, ns) => ({ px: 1e-5 * ns, py: 1e-5 * ns, pz: 5e-5 * ns }),
  }
  /** Probability that an odd number of independent flips happened. */
  const odd = (flips: number[]) => (1 - flips.reduce((product, flip) => product * (1 - 2 * flip), 1)) / 2
  const gate = 0.02
  const [bitFlip, phaseFlip] = [0.02, 0.06]

  it.each([
    ['0', [0.02, bitFlip, 0.04]],
    ['1', [0.02, gate, bitFlip, 0.04]],
    ['+', [0.02, gate, phaseFlip, gate, 0.04]],
    ['-i', [0.02, gate, phaseFlip, gate, 0.04]],
  ] as const)('fails in state %s as its parts say', async (state, flips) => {
    const shots = 20_000
    const planes = await simulator.sampleFrames(baselineProgram({ site: 0, state, duration_ns: 1000, rates: noise }), {
      shots,
      seed: freshSeed(),
    })
    let failures = 0
    for (let shot = 0; shot < shots; shot++) failures += bitAt(planes, 0, shot)
    expect(Math.abs(failures / shots - odd([...flips]))).toBeLessThan(0.015)
  })

  it('idles for the same time under pulses, each of which adds its error', async () => {
    const shots = 20_000
    const dd = { sequence: 'xy4', rounds: 2, pulse_ns: 30 } as const
    const echo: FaultRates = {
      ...noise,
      idle: (_, ns, refocused) => ({ px: 1e-5 * ns, py: 1e-5 * ns, pz: refocused ? 0 : 5e-5 * ns }),
    }
    const planes = await simulator.sampleFrames(
      baselineProgram({ site: 0, state: '+', duration_ns: 1000, rates: echo, dd }),
      { shots, seed: freshSeed() },
    )
    let failures = 0
    for (let shot = 0; shot < shots; shot++) failures += bitAt(planes, 0, shot)
    const eightPulses = Array.from({ length: 8 }, () => gate)
    expect(Math.abs(failures / shots - odd([0.02, gate, 0.01, ...eightPulses, gate, 0.04]))).toBeLessThan(0.015)
  })

  it('says what it shares with the encoded run, and idles without pulses where they do not fit', () => {
    expect(baselineDefinition(3000)).toContain('idling for exactly T_round × rounds (T_round = 3000 ns')
    const text = baselineDefinition(3000, { dd: 'x2', verified_preparation: true, fault_tolerant_readout: true })
    for (const part of ['x2 (2 pulses) in every T_round', 'verified preparation', 'flag']) expect(text).toContain(part)
    const tight = { sequence: 'xy4', rounds: 1, pulse_ns: 300 } as const
    expect(baselineProgram({ site: 0, state: '0', duration_ns: 1000, rates: noise, dd: tight })).toEqual(
      baselineProgram({ site: 0, state: '0', duration_ns: 1000, rates: noise }),
    )
  })
})
