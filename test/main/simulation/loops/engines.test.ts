import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { clbitsOf } from '../../../../main/circuits/model/classical-bits'
import { unrolledLength } from '../../../../main/circuits/model/loops'
import { type LoopBits, unrollLoops } from '../../../../main/circuits/model/unroll'
import { validateCircuit } from '../../../../main/circuits/model/validate'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { chi2Above } from '../../../../main/qec/statistics/gamma'
import { createReferenceSimulator, loadEngines } from '../../../../main/simulation/engines'
import { finishedCounts } from '../../../../main/simulation/model/counts'
import { noisyCliffordProgram } from '../../../../main/simulation/noise/clifford-program'
import type { NoiseParameters } from '../../../../main/simulation/noise/parameters'
import { noisyTrajectoryProgram } from '../../../../main/simulation/noise/trajectory-program'
import { stabilizerProgram } from '../../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { exactOutcomes } from './exact-outcomes'

const { simulator, stabilizer, trajectories } = loadEngines()
const [plain, tableau, paths] = [createReferenceSimulator(), createReferenceStabilizer(), createReferenceTrajectories()]

/** A device that makes no error. */
const QUIET: NoiseParameters = {
  version: 'test',
  calibration_id: 'quiet',
  t1: () => 1e15,
  t2: () => 1e15,
  gate1Error: () => 0,
  gate2Error: () => 0,
  readoutError: () => 0,
  resetError: () => 0,
  gate1Length: () => 20,
  gate2Length: () => 40,
  readoutLength: () => 500,
  resetLength: () => 500,
  feedforwardLatency: 200,
}

/** Random programs of each kind. */
const PROGRAMS = 3

type Run = (circuit: Circuit, shots: number, seed: bigint) => Promise<Map<string, number>>
const ANY: Record<string, Run> = {
  'state vector': (circuit, shots, seed) => simulator.countOutcomes(circuit, { shots, seed }),
  'state vector in single precision': (circuit, shots, seed) =>
    simulator.countOutcomes(circuit, { shots, seed, precision: 'float32' }),
  'reference state vector': (circuit, shots, seed) => plain.countOutcomes(circuit, { shots, seed }),
  trajectories: (circuit, shots, seed) =>
    trajectories.countOutcomes(noisyTrajectoryProgram(circuit, QUIET), { shots, seed }),
  'reference trajectories': (circuit, shots, seed) =>
    paths.countOutcomes(noisyTrajectoryProgram(circuit, QUIET), { shots, seed }),
}
const CLIFFORD: Record<string, Run> = {
  stabilizer: (circuit, shots, seed) => stabilizer.countOutcomes(stabilizerProgram(circuit), { shots, seed }),
  'reference stabilizer': (circuit, shots, seed) => tableau.countOutcomes(stabilizerProgram(circuit), { shots, seed }),
  'Pauli noise': (circuit, shots, seed) =>
    stabilizer.countOutcomes(noisyCliffordProgram(circuit, QUIET), { shots, seed }),
}

async function counted(run: Run, circuit: Circuit, shots: number, seed: bigint) {
  const { circuit: flat, loops } = unrollLoops(circuit)
  return finishedCounts(await run(flat, shots, seed), loops as LoopBits)
}

/** Pearson's test over outcomes that are expected five times or more, the others together; the chance of more. */
async function chanceOf(run: Run, circuit: Circuit, shots: number, seed: bigint): Promise<number> {
  const { outcomes, unfinished } = exactOutcomes(circuit, clbitsOf(circuit))
  const { counts, unfinished_shots } = await counted(run, circuit, shots, seed)
  const pairs = [...outcomes].map(([bits, p]): [number, number] => [counts.get(bits) ?? 0, shots * p])
  for (const bits of counts.keys()) expect([...outcomes.keys()]).toContain(bits)
  pairs.push([unfinished_shots, shots * unfinished])
  const large = pairs.filter(([, expected]) => expected >= 5)
  const rest = pairs.filter(([, expected]) => expected < 5)
  const sum = (at: 0 | 1) => rest.reduce((total, pair) => total + pair[at], 0)
  const bins = sum(1) >= 5 ? [...large, [sum(0), sum(1)] as const] : large
  const statistic = bins.reduce((total, [seen, expected]) => total + (seen - expected) ** 2 / expected, 0)
  return bins.length < 2 ? 1 : chi2Above(statistic, bins.length - 1)
}

const on = (name: string, qubits: number[], more: Partial<Instruction> = {}): Instruction => ({ name, qubits, ...more })
const end = on('end', [])

/** Succeeds in a turn with sin²(θ/2); counts the turns modulo two in bit 1. */
const untilSuccess = (theta: number, max_iterations: number): Circuit => ({
  num_qubits: 2,
  instructions: [
    on('while', [], { condition: { clbit: 0, value: 0 }, max_iterations }),
    on('reset', [0]),
    theta === Math.PI / 2 ? on('h', [0]) : on('ry', [0], { params: [theta] }),
    on('measure', [0], { clbits: [0] }),
    on('x', [1]),
    end,
    on('measure', [1], { clbits: [1] }),
  ],
})

