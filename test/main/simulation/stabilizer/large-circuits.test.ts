import { describe, expect, it } from 'vitest'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import { type BitPlanes, bitAt } from '../../../../main/qec/program/frame'
import { createNativeStabilizer } from '../../../../main/simulation/stabilizer/native'
import { stabilizerProgram } from '../../../../main/simulation/stabilizer/program'
import { abortAfter, findAddon, freshSeed } from '../engine-fixtures'
import { gate, ghz, measure, range, when } from './circuits'
import { feedForward, layered, surfaceCode } from './large-circuits'

const addon = findAddon()
const sample = (circuit: Circuit, shots: number, seed = freshSeed()) =>
  createNativeStabilizer(addon!).samplePlanes(stabilizerProgram(circuit), { shots, seed })

const parity = (planes: BitPlanes, bits: readonly number[], shot: number) =>
  bits.reduce((sum, bit) => sum ^ bitAt(planes, bit, shot), 0)

describe.skipIf(!addon)('large circuits on the stabilizer engine', () => {
  it('give 5,000 qubits of a GHZ state one common value in every shot', async () => {
    const seed = freshSeed()
    const found = await createNativeStabilizer(addon!).countOutcomes(stabilizerProgram(ghz(5_000)), {
      shots: 2_000,
      seed,
    })
    expect([...found.keys()]).toEqual(['0'.repeat(5_000), '1'.repeat(5_000)])
    expect(Math.abs([...found.values()][0]! - 1_000), `seed ${seed}`).toBeLessThan(5.5 * Math.sqrt(500))
  })

  it('run a distance-25 surface code: Z checks and the logical Z stay 0, X checks repeat themselves', async () => {
    const [distance, rounds, shots] = [25, 4, 64]
    const circuit = surfaceCode(distance, rounds)
    expect(circuit.num_qubits).toBe(2 * distance ** 2 - 1)
    const planes = await sample(circuit, shots)
    const checks = distance ** 2 - 1
    const first = circuit.instructions.findIndex(({ name }) => name === 'h')
    const turned = circuit.instructions.slice(first).findIndex(({ name }) => name !== 'h')
    const isX = new Set(
      circuit.instructions.slice(first, first + turned).map(({ qubits }) => qubits[0]! - distance ** 2),
    )
    expect(isX.size).toBe(checks / 2)
    let heads = 0
    const wrong: { shot: number; check: number; values: number[] }[] = []
    for (const shot of range(shots))
      for (const check of range(checks)) {
        const values = range(rounds).map(round => bitAt(planes, round * checks + check, shot))
        const wanted = isX.has(check) ? values[0] : 0
        if (values.some(value => value !== wanted)) wrong.push({ shot, check, values })
        heads += values[0]!
      }
    expect(wrong).toEqual([])
    const coins = (shots * checks) / 2
    expect(Math.abs(heads - coins / 2)).toBeLessThan(5.5 * Math.sqrt(coins / 4))
    for (const shot of range(shots))
      for (const row of range(distance))
        expect(
          parity(
            planes,
            range(distance).map(column => rounds * checks + row * distance + column),
            shot,
          ),
        ).toBe(0)
  })

  it('undo 1,000 random qubits, with every gate done backwards', async () => {
    const gates = layered(1_000, 20).instructions.filter(({ name }) => name !== 'measure' && name !== 'reset')
    const inverse: Readonly<Record<string, string>> = { s: 'sdg', sdg: 's', sx: 'sxdg', sxdg: 'sx' }
    const back = gates.toReversed().flatMap(one => {
      if (one.name === 'iswap') return [one, one, one]
      if (one.name === 'u') {
        const [theta, phi, lambda] = one.params!
        return [{ ...one, params: [-theta!, -lambda!, -phi!] }]
      }
      return [{ ...one, name: inverse[one.name] ?? one.name, params: (one.params ?? []).map(angle => -angle) }]
    })
    const planes = await sample(
      { num_qubits: 1_000, instructions: [...gates, ...back, ...range(1_000).map(q => measure(q))] },
      64,
    )
    expect(planes.data.every(byte => byte === 0)).toBe(true)
  })

  // 600 qubits make tableaus so large that not every group can keep one.
  it.each([
    [60, 3_000],
    [600, 1_000],
  ])('follow shots that all choose differently on %i qubits', async (qubits, shots) => {
    const coins = 30
    const others = range(qubits - 2 * coins).map(q => gate('x', 2 * coins + q))
    const choices = range(coins).flatMap(q => [
      ...[gate('h', q), measure(q), when(q, 1, gate('h', coins + q)), when(q, 0, gate('x', coins + q))],
      measure(coins + q),
    ])
    const circuit = { num_qubits: qubits, instructions: [...others, ...choices] }
    const seed = freshSeed()
    const planes = await sample(circuit, shots, seed)
    const seen = [0, 0, 0, 0]
    for (const shot of range(shots))
      for (const q of range(coins)) seen[2 * bitAt(planes, q, shot) + bitAt(planes, coins + q, shot)]!++
    expect(seen[0], `seed ${seed}`).toBe(0)
    for (const [at, share] of [
      [1, 1 / 2],
      [2, 1 / 4],
      [3, 1 / 4],
    ] as const) {
      const expected = shots * coins * share
      expect(Math.abs(seen[at]! - expected), `seed ${seed}`).toBeLessThan(5.5 * Math.sqrt(expected * (1 - share)))
    }
  })

  it.each([
    ['the first run of 3,000 random qubits', layered(3_000, 40), 1],
    ['groups of one shot', feedForward(150, 6_000, 60), 1_000_000],
  ])('stop within 200 ms of processor time after an abort during %s', async (_, circuit, shots) => {
    const program = stabilizerProgram(circuit)
    const progress: number[] = []
    const { reason, computed_ms } = await abortAfter(500, signal =>
      createNativeStabilizer(addon!).countOutcomes(program, {
        shots,
        seed: 1n,
        signal,
        onProgress: f => progress.push(f),
      }),
    )
    expect(reason).toMatchObject({ message: 'enough' })
    expect(computed_ms).toBeLessThan(200)
    expect(progress.length).toBeGreaterThan(0)
    expect(progress.every(f => f >= 0 && f <= 1)).toBe(true)
  })
})
