/** Experiments with verified preparation and fault-tolerant readout, and what their single faults do. */
import { describe, expect, it } from 'vitest'
import { CARDINAL_STATES, type CardinalState, type RunMode } from '../../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../../main/qec/code/logical-readout'
import { decodeWindow } from '../../../../main/qec/decoding/cyclic-window'
import type { Decoding } from '../../../../main/qec/decoding/flag-lut'
import { measuredReading } from '../../../../main/qec/decoding/measurement-reading'
import { preparedShots } from '../../../../main/qec/decoding/prepared-shots'
import { experimentPlanes, type MemoryExperiment, memoryProgram } from '../../../../main/qec/experiment/memory'
import type { Graph, Layout } from '../../../../main/qec/model/round'
import type { FaultRates } from '../../../../main/qec/noise/rates'
import { UNIFORM_RATES } from '../../../../main/qec/noise/rates'
import { detectionAcceptance } from '../../../../main/qec/prediction/kept-shots'
import type { BitPlanes, FrameProgram } from '../../../../main/qec/program/frame'
import { enumerateFaults } from '../../../../main/qec/proof/enumeration'
import { decoderTables } from '../../../../main/qec/proof/flag-table'
import { compileRound } from '../../../../main/qec/schedule/compile'
import { planeLayout, type RunProtocol } from '../../../../main/qec/schedule/plane-layout'
import { swapCost } from '../../../../main/qec/schedule/route'
import { provenMeasurement } from '../../../../main/qec/spam/measurement-circuit'
import { provenPreparation } from '../../../../main/qec/spam/verified-preparation'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import { amongPrepared, decodeCorrection, decodeDetection } from '../fixtures/decoded-shots'
import type { PLACES } from '../fixtures/layouts'
import { planRound } from '../fixtures/planned-rounds'
import { freshSeed } from '../fixtures/random-bits'
import { TYPICAL } from '../fixtures/rounds'
import { singleFaults } from '../reference/single-faults'

export const simulator = createReferenceSimulator()
export const seedOf = () => BigInt(freshSeed())

export const scaled = (p: number): FaultRates => ({
  cz: () => p,
  single: () => p / 5,
  readout: () => p,
  reset: () => p / 2,
  idle: (_, ns) => ({ px: p * ns * 1e-4, py: p * ns * 1e-4, pz: p * ns * 2e-4 }),
})

const DECODERS = { adaptive: decodeCorrection, 'cyclic-window': decodeWindow } as const

export interface Wish {
  readonly mode: RunMode
  readonly protocol: RunProtocol
  readonly state: CardinalState
  readonly rounds: number
  readonly rates: FaultRates
  readonly attempts?: number
}

/** Verified preparation, rounds, fault-tolerant logical measurement; and what its bits come to. */
export function experimentOn(graph: Graph, layout: Layout, { attempts = 3, ...wish }: Wish) {
  const compiled = compileRound(planRound(graph, layout, swapCost)!, TYPICAL)
  const { preparation } = provenPreparation(graph, { layout, cost: swapCost, durations: TYPICAL })!
  const measurement = provenMeasurement(graph, layout, { cost: swapCost, durations: TYPICAL })!
  const { logical } = LOGICAL_OF[wish.state]
  const readout = readoutFor(logical)
  const experiment: MemoryExperiment = { compiled, readout, preparation, measurement, attempts, ...wish }
  const bits = planeLayout(wish.mode, { rounds: wish.rounds, protocol: wish.protocol })
  const planes = experimentPlanes(bits, experiment)
  const reading = measuredReading({ measurement, state: wish.state, mode: wish.mode, layout: bits, planes })
  const tables = decoderTables(enumerateFaults(compiled, { protocol: 'adaptive' }), compiled, scaled(0.01))
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

/** `most` single faults of each experiment at the most, from preparation to readout. */
export const singleFaultCases = (most: number, places: typeof PLACES): void =>
  describe.each([...places])('preparing and measuring fault tolerantly on %s', (_, graph, layout) => {
    it.each(MODES)(
      'survives every single fault from preparation to readout in %s mode, %s',
      async (mode, protocol) => {
        const state = THREE_STATES[Math.floor(Math.random() * 3)]!
        const wish = { mode, protocol, state, rounds: 1, rates: UNIFORM_RATES, attempts: 2 }
        const { program, decode } = experimentOn(graph, layout, wish)
        const seed = seedOf()
        const losing: string[] = []
        for (const faulty of thinned(singleFaults(program, 0, program.ops.length), most)) {
          const { wrong, accepted } = decode(await simulator.sampleFrames(faulty, { shots: 2, seed }))
          if (wrong.some((bit, shot) => bit === 1 && accepted[shot] === 1)) losing.push(injectedOpText(program, faulty))
        }
        expect(losing, `state ${state}, seed ${seed}`).toEqual([])
      },
      300_000,
    )
  })

/** All of them where they are few, else every n-th from a random start: the next run takes others. */
function thinned(programs: readonly FrameProgram[], most: number): readonly FrameProgram[] {
  const step = Math.ceil(programs.length / most)
  const start = Math.floor(Math.random() * step)
  return programs.filter((_, i) => i % step === start)
}

const injectedOpText = (program: FrameProgram, faulty: FrameProgram): string => {
  const at = faulty.ops.findIndex(
    (op, i) => op.op === 'pauli' || ('flip' in op && op.flip === 1 && program.ops[i] !== op),
  )
  return `op ${at}: ${JSON.stringify(faulty.ops[at])}`
}

/** Every state survives rounds without noise. */
export function noiselessCases(places: typeof PLACES): void {
  describe.each([...places])('preparing and measuring fault tolerantly on %s', (_, graph, layout) => {
    it.each(MODES)('never fails without noise in %s mode, %s', async (mode, protocol) => {
      for (const state of CARDINAL_STATES) {
        const { program, decode } = experimentOn(graph, layout, { mode, protocol, state, rounds: 2, rates: scaled(0) })
        const { wrong, accepted, attempts } = decode(
          await simulator.sampleFrames(program, { shots: 100, seed: seedOf() }),
        )
        expect([...new Set(wrong)], state).toEqual([0])
        expect([...new Set(accepted)], state).toEqual([1])
        expect(attempts.map(({ executed }) => executed)).toEqual([100, 0, 0])
      }
    })
  })
}

/** So many of `of` lie within six standard deviations of what is predicted, which is exact. */
export const expectAsPredicted = (count: number, of: number, predicted: number, reported: string) =>
  expect(Math.abs(count / of - predicted), `${count}/${of}, ${predicted}, ${reported}`).toBeLessThan(
    6 * Math.sqrt((predicted * (1 - predicted)) / of),
  )

/** What detection keeps. */
export function keptCases(places: typeof PLACES): void {
  it.each([...places])('predicts what detection keeps under strong noise on %s', async (_, graph, layout) => {
    const rates = scaled(0.004)
    const state = THREE_STATES[Math.floor(Math.random() * 3)]!
    const wish = { mode: 'detection', protocol: 'adaptive', state, rounds: 2, rates, attempts: 1 } as const
    const { program, decode, experiment } = experimentOn(graph, layout, wish)
    const seed = seedOf()
    const { accepted } = decode(await simulator.sampleFrames(program, { shots: 4000, seed }))
    const kept = accepted.filter(bit => bit === 1).length
    expectAsPredicted(kept, 4000, detectionAcceptance(experiment)(state, 2), `${state}, seed ${seed}`)
  })
}
