import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Instruction } from '../../../../main/contract/jobs/circuit'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
import type { Simulator } from '../../../../main/simulation/model/simulator'
import { findAddon, freshSeed, nativeWith } from '../engine-fixtures'
import { layered } from '../random-programs'
import { circuitOf, gateCircuit, SHAPES } from './random-circuits'
import { randomCircuitCases } from './random-circuits.cases'
import { farthest, fastState, slowState, total } from './states'

const addon = findAddon()
const engines: [string, Simulator][] = [['reference', createReferenceSimulator()]]
if (addon) engines.push(['native', nativeWith(addon)])

const gate = (name: string, ...qubits: number[]): Instruction => ({ name, qubits })
const turn = (name: string, params: number[], ...qubits: number[]): Instruction => ({ name, qubits, params })
const measure = (q: number, c: number): Instruction => ({ name: 'measure', qubits: [q], clbits: [c] })
const when = (clbit: number, value: 0 | 1, instruction: Instruction): Instruction => ({
  ...instruction,
  condition: { clbit, value },
})

/** Equal circuits, phases included, from the definitions in OpenQASM's stdgates.inc. */
const a = 0.7
const b = -1.3
const c = 2.1
const IDENTITIES: [string, Instruction[], Instruction[]][] = [
  ['h is u(π/2, 0, π)', [gate('h', 0)], [turn('u', [Math.PI / 2, 0, Math.PI], 0)]],
  ['sx twice is x', [gate('sx', 0), gate('sx', 0)], [gate('x', 0)]],
  ['sxdg undoes sx', [gate('sxdg', 0), gate('sx', 0)], [gate('id', 0)]],
  ['t twice is s', [gate('t', 0), gate('t', 0)], [gate('s', 0)]],
  ['tdg twice is sdg', [gate('tdg', 0), gate('tdg', 0)], [gate('sdg', 0)]],
  ['s twice is z', [gate('s', 0), gate('s', 0)], [gate('z', 0)]],
  ['y is s x sdg', [gate('y', 0)], [gate('sdg', 0), gate('x', 0), gate('s', 0)]],
  ['rx is h rz h', [turn('rx', [a], 0)], [gate('h', 0), turn('rz', [a], 0), gate('h', 0)]],
  ['ry is rx between quarter turns', [turn('ry', [a], 0)], [gate('sdg', 0), turn('rx', [a], 0), gate('s', 0)]],
  ['u is p ry p', [turn('u', [a, b, c], 0)], [turn('p', [c], 0), turn('ry', [a], 0), turn('p', [b], 0)]],
  [
    'crz is half turns about cx',
    [turn('crz', [a], 0, 1)],
    [turn('rz', [a / 2], 1), gate('cx', 0, 1), turn('rz', [-a / 2], 1), gate('cx', 0, 1)],
  ],
  ['cp is crz with a phase on the control', [turn('cp', [a], 0, 1)], [turn('p', [a / 2], 0), turn('crz', [a], 0, 1)]],
  ['crx is crz between h', [turn('crx', [a], 0, 1)], [gate('h', 1), turn('crz', [a], 0, 1), gate('h', 1)]],
  [
    'cry is half turns about cx',
    [turn('cry', [a], 0, 1)],
    [turn('ry', [a / 2], 1), gate('cx', 0, 1), turn('ry', [-a / 2], 1), gate('cx', 0, 1)],
  ],
  [
    'ch is cz between quarter turns',
    [gate('ch', 0, 1)],
    [turn('ry', [-Math.PI / 4], 1), gate('cz', 0, 1), turn('ry', [Math.PI / 4], 1)],
  ],
  ['cy is cx between s', [gate('cy', 0, 1)], [gate('sdg', 1), gate('cx', 0, 1), gate('s', 1)]],
  ['cx is cz between h', [gate('cx', 0, 1)], [gate('h', 1), gate('cz', 0, 1), gate('h', 1)]],
  [
    'swap is cx both ways, one of them between h',
    [gate('swap', 0, 1)],
    [gate('cx', 0, 1), gate('h', 0), gate('h', 1), gate('cx', 0, 1), gate('h', 0), gate('h', 1), gate('cx', 0, 1)],
  ],
  [
    'iswap is swap, cz and s',
    [gate('iswap', 0, 1)],
    [gate('s', 0), gate('s', 1), gate('h', 0), gate('cx', 0, 1), gate('cx', 1, 0), gate('h', 1)],
  ],
  ['cswap is ccx between cx', [gate('cswap', 0, 1, 2)], [gate('cx', 2, 1), gate('ccx', 0, 1, 2), gate('cx', 2, 1)]],
]
/** A state without symmetry, on every qubit of three. */
const STIR = [0, 1, 2].flatMap(q => [turn('u', [0.3 + q, 1.1 * q, 0.9 - q], q), gate('cx', q, (q + 1) % 3)])

describe('the gates', () => {
  it.each(IDENTITIES)('%s', (name, left, right) => {
    const [one, other] = [left, right].map(side => slowState(circuitOf(3, ...STIR, ...side)))
    expect(farthest(one!, other!), name).toBeLessThan(1e-12)
  })

  it.skipIf(!addon).each(SHAPES)(
    '%s does natively what the reference does, on any qubits',
    async (name, qubits, params) => {
      for (const order of [
        [0, 1, 2],
        [2, 0, 1],
        [7, 3, 8],
        [1, 8, 4],
      ]) {
        const stirred = Array.from({ length: 9 }, (_, q) => turn('u', [0.3 + q, q / 3, 0.9 - q], q))
        const one = turn(name, [a, b, c].slice(0, params), ...order.slice(0, qubits))
        const circuit = circuitOf(9, ...stirred, gate('cx', 0, 8), gate('cx', 7, 1), one)
        expect(farthest(await fastState(addon, circuit), slowState(circuit))).toBeLessThan(1e-13)
        expect(farthest(await fastState(addon, circuit, 32), slowState(circuit))).toBeLessThan(1e-6)
      }
    },
  )
})

