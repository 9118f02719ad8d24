import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState, type RunMode } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { type Decoding, decodeCorrection, decodeDetection } from '../../../../main/qec/decoding/flag-lut'
import { measuredReading } from '../../../../main/qec/decoding/measurement-reading'
import { amongPrepared, attemptRate, preparedShots } from '../../../../main/qec/decoding/prepared-shots'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import { attemptPlane, checkBit, extraPlaneNames } from '../../../../main/qec/program/extra-planes'
import type { BitPlanes, FrameProgram } from '../../../../main/qec/program/frame'
import { entryEffects } from '../../../../main/qec/program/frame-faults'
import { provenMeasurement } from '../../../../main/qec/experiment/measurement'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../../../main/qec/experiment/memory'
import { encodingMethod, readoutMethodOf } from '../../../../main/qec/experiment/methods-text'
import { ENCODING_METHOD } from '../../../../main/qec/program/product-state'
import { localQubits, segmentOps } from '../../../../main/qec/program/noisy-ops'
import { attemptAcceptance, preparationVerdict, provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import type { Graph, Layout } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { detectionAcceptance } from '../../../../main/qec/prediction/kept-shots'
import { EVERY_FAULT } from '../../../../main/qec/proof/everyfault'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { planeLayout, type RunProtocol } from '../../../../main/qec/schedule/plane-layout'
import { planRound, swapCost } from '../../../../main/qec/schedule/route'
import { createReference } from '../../../../main/simulation/reference'
import { freshSeed } from '../fixtures/random-bits'
import { PLACES } from '../fixtures/layouts'
import { TYPICAL } from '../fixtures/rounds'
import { singleFaults } from '../reference/single-faults'

const simulator = createReference()
const seedOf = () => BigInt(freshSeed())

const scaled = (p: number): FaultRates => ({
  cz: () => p,
  single: () => p / 5,
  readout: () => p,
  reset: () => p / 2,
  idle: (_, ns) => ({ px: p * ns * 1e-4, py: p * ns * 1e-4, pz: p * ns * 2e-4 }),
})

const DECODERS = { adaptive: decodeCorrection, 'cyclic-window': decodeWindow } as const

interface Wish {
  readonly mode: RunMode
  readonly protocol: RunProtocol
  readonly state: CardinalState
  readonly rounds: number
  readonly rates: FaultRates
  readonly attempts?: number
}

/** Verified preparation, rounds, fault-tolerant logical measurement; and what its bits come to. */
function experimentOn(graph: Graph, layout: Layout, { attempts = 3, ...wish }: Wish) {
  const compiled = compileRound(planRound(graph, layout, swapCost)!, TYPICAL)
  const { preparation } = provenPreparation(graph, layout, swapCost, TYPICAL)!
  const measurement = provenMeasurement(graph, layout, swapCost, TYPICAL)!
  const { logical } = LOGICAL_OF[wish.state]
  const readout = readoutFor(logical)
  const experiment: MemoryExperiment = { compiled, readout, preparation, measurement, attempts, ...wish }
  const bits = planeLayout(wish.mode, wish.rounds, wish.protocol)
  const planes = experimentPlanes(bits, experiment)
  const reading = measuredReading({ measurement, state: wish.state, mode: wish.mode, layout: bits, planes })
  const tables = decoderTables(enumerateFaults(compiled, 'adaptive'), compiled, scaled(0.01))
  const decoding: Decoding = { layout: bits, tables, readout, logical, flip_on_failed_check: false, reading }
  const decoder = wish.mode === 'detection' ? decodeDetection : DECODERS[wish.protocol]
  const decode = (shots: BitPlanes) => {
    const prepared = preparedShots(shots, planes)
    return { ...amongPrepared(decoder(shots, decoding), prepared), attempts: prepared.attempts }
  }
  return { program: memoryProgram(experiment), decode, experiment, preparation, measurement, planes, bits }
}

const MODES = [
  ['correction', 'adaptive'],
  ['correction', 'cyclic-window'],
  ['detection', 'adaptive'],
] as const

/** Whatever depends on a state's letter or sign shows in one of these. */
const THREE_STATES = ['0', '-', 'i'] as const

describe.each(PLACES)('preparing and measuring fault tolerantly on %s', (_, graph, layout) => {
  it.each(MODES)('never fails without noise in %s mode, %s', async (mode, protocol) => {
    for (const state of CARDINAL_STATES) {
      const { program, decode } = experimentOn(graph, layout, { mode, protocol, state, rounds: 2, rates: scaled(0) })
      const { wrong, accepted, attempts } = decode(await simulator.sampleFrames(program, 100, seedOf()))
      expect([...new Set(wrong)], state).toEqual([0])
      expect([...new Set(accepted)], state).toEqual([1])
      expect(attempts.map(({ executed }) => executed)).toEqual([100, 0, 0])
    }
  })

  it.each(MODES)(
    'survives every single fault from preparation to readout in %s mode, %s',
    async (mode, protocol) => {
      const state = THREE_STATES[Math.floor(Math.random() * 3)]!
      const wish = { mode, protocol, state, rounds: 1, rates: EVERY_FAULT, attempts: 2 }
      const { program, decode } = experimentOn(graph, layout, wish)
      const seed = seedOf()
      const losing: string[] = []
      for (const faulty of thinned(singleFaults(program, 0, program.ops.length))) {
        const { wrong, accepted } = decode(await simulator.sampleFrames(faulty, 2, seed))
        if (wrong.some((bit, shot) => bit === 1 && accepted[shot] === 1)) losing.push(strikeOf(program, faulty))
      }
      expect(losing, `state ${state}, seed ${seed}`).toEqual([])
    },
    120_000,
  )
})

/** All of them where they are few, else every n-th from a random start: the next run takes others. */
function thinned(programs: readonly FrameProgram[], most = 700): readonly FrameProgram[] {
  const step = Math.ceil(programs.length / most)
  const start = Math.floor(Math.random() * step)
  return programs.filter((_, i) => i % step === start)
}

const strikeOf = (program: FrameProgram, faulty: FrameProgram): string => {
  const at = faulty.ops.findIndex(
    (op, i) => op.op === 'pauli' || ('flip' in op && op.flip === 1 && program.ops[i] !== op),
  )
  return `op ${at}: ${JSON.stringify(faulty.ops[at])}`
}

/** So many of `of` lie within six standard deviations of what is predicted, which is exact. */
const expectAsPredicted = (count: number, of: number, predicted: number, told: string) =>
  expect(Math.abs(count / of - predicted), `${count}/${of}, ${predicted}, ${told}`).toBeLessThan(
    6 * Math.sqrt((predicted * (1 - predicted)) / of),
  )

it.each([0.004, 0.02])('repeats the preparation until it is accepted, as often as predicted, at %s', async p => {
  const rates = scaled(p)
  const [, graph, layout] = PLACES[3]!
  const wish = { mode: 'correction', protocol: 'adaptive', state: '+', rounds: 1, rates, attempts: 4 } as const
  const { program, decode, preparation } = experimentOn(graph, layout, wish)
  const seed = seedOf()
  const shots = 3000
  const { attempts, accepted } = decode(await simulator.sampleFrames(program, shots, seed))
  const { accepted: kept, executed } = attemptRate(attempts)
  expectAsPredicted(kept, executed, attemptAcceptance(preparation, rates), `seed ${seed}`)
  for (let t = 1; t < 4; t++) expect(attempts[t]!.executed).toBe(attempts[t - 1]!.rejected)
  expect(accepted.filter(bit => bit === 0)).toHaveLength(attempts[3]!.rejected)
})

it.each(PLACES)('predicts what detection keeps under strong noise on %s', async (_, graph, layout) => {
  const rates = scaled(0.004)
  const state = THREE_STATES[Math.floor(Math.random() * 3)]!
  const wish = { mode: 'detection', protocol: 'adaptive', state, rounds: 2, rates, attempts: 1 } as const
  const { program, decode, experiment } = experimentOn(graph, layout, wish)
  const seed = seedOf()
  const { accepted } = decode(await simulator.sampleFrames(program, 4000, seed))
  const kept = accepted.filter(bit => bit === 1).length
  expectAsPredicted(kept, 4000, detectionAcceptance(experiment)(state, 2), `${state}, seed ${seed}`)
})

it('names every plane once, those of the rounds where they were', () => {
  const [, graph, layout] = PLACES[0]!
  for (const [mode, length] of [
    ['correction', 11],
    ['detection', 6],
  ] as const) {
    const wish = { mode, protocol: 'adaptive', state: '0', rounds: 3, rates: scaled(0), attempts: 2 } as const
    const { program, planes, bits } = experimentOn(graph, layout, wish)
    expect(planes.preparation).toBe(bits.total)
    expect(program.bits).toBe(bits.total + 2 * 6 + length)
    const names = extraPlaneNames(planes)
    expect(new Set(names).size).toBe(2 * 6 + length)
    expect(names[attemptPlane(planes, 1, checkBit('f2')) - bits.total]).toBe('final.prepare1.f2')
    expect(names[planes.measurement! + checkBit('a1') - bits.total]).toBe('final.logical.a1')
  }
})

it('says in the record how it prepared and read', () => {
  const [, graph, layout] = PLACES[3]!
  const wish = { mode: 'correction', protocol: 'adaptive', state: '0', rounds: 1, rates: scaled(0) } as const
  const { preparation, measurement } = experimentOn(graph, layout, wish)
  const encoding = encodingMethod(preparation, preparationVerdict(preparation), 3)
  expect(encoding).toContain('2 by CZ between neighbours, 3 through the ancilla')
  expect(encoding).toContain('at most 3 times')
  expect(encoding).toMatch(/ 0 of its [0-9]+ single faults/)
  expect(encodingMethod()).toBe(ENCODING_METHOD)
  expect(readoutMethodOf([], measurement)).toMatch(/representatives (?:[IXZ]{5}, ){2}[IXZ]{5}, flagged/)
  const product = readoutMethodOf([readoutFor(LOGICAL_OF['0'].logical)])
  expect(product).toContain('not fully self-checking')
})

it.each(PLACES)('does not mind on %s what empty sites hold', (_, graph, layout) => {
  const { qubits, local } = localQubits({ layout })
  const { preparation } = provenPreparation(graph, layout, swapCost, TYPICAL)!
  const { segment, repeat } = provenMeasurement(graph, layout, swapCost, TYPICAL)!
  for (const part of [preparation.segment, segment, repeat]) {
    const ops = segmentOps(part, local, EVERY_FAULT, checkBit)
    const entry = entryEffects({ ops, qubits, bits: Array.from({ length: 11 }, (_, i) => i) })
    for (const site of layout.routing)
      for (const { flips, x, z } of [entry.x[local(site)]!, entry.z[local(site)]!])
        expect({ flips, data: (x | z) & 31 }).toEqual({ flips: 0, data: 0 })
  }
})
