import { describe, expect, it } from 'vitest'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import { idleInfidelity } from '../../../../main/qec/noise/transform'
import { noisyCliffordProgram } from '../../../../main/simulation/noise/clifford-program'
import type { NoiseParameters } from '../../../../main/simulation/noise/parameters'
import { decay, noisyTrajectoryProgram } from '../../../../main/simulation/noise/trajectory-program'
import { createNativeStabilizer } from '../../../../main/simulation/stabilizer/native'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { trajectoryCost } from '../../../../main/simulation/trajectories/cost'
import { createNativeTrajectories } from '../../../../main/simulation/trajectories/native'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { findAddon, freshSeed } from '../engine-fixtures'
import { gate, measure, randomCircuit, when } from '../stabilizer/circuits'
import { exactOutcomes } from '../trajectories/density-matrix'
import { lasting } from './parameter-fixtures'

const addon = findAddon()
const trajectories = addon ? createNativeTrajectories(addon) : createReferenceTrajectories()
const stabilizer = addon ? createNativeStabilizer(addon) : createReferenceStabilizer()
const SHOTS = addon ? 100_000 : 5_000

const quiet = { gate1Error: () => 0, gate2Error: () => 0, readoutError: () => 0, resetError: () => 0 }
const circuitOf = (num_qubits: number, ...instructions: Instruction[]): Circuit => ({ num_qubits, instructions })

/** Qubit 0 waits `count` gates of qubit 1 between `before` and `after`. */
const waiting = (count: number, before: Instruction[], after: Instruction[]) =>
  circuitOf(
    2,
    gate('x', 1),
    ...before,
    ...Array.from({ length: count }, () => gate('x', 1)),
    gate('barrier', 0, 1),
    ...after,
    measure(0),
  )

const shareOfOne = (circuit: Circuit, f: NoiseParameters) =>
  exactOutcomes(noisyTrajectoryProgram(circuit, f)).get('1') ?? 0

describe('calibrated noise for any circuit', () => {
  it('is that of the Pauli frames where nothing decays', async () => {
    for (let i = 0; i < 8; i++) {
      const seed = freshSeed()
      const circuit = randomCircuit(Number(seed & 0xffffffffn), 3, 12, 'any') as Circuit
      const [frames, exact] = [
        await stabilizer.countOutcomes(noisyCliffordProgram(circuit, lasting()), { shots: SHOTS, seed }),
        await trajectories.countOutcomes(noisyTrajectoryProgram(circuit, lasting()), { shots: SHOTS, seed }),
      ]
      for (const bits of new Set([...frames.keys(), ...exact.keys()])) {
        const [a, b] = [frames.get(bits) ?? 0, exact.get(bits) ?? 0]
        const slack = 6 * Math.sqrt(a + b) + 6
        expect(Math.abs(a - b), `seed ${seed}: ${bits} came ${a} and ${b} times`).toBeLessThanOrEqual(slack)
      }
    }
  })

  it('lets a waiting |1> decay as exp(-t/T1), and |0> stay', () => {
    const f = lasting({ ...quiet, t1: () => 400, t2: () => 500 })
    // The X of qubit 0 ends at 50 ns, like the first of qubit 1; the others last until 50 (count + 1).
    for (const count of [1, 4, 20]) {
      expect(shareOfOne(waiting(count, [gate('x', 0)], []), f)).toBeCloseTo(Math.exp((-50 * count) / 400), 9)
      expect(shareOfOne(waiting(count, [gate('id', 0)], []), f)).toBeCloseTo(0, 12)
    }
  })

  it('lets a waiting |+> lose its coherence as exp(-t/T2), held to 2 T1', () => {
    const h = [gate('h', 0)]
    const f = lasting({ ...quiet, t1: () => 400, t2: () => 500 })
    expect(shareOfOne(waiting(4, h, h), f)).toBeCloseTo((1 - Math.exp(-200 / 500)) / 2, 9)
    const unphysical = lasting({ ...quiet, t1: () => 400, t2: () => 5_000 })
    expect(shareOfOne(waiting(4, h, h), unphysical)).toBeCloseTo((1 - Math.exp(-200 / 800)) / 2, 9)
  })

  it.each([
    [10, 400, 500],
    [300, 400, 800],
    [2_000, 400, 30],
  ])('decays with the average infidelity that the twirl has: t = %d, T1 = %d, T2 = %d', (t, t1, t2) => {
    const { gamma, pz } = decay(t, t1, t2)
    // Average fidelity (2 F_e + 1) / 3, F_e from the traces of the Kraus operators.
    const entanglement = (1 - pz) * ((1 + Math.sqrt(1 - gamma)) / 2) ** 2 + pz * ((1 - Math.sqrt(1 - gamma)) / 2) ** 2
    expect(1 - (2 * entanglement + 1) / 3).toBeCloseTo(idleInfidelity(t, t1, t2), 12)
  })

  it('applies the noise of a conditional gate, an id included, only when the gate is executed', () => {
    const f = lasting({ ...quiet, gate1Error: () => 0.5 })
    const run = (value: 0 | 1) => {
      const circuit = circuitOf(2, measure(0), when(0, value, gate('id', 1)), measure(1))
      return exactOutcomes(noisyTrajectoryProgram(circuit, f)).get('10') ?? 0
    }
    expect(run(1)).toBeCloseTo(0, 12)
    expect(run(0)).toBeCloseTo(0.5, 12)
  })

  it('runs on the qubits that are touched alone, and keeps the width of the circuit', () => {
    const far = {
      ...circuitOf(108, gate('h', 107), gate('t', 107), gate('cz', 107, 90), measure(90, 1)),
      num_clbits: 4,
    }
    expect(noisyTrajectoryProgram(far, lasting())).toMatchObject({ qubits: 2, clbits: 4 })
  })
})

describe('the work of trajectories', () => {
  const program = (size: number, noise: number) =>
    noisyTrajectoryProgram(
      circuitOf(
        size,
        ...Array.from({ length: 10 }, () => Array.from({ length: size - 1 }, (_, q) => gate('cz', q, q + 1))).flat(),
        measure(0),
      ),
      lasting({ ...quiet, gate2Error: () => noise }),
    )

  it('takes one trajectory without noise, and one for each shot where an error is certain', () => {
    const shots = 10_000
    expect(trajectoryCost(program(14, 0), shots)).toBeLessThan(3 * 2 ** 14 * 140 + 2_000 * shots)
    expect(trajectoryCost(program(14, 0.3), shots)).toBeGreaterThan(0.8 * 2 ** 14 * 130 * shots)
  })

  it('grows with shots, qubits and noise', () => {
    expect(trajectoryCost(program(10, 0.01), 2_000)).toBeGreaterThan(trajectoryCost(program(10, 0.01), 1_000))
    expect(trajectoryCost(program(12, 0.01), 1_000)).toBeGreaterThan(trajectoryCost(program(10, 0.01), 1_000))
    expect(trajectoryCost(program(10, 0.02), 1_000)).toBeGreaterThan(trajectoryCost(program(10, 0.01), 1_000))
  })
})