describe.skipIf(!addon)('native amplitudes', () => {
  it('are the reference’s where a state takes many blocks and passes', async () => {
    const wide = gateCircuit(18, 150).filter(({ num_qubits }) => num_qubits >= 17)
    const [circuit] = fc.sample(wide, { numRuns: 1 })
    expect(
      farthest(await fastState(addon, circuit!, 64, 2), slowState(circuit!)),
      JSON.stringify(circuit),
    ).toBeLessThan(1e-12)
  })

  it('are the same bits on one thread and on three', async () => {
    const circuit = circuitOf(18, ...layered(18, 6).instructions.filter(({ name }) => name !== 'measure'), ...STIR)
    const bytes = async (precision: 32 | 64, threads: number) =>
      Buffer.from((await fastState(addon, circuit, precision, threads)).buffer)
    for (const precision of [64, 32] as const) {
      const alone = await bytes(precision, 1)
      expect(alone.length).toBe(2 ** 18 * 16)
      expect(alone.equals(await bytes(precision, 3))).toBe(true)
    }
  })
})

describe.each(engines)('the %s engine at dynamic circuits', (_, engine) => {
  it('teleports', async () => {
    const circuit = circuitOf(
      3,
      turn('u', [a, b, c], 0),
      ...[gate('h', 1), gate('cx', 1, 2), gate('cx', 0, 1), gate('h', 0), measure(0, 0), measure(1, 1)],
      ...[when(1, 1, gate('x', 2)), when(0, 1, gate('z', 2))],
      ...[turn('u', [-a, -c, -b], 2), measure(2, 2)],
    )
    const counts = await engine.countOutcomes(circuit, { shots: 400, seed: freshSeed() })
    expect([...counts.keys()].filter(key => key.startsWith('1'))).toEqual([])
    expect(counts.size).toBe(4)
  })

  it('compares a register with a number, bit for bit', async () => {
    const circuit = circuitOf(
      3,
      ...[gate('h', 0), gate('h', 1), measure(0, 0), measure(1, 1)],
      { ...gate('x', 2), condition: { clbits: [0, 1], value: 2 } },
      measure(2, 2),
    )
    const counts = await engine.countOutcomes(circuit, { shots: 400, seed: freshSeed() })
    expect([...counts.keys()].sort()).toEqual(['000', '001', '011', '110'])
  })

  it('takes a bit never written for 0', async () => {
    const circuit = circuitOf(1, when(7, 0, gate('x', 0)), when(7, 1, gate('x', 0)), measure(0, 0))
    expect(await engine.countOutcomes(circuit, { shots: 5, seed: 1n })).toEqual(new Map([['00000001', 5]]))
  })

  it('resets a qubit and reuses it', async () => {
    const circuit = circuitOf(
      2,
      ...[gate('h', 0), gate('cx', 0, 1), gate('reset', 0), measure(0, 0), gate('x', 0), measure(0, 1), measure(1, 2)],
    )
    const counts = await engine.countOutcomes(circuit, { shots: 400, seed: freshSeed() })
    expect([...counts.keys()].sort()).toEqual(['010', '110'])
  })
})

describe.skipIf(!addon)('native circuits against the reference', () => randomCircuitCases(addon, 1))

describe.skipIf(!addon)('native dynamic circuits', () => {
  it('counts a million shots on any number of threads alike', async () => {
    const seed = freshSeed()
    const [one, two] = [nativeWith(addon, 1), nativeWith(addon, 2)]
    const counts = await one.countOutcomes(layered(18, 4), { shots: 1_000_000, seed })
    expect(total(counts)).toBe(1_000_000)
    expect(await two.countOutcomes(layered(18, 4), { shots: 1_000_000, seed }), `seed ${seed}`).toEqual(counts)
  })

  it('reset and measure on any number of threads alike', async () => {
    const seed = freshSeed()
    const n = 19
    const tied = (q: number) => [turn('ry', [0.4 + q], q), gate('cx', q, (q + 7) % n)]
    const qubits = Array.from({ length: n }, (_, q) => q)
    const circuit = circuitOf(
      n,
      ...qubits.flatMap(tied),
      ...[0, 3, 5, 12, 18].map(q => gate('reset', q)),
      ...qubits.flatMap(tied),
      ...[1, 12, 17].flatMap(q => [measure(q, q), gate('h', q)]),
      ...qubits.map(q => measure(q, n + q)),
    )
    const [one, two] = [nativeWith(addon, 1), nativeWith(addon, 2)]
    const counts = await one.countOutcomes(circuit, { shots: 40, seed })
    expect(total(counts)).toBe(40)
    expect(await two.countOutcomes(circuit, { shots: 40, seed }), `seed ${seed}`).toEqual(counts)
  })

  it('holds at least as many qubits in float32 as in float64', () => {
    const { max_qubits, max_qubits_float32 } = nativeWith(addon)
    expect([max_qubits, Math.min(30, max_qubits + 1)]).toContain(max_qubits_float32)
  })
})
