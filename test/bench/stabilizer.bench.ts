import { loadavg } from 'node:os'
import { bench, describe } from 'vitest'
import { noisyProgram } from '../../main/simulation/noise'
import { createNativeStabilizer } from '../../main/simulation/stabilizer_native'
import { stabilizerProgram } from '../../main/simulation/stabilizer_program'
import { createReferenceStabilizer } from '../../main/simulation/stabilizer_reference'
import { findAddon } from '../main/simulation/engines'
import { ghz, measure, picker, randomGate, range } from '../main/simulation/stabilizer_circuits'
import { compare } from './compare'

const addon = findAddon()
const twin = createReferenceStabilizer()

const pick = picker(2026)
const clifford100 = {
  num_qubits: 100,
  instructions: [...range(5_000).map(() => randomGate(pick, 100)), ...range(100).map(q => measure(q))],
}
const noise = {
  ...{ version: 'bench', calibration_id: 'bench', gate1Error: () => 3e-4, gate2Error: () => 3e-3 },
  ...{ readoutError: () => 1e-2, resetError: () => 1e-2, t1: () => 2e5, t2: () => 1e5 },
  ...{ gate1Length: () => 32, gate2Length: () => 68, readoutLength: () => 1_000, resetLength: () => 1_000 },
}

/** Stim's sample on one thread of the project's kind of machine, shots/s, as design/performance.md notes it. */
const cases = [
  { name: 'GHZ-20', program: stabilizerProgram(ghz(20)), stim: '6.2e7', shots: 1_000_000, twinShots: 500 },
  {
    name: '100-qubit Clifford',
    program: stabilizerProgram(clifford100),
    stim: '2.1e7',
    shots: 1_000_000,
    twinShots: 4,
  },
  {
    name: 'GHZ-20, calibrated noise',
    program: noisyProgram(ghz(20), noise),
    stim: null,
    shots: 1_000_000,
    twinShots: 500,
  },
]

for (const { name, program, stim, shots, twinShots } of cases) {
  const peer = stim === null ? 'no figure of Stim noted' : `Stim's sample, measured elsewhere: ${stim} shots/s`
  describe(`${name} (${peer}; load ${loadavg()[0]!.toFixed(1)})`, () => {
    const planes = (threads: number) => ({
      name: `planes, ${threads} thread${threads > 1 ? 's' : ''}`,
      amount: shots,
      run: () => createNativeStabilizer(addon!, { threads }).samplePlanes(program, shots, 1n),
    })
    const slow = { name: 'twin', amount: twinShots, run: () => twin.samplePlanes(program, twinShots, 1n) }
    compare('shots', addon ? [planes(2), planes(1), slow] : [slow])
  })
}

describe.skipIf(!addon)('counts of GHZ-20, 1,000,000 shots, one thread, strings included', () => {
  bench(
    'counts',
    async () => {
      await createNativeStabilizer(addon!, { threads: 1 }).countOutcomes(cases[0]!.program, 1_000_000, 1n)
    },
    { iterations: 7, time: 0, warmupIterations: 1 },
  )
})

describe.skipIf(!addon)('one shot of 1,000 qubits: 20,000 gates, then all measured', () => {
  const wide = picker(7)
  const program = stabilizerProgram({
    num_qubits: 1_000,
    instructions: [...range(20_000).map(() => randomGate(wide, 1_000)), ...range(1_000).map(q => measure(q))],
  })
  bench(
    'reference and one shot',
    async () => void (await createNativeStabilizer(addon!).samplePlanes(program, 1, 1n)),
    {
      iterations: 5,
      time: 0,
      warmupIterations: 1,
    },
  )
})
