import { monitorEventLoopDelay } from 'node:perf_hooks'
import { bench, describe } from 'vitest'
import { createReference } from '../../main/simulation/reference'
import { findAddon, nativeWith } from '../main/simulation/engines'
import { memoryProgram } from '../main/simulation/programs'
import { compare } from './compare'

const addon = findAddon()
const ROUNDS = 10
const memory = memoryProgram(ROUNDS)
const NATIVE_SHOTS = 400_000
const TWIN_SHOTS = 1_000

const sampler = (threads: number) => ({
  name: `native, ${threads} thread${threads > 1 ? 's' : ''}`,
  amount: NATIVE_SHOTS * ROUNDS,
  run: () => nativeWith(addon, threads).sampleFrames(memory, NATIVE_SHOTS, 1n),
})
const twin = {
  name: 'twin',
  amount: TWIN_SHOTS * ROUNDS,
  run: () => createReference().sampleFrames(memory, TWIN_SHOTS, 1n),
}

describe(`frame sampler, ${ROUNDS} rounds of a [[5,1,3]] memory at p = 1e-3, rounds of one shot`, () => {
  compare('shot-rounds', addon ? [sampler(2), sampler(1), twin] : [twin])
})

describe.skipIf(!addon)('event loop while two threads sample', () => {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  bench(
    'native, 2 threads, 4,000,000 shots',
    async () => {
      delay.enable()
      await nativeWith(addon).sampleFrames(memory, 4_000_000, 1n)
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
