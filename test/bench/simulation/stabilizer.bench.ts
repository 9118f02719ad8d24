import { loadavg } from 'node:os'
import { describe } from 'vitest'
import type { StabilizerProgram } from '../../../main/simulation/model/stabilizer'
import { noisyCliffordProgram } from '../../../main/simulation/noise/clifford-program'
import { createNativeStabilizer } from '../../../main/simulation/stabilizer/native'
import { stabilizerProgram } from '../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../main/simulation/stabilizer/reference'
import { findAddon } from '../../main/simulation/engine-fixtures'
import { ghz, measure, picker, randomGate, range } from '../../main/simulation/stabilizer/circuits'
import { feedForward, layered, surfaceCode } from '../../main/simulation/stabilizer/large-circuits'
import { type Contender, compare } from '../compare'
import { stimOfStabilizer, stimPeers } from '../peers/stim'

const addon = findAddon()
const reference = createReferenceStabilizer()

interface Case {
  readonly name: string
  readonly program: StabilizerProgram
  readonly shots: number
  /** Shots of the reference; 0 where it would take too long. */
  readonly referenceShots: number
  /** Whether distinct outcomes are few enough to count. */
  readonly counted?: boolean
}

const random = (qubits: number, gates: number) => {
  const pick = picker(2026)
  return {
    num_qubits: qubits,
    instructions: [...range(gates).map(() => randomGate(pick, qubits)), ...range(qubits).map(q => measure(q))],
  }
}

const noise = {
  version: 'bench',
  calibration_id: 'bench',
  gate1Error: () => 3e-4,
  gate2Error: () => 3e-3,
  readoutError: () => 1e-2,
  resetError: () => 1e-2,
  t1: (q: number) => 2e5 + q,
  t2: (q: number) => 1e5 + q,
  gate1Length: () => 32,
  gate2Length: () => 68,
  readoutLength: () => 1_000,
  resetLength: () => 1_000,
}

/** A multiple of 64, as ptb64 wants. */
const SHOTS = 1_000_000

const cases: readonly Case[] = [
  {
    name: 'GHZ-20',
    program: stabilizerProgram(ghz(20)),
    shots: SHOTS,
    referenceShots: 500,
    counted: true,
  },
  {
    name: '100-qubit random Clifford',
    program: stabilizerProgram(random(100, 5_000)),
    shots: SHOTS,
    referenceShots: 4,
  },
  {
    name: 'GHZ-20, calibrated noise',
    program: noisyCliffordProgram(ghz(20), noise),
    shots: SHOTS,
    referenceShots: 500,
    counted: true,
  },
  {
    name: '108 qubits, depth 50, mid-circuit measurements and resets, calibrated noise',
    program: noisyCliffordProgram(layered(108, 50), noise),
    shots: 100_000,
    referenceShots: 2,
  },
  {
    name: '100 qubits, 3,000 gates, 3 Hadamards that hang on outcomes',
    program: stabilizerProgram(feedForward(100, 3_000, 3)),
    shots: 100_000,
    referenceShots: 4,
  },
  {
    name: 'the same with 10 such Hadamards: 1,024 groups',
    program: stabilizerProgram(feedForward(100, 3_000, 10)),
    shots: 100_000,
    referenceShots: 4,
  },
  {
    name: 'the same with 40 such Hadamards: every shot chooses differently',
    program: stabilizerProgram(feedForward(100, 3_000, 40)),
    shots: 1_000,
    referenceShots: 4,
  },
  { name: 'GHZ-5000', program: stabilizerProgram(ghz(5_000)), shots: 100_000, referenceShots: 0 },
  {
    name: '1,000 random qubits, depth 50, mid-circuit measurements and resets',
    program: stabilizerProgram(layered(1_000, 50)),
    shots: 100_000,
    referenceShots: 0,
  },
  {
    name: 'the first shot alone of the same',
    program: stabilizerProgram(layered(1_000, 50)),
    shots: 1,
    referenceShots: 0,
  },
  {
    name: 'distance-25 surface code, 25 rounds',
    program: stabilizerProgram(surfaceCode(25, 25)),
    shots: 10_000,
    referenceShots: 0,
  },
  {
    name: 'distance-25 surface code, 25 rounds, calibrated noise',
    program: noisyCliffordProgram(surfaceCode(25, 25), noise),
    shots: 10_000,
    referenceShots: 0,
  },
]

const stim = addon ? stimPeers() : () => []

/**
 * The engine's ways to hand shots over, each of all bits of all shots, and the reference where it can keep up. What Stim writes
 * as b8 is our `b8`; our planes are the same bits not yet turned into shots, which is its ptb64.
 */
function contenders({ program, shots, referenceShots, counted = false }: Case): Contender[] {
  const native = (threads: number) => createNativeStabilizer(addon!, { threads })
  const ways = [
    { name: 'planes, 2 threads', run: () => native(2).samplePlanes(program, { shots, seed: 1n }) },
    { name: 'b8, 2 threads', run: () => native(2).sampleShots(program, { shots, seed: 1n }) },
    ...(counted
      ? [{ name: 'counts, 1 thread', run: () => native(1).countOutcomes(program, { shots, seed: 1n }) }]
      : []),
    { name: 'b8, 1 thread', run: () => native(1).sampleShots(program, { shots, seed: 1n }) },
    { name: 'planes, 1 thread', run: () => native(1).samplePlanes(program, { shots, seed: 1n }) },
  ]
  const fast = addon ? ways.map(way => ({ ...way, amount: shots })) : []
  const slow = {
    name: 'reference',
    amount: referenceShots,
    run: () => reference.samplePlanes(program, { shots: referenceShots, seed: 1n }),
  }
  const text = stimOfStabilizer(program)
  const peers =
    text === null ? [] : [...stim(text, shots, 'b8'), ...(shots % 64 === 0 ? stim(text, shots, 'ptb64') : [])]
  return [...(referenceShots > 0 ? [slow] : []), ...fast, ...peers]
}

for (const one of cases)
  describe(`${one.name} (${one.program.ops.length} ops; load ${loadavg()[0]!.toFixed(1)})`, () => {
    compare('shots', contenders(one))
  })
