import { monitorEventLoopDelay } from 'node:perf_hooks'
import { bench, describe } from 'vitest'
import type { RunMode } from '../../../main/contract/model/protocols'
import { LOGICAL_OF, readoutFor } from '../../../main/qec/code/logical-readout'
import { memoryProgram as memoryExperiment } from '../../../main/qec/experiment/memory'
import type { FaultRates } from '../../../main/qec/noise/rates'
import { compileRound } from '../../../main/qec/schedule/compile'
import { swapCost } from '../../../main/qec/schedule/route'
import { createReferenceSimulator } from '../../../main/simulation/engines'
import { grid, STAR } from '../../main/qec/fixtures/graphs'
import { planRound } from '../../main/qec/fixtures/planned-rounds'
import { CHIPLET_LAYOUT, STAR_LAYOUT, TYPICAL } from '../../main/qec/fixtures/rounds'
import { findAddon, nativeWith } from '../../main/simulation/engine-fixtures'
import { memoryProgram } from '../../main/simulation/random-programs'
import { compare } from '../compare'
import { asPauliChannels, stimOfFrames, stimPeers } from '../peers/stim'

const addon = findAddon()
const ROUNDS = 10
const memory = memoryProgram(ROUNDS)
const NATIVE_SHOTS = 400_000
const TWIN_SHOTS = 1_000

const sampler = (threads: number) => ({
  name: `native, ${threads} thread${threads > 1 ? 's' : ''}`,
  amount: NATIVE_SHOTS * ROUNDS,
  run: () => nativeWith(addon, threads).sampleFrames(memory, { shots: NATIVE_SHOTS, seed: 1n }),
})
const reference = {
  name: 'reference',
  amount: TWIN_SHOTS * ROUNDS,
  run: () => createReferenceSimulator().sampleFrames(memory, { shots: TWIN_SHOTS, seed: 1n }),
}

describe(`frame sampler, ${ROUNDS} rounds of a [[5,1,3]] memory at p = 1e-3, rounds of one shot`, () => {
  compare('shot-rounds', addon ? [sampler(2), sampler(1), reference] : [reference])
})

const uniform = (p: number): FaultRates => ({
  cz: () => p,
  single: () => p,
  readout: () => p,
  reset: () => p,
  idle: () => ({ px: 0, py: 0, pz: 0 }),
})

/** Every site and edge its own figures, and decay wherever a qubit waits. */
const perSite: FaultRates = {
  cz: (a, b) => 0.002 + ((a * 7 + b * 7) % 11) * 5e-4,
  single: site => 2e-4 + site * 3e-5,
  readout: site => 0.008 + site * 7e-4,
  reset: site => 0.004 + site * 3e-4,
  idle: (site, ns) => ({ px: ns / (2e5 + site * 1e4), py: ns / (2e5 + site * 1e4), pz: ns / 3e5 }),
}

const star = compileRound(planRound(STAR, STAR_LAYOUT, swapCost)!, TYPICAL)
const chiplet = compileRound(planRound(grid(3, 3), CHIPLET_LAYOUT, swapCost)!, TYPICAL)
const SHOTS = 1_000_000

const experiment = (name: string, compiled: typeof star, mode: RunMode, rates: FaultRates, shots = SHOTS) => {
  const program = memoryExperiment({
    compiled,
    rates,
    readout: readoutFor(LOGICAL_OF['0'].logical),
    mode,
    state: '0',
    rounds: ROUNDS,
  })
  return {
    name,
    program,
    amount: shots * ROUNDS,
    run: () => nativeWith(addon!, 1).sampleFrames(program, { shots, seed: 1n }),
  }
}

describe.skipIf(!addon)(`compiled [[5,1,3]] memories, ${ROUNDS} rounds, one thread`, () => {
  compare('shot-rounds', [
    experiment('star, flagged, p = 1e-4', star, 'detection', uniform(1e-4)),
    experiment('star, flagged, p = 1e-3', star, 'detection', uniform(1e-3)),
    experiment('star, adaptive, p = 1e-3', star, 'correction', uniform(1e-3)),
    experiment('star, flagged, p = 1e-2', star, 'detection', uniform(1e-2)),
    experiment('star, flagged, per-site noise', star, 'detection', perSite),
    experiment('3x3, flagged, per-site noise', chiplet, 'detection', perSite),
    experiment('3x3, adaptive, per-site noise', chiplet, 'correction', perSite),
  ])
})

const stim = addon ? stimPeers() : () => []
const asWritten = (text: string) => text

/** The flagged passes, which Stim can say whole, beside it. */
const pairs: [string, typeof star, FaultRates, (text: string) => string][] = [
  ['star, p = 1e-4', star, uniform(1e-4), asWritten],
  ['star, p = 1e-3', star, uniform(1e-3), asWritten],
  ['star, p = 1e-2', star, uniform(1e-2), asWritten],
  ['star, per-site noise, as DEPOLARIZE2', star, perSite, asWritten],
  ['star, per-site noise, as PAULI_CHANNEL_2', star, perSite, asPauliChannels],
  ['3x3, per-site noise, as DEPOLARIZE2', chiplet, perSite, asWritten],
  ['3x3, per-site noise, as PAULI_CHANNEL_2', chiplet, perSite, asPauliChannels],
]

describe.skipIf(!addon).each(pairs)(
  `flagged [[5,1,3]] memory, ${ROUNDS} rounds, %s`,
  (_, compiled, rates, reported) => {
    const { program, ...ours } = experiment('frame sampler, one thread', compiled, 'detection', rates)
    compare('shot-rounds', [ours, ...stim(reported(stimOfFrames(program)), SHOTS, 'fastest', SHOTS * ROUNDS)])
  },
)

/** Of small runs, what counts is how soon they are there: compiling them takes longer than sampling. */
describe.skipIf(!addon)(`1,000 shots of [[5,1,3]] memories, ${ROUNDS} rounds, one thread`, () => {
  compare('shot-rounds', [
    experiment('star, flagged, per-site noise', star, 'detection', perSite, 1_000),
    experiment('3x3, flagged, per-site noise', chiplet, 'detection', perSite, 1_000),
    experiment('3x3, adaptive, per-site noise', chiplet, 'correction', perSite, 1_000),
  ])
})

describe.skipIf(!addon)('event loop while two threads sample', () => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  bench(
    'native, 2 threads, 4,000,000 shots',
    async () => {
      delay.enable()
      await nativeWith(addon).sampleFrames(memory, { shots: 4_000_000, seed: 1n })
      delay.disable()
    },
    {
      iterations: 3,
      time: 0,
      warmupIterations: 0,
      teardown: (_, mode) => {
        if (mode !== 'run') return
        const ms = (ns: number) => (ns / 1e6).toFixed(1)
        console.log(`event loop delay: median ${ms(delay.percentile(50))} ms, p99 ${ms(delay.percentile(99))} ms`)
      },
    },
  )
})
