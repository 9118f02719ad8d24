import { describe, expect, it } from 'vitest'
import { noisyCliffordProgram } from '../../../../main/simulation/noise/clifford-program'
import type { NoiseParameters } from '../../../../main/simulation/noise/parameters'
import { scheduleAsap } from '../../../../main/simulation/noise/schedule'
import { createNativeStabilizer } from '../../../../main/simulation/stabilizer/native'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { findAddon } from '../engine-fixtures'
import { gate, measure, when } from '../stabilizer/circuits'
import { lasting } from './parameter-fixtures'
import { cx01, depolarize1, depolarize2, gate1, ground, idle, type Matrix, notes } from './two-qubit-density'

const addon = findAddon()
const engine = addon ? createNativeStabilizer(addon) : createReferenceStabilizer()
const SHOTS = addon ? 1_000_000 : 20_000

const figures = (changes: Partial<NoiseParameters> = {}) =>
  lasting({ t1: q => 2_000 + 500 * q, t2: () => 1_500, ...changes })

/** Standard deviations between what came and what was to be expected, per outcome. */
const deviations = (counts: Map<string, number>, expected: readonly number[]) =>
  expected.map((p, i) => {
    const key = i.toString(2).padStart(2, '0')
    return Math.abs((counts.get(key) ?? 0) - SHOTS * p) / Math.sqrt(SHOTS * p * (1 - p) + 1e-9)
  })

describe('calibrated noise', () => {
  it('draws what the density matrix of the same channels says', async () => {
    const circuit = {
      num_qubits: 2,
      instructions: [
        ...[gate('h', 0), gate('h', 1), gate('x', 0), gate('h', 0), gate('h', 0), gate('h', 1)],
        ...[gate('cx', 0, 1), gate('swap', 0, 1), gate('x', 1), measure(1), measure(0)],
      ],
    }
    const f = figures()
    const noisyGate = (name: 'h' | 'x', q: number) => (rho: Matrix) =>
      depolarize1(q, f.gate1Error(q))(gate1(name, q)(rho))
    const exchange = (rho: Matrix): Matrix => [0, 2, 1, 3].map(i => [0, 2, 1, 3].map(j => rho[i]![j]!))
    // Qubit 1 is done at 100 ns and idles for qubit 0 until 200 ns; nobody idles after that.
    const steps = [
      ...[
        noisyGate('h', 0),
        noisyGate('h', 1),
        noisyGate('x', 0),
        noisyGate('h', 0),
        noisyGate('h', 0),
        noisyGate('h', 1),
      ],
      ...[idle(1, 100, f.t1(1), f.t2(1)), cx01, depolarize2(0.03)],
      ...[exchange, depolarize2(0.03), depolarize2(0.03), depolarize2(0.03), noisyGate('x', 1)],
    ]
    const rho = steps.reduce((state, step) => step(state), ground)
    const expected = notes(rho, [f.readoutError(0), f.readoutError(1)])
    const counts = await engine.countOutcomes(noisyCliffordProgram(circuit, f), { shots: SHOTS, seed: 3n })
    expect(Math.max(...deviations(counts, expected))).toBeLessThan(5)
  })

  it('twirls decay as the Kraus operators do, in both bases', async () => {
    const quiet = figures({ gate1Error: () => 0, gate2Error: () => 0, readoutError: () => 0 })
    const wait = [gate('x', 1), gate('x', 1), gate('x', 1), gate('x', 1), gate('h', 1), gate('x', 1)]
    for (const name of ['h', 'x'] as const) {
      const circuit = {
        num_qubits: 2,
        instructions: [gate(name, 0), ...wait, gate('barrier', 0, 1), gate(name, 0), measure(0), measure(1)],
      }
      const prepared = gate1('h', 1)(gate1(name, 0)(ground))
      const rho = gate1(name, 0)(idle(0, 250, quiet.t1(0), quiet.t2(0))(prepared))
      const readAt = idle(1, 0, 1, 1)(rho)
      const counts = await engine.countOutcomes(noisyCliffordProgram(circuit, quiet), { shots: SHOTS, seed: 4n })
      // Qubit 1 is a fair coin whatever its Paulis, so only qubit 0's figures are on trial.
      expect(Math.max(...deviations(counts, notes(readAt, [0, 0])))).toBeLessThan(5)
    }
  })

  it('applies the noise of a conditional gate only when the gate is executed', async () => {
    const f = figures({ gate1Error: () => 0.5, readoutError: () => 0, t1: () => 1e12, t2: () => 1e12 })
    const run = (value: 0 | 1) => {
      const instructions = [measure(0), when(0, value, gate('id', 1)), measure(1)]
      return engine.countOutcomes(noisyCliffordProgram({ num_qubits: 2, instructions }, f), { shots: 2_000, seed: 1n })
    }
    expect([...(await run(1)).keys()]).toEqual(['00'])
    expect([...(await run(0)).keys()]).toEqual(['00', '10'])
  })

  it('schedules each instruction as soon as its qubits and its condition are ready', () => {
    const instructions = [
      ...[gate('h', 0), gate('cx', 0, 1), gate('rz', 0), measure(1, 0), when(0, 1, gate('x', 0))],
      ...[gate('barrier', 0, 1), gate('h', 1)],
    ]
    const plan = scheduleAsap(instructions, figures())
    expect(plan.map(({ start_ns }) => start_ns)).toEqual([0, 50, 150, 150, 650, 700, 700])
    expect(plan.map(({ duration_ns }) => duration_ns)).toEqual([50, 100, 0, 500, 50, 0, 50])
    expect(plan[4]!.idles).toEqual([{ qubit: 0, ns: 500 }])
    expect(plan[6]!.idles).toEqual([{ qubit: 1, ns: 50 }])
    expect(plan[1]!.idles).toEqual([])
  })

  it('lets a condition wait for the feed-forward latency, during which qubits idle', () => {
    const instructions = [gate('h', 0), gate('cx', 0, 1), measure(1, 0), when(0, 1, gate('x', 0)), gate('h', 1)]
    const plan = scheduleAsap(instructions, { ...figures(), feedforwardLatency: 300 })
    expect(plan.map(({ start_ns }) => start_ns)).toEqual([0, 50, 150, 950, 650])
    expect(plan[3]!.idles).toEqual([{ qubit: 0, ns: 800 }])
  })

  it('names the instruction that is not Clifford', () => {
    const circuit = { num_qubits: 1, instructions: [gate('h', 0), gate('t', 0)] }
    expect(() => noisyCliffordProgram(circuit, figures())).toThrow('Instruction 1: t is not Clifford')
  })
})