describe('repeat until success', () => {
  it.each([...Object.entries(ANY), ...Object.entries(CLIFFORD)])(
    'takes a geometric number of turns: %s',
    async (name, run) => {
      const theta = name in CLIFFORD ? Math.PI / 2 : 1.2
      const [success, shots] = [Math.sin(theta / 2) ** 2, name.startsWith('reference') ? 500 : 4_000]
      for (const bound of [1, 2, 5]) {
        const { counts, unfinished_shots } = await counted(run, untilSuccess(theta, bound), shots, BigInt(bound))
        const fails = (1 - success) ** bound
        const deviation = Math.sqrt(shots * fails * (1 - fails))
        // Five deviations: one time in a million for each of 24.
        expect(Math.abs(unfinished_shots - shots * fails)).toBeLessThan(5 * deviation)
        expect([...counts.keys()].every(bits => bits[1] === '1')).toBe(true)
      }
      // Turn k is the last with p (1-p)^(k-1); it is odd with 1 / (2 - p).
      const { counts, unfinished_shots } = await counted(run, untilSuccess(theta, 60), shots, 9n)
      const odd = 1 / (2 - success)
      expect(unfinished_shots).toBe(0)
      expect(Math.abs(counts.get('11')! - shots * odd)).toBeLessThan(5 * Math.sqrt(shots * odd * (1 - odd)))
    },
  )
})

/** Loops on three qubits and four bits: bodies of a few instructions, some under conditions, one loop within another. */
const qubit = fc.nat(2)
const clbit = fc.nat(3)
const bit = fc.constantFrom(0 as const, 1 as const)
const condition = fc.oneof(
  fc.record({ clbit, value: bit }),
  fc
    .uniqueArray(clbit, { minLength: 2, maxLength: 3 })
    .chain(clbits => fc.nat(2 ** clbits.length - 1).map(value => ({ clbits, value }))),
)
const gates = (rotations: boolean) =>
  fc.oneof(
    fc.tuple(fc.constantFrom('h', 's', 'x'), qubit).map(([name, q]) => on(name, [q])),
    fc.uniqueArray(qubit, { minLength: 2, maxLength: 2 }).map(qubits => on('cx', qubits)),
    ...(rotations
      ? [
          fc
            .tuple(qubit, fc.double({ min: 0.3, max: 2.8, noNaN: true }))
            .map(([q, angle]) => on('ry', [q], { params: [angle] })),
        ]
      : []),
    fc.tuple(qubit, clbit).map(([q, c]) => on('measure', [q], { clbits: [c] })),
    qubit.map(q => on('reset', [q])),
  )
const maybe = (rotations: boolean) =>
  fc
    .tuple(gates(rotations), fc.option(condition, { freq: 4 }))
    .map(([each, when]) => (when ? { ...each, condition: when } : each))
const body = (rotations: boolean) => fc.array(maybe(rotations), { minLength: 1, maxLength: 5 })
const loopOf = (inner: fc.Arbitrary<Instruction[]>) =>
  fc
    .tuple(fc.constantFrom('while', 'until'), condition, fc.integer({ min: 1, max: 3 }), inner)
    .map(([name, when, max_iterations, steps]) => [on(name, [], { condition: when, max_iterations }), ...steps, end])
const programs = (rotations: boolean): fc.Arbitrary<Circuit> => {
  const nested = fc
    .tuple(body(rotations), fc.option(loopOf(body(rotations)), { nil: [] }))
    .map(([a, b]) => [...a, ...b])
  return fc.tuple(body(rotations), loopOf(nested), body(rotations)).map(([before, loop, after]) => ({
    num_qubits: 3,
    num_clbits: 4,
    instructions: [
      ...before,
      ...loop,
      ...after,
      on('measure', [0], { clbits: [0] }),
      on('measure', [1], { clbits: [1] }),
    ],
  }))
}

describe('random programs with loops', () => {
  it.each([
    ['any gates', true, ANY],
    ['Clifford gates', false, CLIFFORD],
  ] as const)('have the outcomes of loops that are run as they are written: %s', async (_, rotations, engines) => {
    const seeds = fc.sample(fc.tuple(programs(rotations), fc.bigInt({ min: 0n, max: 2n ** 40n })), PROGRAMS)
    for (const [circuit, seed] of seeds) {
      expect(validateCircuit(circuit)).toEqual([])
      expect(unrollLoops(circuit).circuit.instructions.length).toBeLessThanOrEqual(unrolledLength(circuit.instructions))
      // Some fifty draws of a p-value.
      for (const [name, run] of Object.entries(engines))
        expect(
          await chanceOf(run, circuit, name.startsWith('reference') ? 300 : 1_000, seed),
          `${name}: ${JSON.stringify(circuit)} ${seed}`,
        ).toBeGreaterThan(1e-8)
    }
  })
})
