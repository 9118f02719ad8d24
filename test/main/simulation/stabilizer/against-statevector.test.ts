import { describe, expect, it } from 'vitest'
import { Circuit } from '../../../../main/contract/jobs/circuit'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import type { StabilizerSimulator } from '../../../../main/simulation/model/stabilizer'
import { createNativeStabilizer } from '../../../../main/simulation/stabilizer/native'
import { stabilizerProgram } from '../../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { findAddon, freshSeed, nativeWith } from '../engine-fixtures'
import { type Conditions, randomCircuit } from './circuits'

const addon = findAddon()
const stabilizer: StabilizerSimulator = addon ? createNativeStabilizer(addon) : createReferenceStabilizer()
const statevector: Simulator = addon ? nativeWith(addon) : createReferenceSimulator()
const SHOTS = addon ? 20_000 : 500
/** What so many shots show beyond doubt, in radians. */
const ANGLE_OFF = addon ? 0.25 : 1
/** Outcomes seen less often than this, on both sides together, are taken as one. */
const FEW = 20

/**
 * Two samples of the same size from one distribution: the sum of (a - b)² / (a + b) follows chi-square. Given as
 * standard deviations above its mean, by the cube root of Wilson and Hilferty.
 */
function distance(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): number {
  const cells = [...new Set([...a.keys(), ...b.keys()])].map(key => [a.get(key) ?? 0, b.get(key) ?? 0] as const)
  const rare = cells.filter(([x, y]) => x + y < FEW)
  const together = rare.reduce<readonly [number, number]>(([x, y], cell) => [x + cell[0], y + cell[1]], [0, 0])
  const kept = [...cells.filter(([x, y]) => x + y >= FEW), together].filter(([x, y]) => x + y > 0)
  const freedom = kept.length - 1
  if (freedom === 0) return 0
  const sum = kept.reduce((total, [x, y]) => total + (x - y) ** 2 / (x + y), 0)
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(sum / freedom) - (1 - spread)) / Math.sqrt(spread)
}

describe('the stabilizer engine and the state vector', () => {
  it.each<[Conditions, number]>([
    ['none', 8],
    ['paulis', 6],
    ['any', 6],
    ['registers', 5],
  ])('sample one distribution, conditions: %s, up to %i qubits', async (conditions, most) => {
    for (let turn = 0; turn < 12; turn++) {
      const seed = freshSeed()
      const circuit = randomCircuit(Number(seed & 0x7fffffffn), 1 + (turn % most), 30, conditions)
      const [fast, amplitudes] = [
        await stabilizer.countOutcomes(stabilizerProgram(circuit), { shots: SHOTS, seed }),
        await statevector.countOutcomes(Circuit.parse(circuit), { shots: SHOTS, seed: seed ^ 1n }),
      ]
      expect(distance(fast, amplitudes), `seed ${seed}`).toBeLessThan(6)
    }
  })

  it('differs visibly when one angle is off, so that the comparison can fail', async () => {
    const turned = (angle: number) => ({
      num_qubits: 1,
      instructions: [
        { name: 'ry', qubits: [0], params: [angle] },
        { name: 'measure', qubits: [0], clbits: [0] },
      ],
    })
    const fast = await stabilizer.countOutcomes(stabilizerProgram(turned(Math.PI / 2)), { shots: SHOTS, seed: 1n })
    const amplitudes = await statevector.countOutcomes(turned(Math.PI / 2 + ANGLE_OFF), { shots: SHOTS, seed: 1n })
    expect(distance(fast, amplitudes)).toBeGreaterThan(6)
  })
})
