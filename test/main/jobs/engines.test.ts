import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { loadDevice } from '../../../main/backends/device'
import type { Backend } from '../../../main/contract/backends'
import type { Circuit, Instruction } from '../../../main/contract/jobs'
import { calibratedEngine, idealEngine } from '../../../main/jobs/engines'
import type { Options, Order } from '../../../main/jobs/executor'
import { deviceTranspiler } from '../../../main/jobs/transpiler'
import { chooseSimulator } from '../../../main/simulation/engine'
import { createReference } from '../../../main/simulation/reference'
import { createReferenceStabilizer } from '../../../main/simulation/stabilizer_reference'
import { backend } from './desk'

const { profile, bundled } = loadDevice(join(resolve(import.meta.dirname, '../../..'), 'resources/devices/dev-b.json'))
const deviceOf = () => ({ profile, current: bundled.at(-1)!.snapshot })
const NONE: Options = { noise: 'none', precision: 'float64' }

const gate = (name: string, ...qubits: number[]): Instruction => ({ name, qubits })
const measure = (qubit: number, clbit: number): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })
const circuitOf = (num_qubits: number, ...instructions: Instruction[]): Circuit => ({ num_qubits, instructions })
const order = (circuit: Circuit, options = NONE): Order => ({
  backend: { ...backend('dev-b-mock'), backend_id: 'dev-b-mock' } as Backend,
  circuit,
  shots: 300,
  seed: 11n,
  options,
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
const countsOf = (outcome: object) =>
  'counts' in outcome ? (outcome.counts as ReadonlyMap<string, number>) : new Map()

const ideal = idealEngine({ simulator: createReference(), stabilizer: createReferenceStabilizer() })
const bell = circuitOf(2, gate('h', 0), gate('cx', 0, 1), measure(0, 0), measure(1, 1))

describe('without noise', () => {
  it('a Clifford circuit runs on stabilizers', async () => {
    const outcome = await ideal.run(order(bell))
    expect(outcome.engine).toBe('reference-stabilizer/1')
    expect([...countsOf(outcome).keys()].sort()).toEqual(['00', '11'])
  })

  it.each([
    ['a T gate', circuitOf(1, gate('h', 0), gate('t', 0), gate('h', 0), measure(0, 0))],
    [
      'a condition on a register',
      circuitOf(
        2,
        measure(0, 0),
        measure(1, 1),
        { ...gate('x', 0), condition: { clbits: [0, 1], value: 0 } },
        measure(0, 0),
      ),
    ],
  ])('%s takes the state vector', async (_, circuit) => {
    expect((await ideal.run(order(circuit))).engine).toBe('reference-statevector/1')
  })

  it('an X on a register that reads 0 happens', async () => {
    const conditional = { ...gate('x', 0), condition: { clbits: [0, 1], value: 0 } }
    const outcome = await ideal.run(order(circuitOf(2, measure(0, 0), measure(1, 1), conditional, measure(0, 0))))
    expect([...countsOf(outcome)]).toEqual([['01', 300]])
  })

  it('what no engine can hold is refused with the reason', () => {
    const wide = circuitOf(40, ...Array.from({ length: 40 }, (_, q) => gate('t', q)), measure(0, 0))
    expect(ideal.refuse(order(wide), '/circuits/3')).toMatchObject([
      { pointer: '/circuits/3/num_qubits', message: expect.stringMatching(/instruction 0 \(t\) is not Clifford/) },
    ])
    const clifford = circuitOf(
      400,
      gate('h', 0),
      ...Array.from({ length: 399 }, (_, q) => gate('cx', q, q + 1)),
      measure(399, 0),
    )
    expect(ideal.refuse(order(clifford), '/circuit')).toEqual([])
  })

  it('a result is as wide as the circuit declares', async () => {
    const outcome = await ideal.run(order({ ...bell, num_clbits: 4 }))
    expect([...countsOf(outcome).keys()].sort()).toEqual(['0000', '0011'])
  })

  it('both engines agree on a Clifford circuit', async () => {
    const { simulator } = chooseSimulator()
    const ghz = circuitOf(3, gate('h', 0), gate('cx', 0, 1), gate('cx', 1, 2), ...[0, 1, 2].map(q => measure(q, q)))
    const [a, b] = [
      countsOf(await ideal.run({ ...order(ghz), shots: 4000 })),
      await simulator.runCircuit(ghz, 4000, 3n),
    ]
    expect([...a.keys()].sort()).toEqual([...b.keys()].sort())
    for (const [bits, count] of a) expect(Math.abs(count - b.get(bits)!)).toBeLessThan(300)
  })
})

describe('with the noise of a calibration', () => {
  const noisy = calibratedEngine(createReferenceStabilizer(), deviceOf)

  it('a Bell pair also shows outcomes that it never has without', async () => {
    const outcome = await noisy.run({ ...order(bell, { ...NONE, noise: 'calibrated' }), shots: 3000 })
    expect(outcome).toMatchObject({ noise: 'calibrated', calibration_id: deviceOf().current.calibration_id })
    const counts = countsOf(outcome)
    const wrong = (counts.get('01') ?? 0) + (counts.get('10') ?? 0)
    expect(wrong).toBeGreaterThan(0)
    expect(wrong).toBeLessThan(600)
  })

  it('a gate that Pauli noise cannot follow is refused at its pointer', () => {
    expect(noisy.refuse(order(circuitOf(1, gate('h', 0), gate('t', 0), measure(0, 0))), '/circuit')).toMatchObject([
      { pointer: '/circuit/instructions/1', message: expect.stringMatching(/t is not Clifford/) },
    ])
  })
})

describe('on a device', () => {
  const transpiler = deviceTranspiler(deviceOf)

  it('a circuit is fitted to working, coupled qubits in native gates, and still gives a Bell pair', async () => {
    const fitted = await transpiler.fit(bell, backend('dev-b'))
    const couplings = new Set(profile.couplings.flatMap(([a, b]) => [`${a}-${b}`, `${b}-${a}`]))
    for (const { name, qubits } of fitted.circuit.instructions) {
      expect(['rz', 'sx', 'x', 'cz', 'measure', 'reset', 'barrier']).toContain(name)
      if (name === 'cz') expect(couplings).toContain(qubits.join('-'))
    }
    expect(fitted).toMatchObject({ swaps: 0, cz_count: 1 })
    expect(fitted.expected_success).toBeGreaterThan(0.5)
    const outcome = await ideal.run(order(fitted.circuit))
    expect([...countsOf(outcome).keys()].sort()).toEqual(['00', '11'])
  })

  it('more qubits than work are refused before they are tried', () => {
    const wide = circuitOf(200, ...Array.from({ length: 200 }, (_, q) => gate('x', q)), measure(0, 0))
    expect(transpiler.refuse(order(wide), '/circuit')).toMatchObject([{ pointer: '/circuit/num_qubits' }])
  })
})
