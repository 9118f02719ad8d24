import { describe, expect, it } from 'vitest'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { Transpiler } from '../../../../main/jobs/execution/executors'
import { executorsOf, mockExecutor, simulatedDevice } from '../../../../main/jobs/execution/executors'
import { idealEngine } from '../../../../main/jobs/execution/ideal-engine'
import type {
  ExecutionOptions,
  ExecutionRequest,
  ExecutionResult,
  Executor,
} from '../../../../main/jobs/model/executor'
import { createReferenceSimulator } from '../../../../main/simulation/reference'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { backend, coin } from '../fixture'

const bell: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
  ],
}
const NOISELESS: ExecutionOptions = { noise: 'none', precision: 'float64' }
const order = (circuit: Circuit, options = NOISELESS, name = 'dev-a-mock'): ExecutionRequest => ({
  backend: backend(name),
  circuit,
  shots: 500,
  seed: 7n,
  options,
  signal: new AbortController().signal,
  onProgress: () => undefined,
})
const ideal = idealEngine({ simulator: createReferenceSimulator(), stabilizer: createReferenceStabilizer() })

/** Says what it was asked to run. */
const noisy: Executor = {
  validate: ({ circuit }, at) => (circuit.num_qubits > 3 ? [{ pointer: `${at}/num_qubits`, message: 'too wide' }] : []),
  execute: async ({ circuit, shots }): Promise<ExecutionResult> => ({
    counts: new Map([['0'.repeat(circuit.num_qubits), shots]]),
    shots,
    engine: 'noisy/1',
    noise: 'calibrated',
    calibration_id: 'c1',
    transpiled: null,
  }),
}

describe('a mock', () => {
  it('samples the circuit as it was submitted, the same for the same seed', async () => {
    const executor = mockExecutor({ ideal, noisy: null })
    const outcome = await executor.execute(order(bell))
    expect(outcome).toMatchObject({ noise: 'none', shots: 500, transpiled: null, engine: 'reference-stabilizer/1' })
    expect('counts' in outcome && [...outcome.counts.keys()].sort()).toEqual(['00', '11'])
    expect(await executor.execute(order(bell))).toEqual(outcome)
  })

  it('takes calibrated noise only where there is an engine for it', async () => {
    const calibrated: ExecutionOptions = { ...NOISELESS, noise: 'calibrated' }
    const without = mockExecutor({ ideal, noisy: null })
    expect(without.validate(order(bell, calibrated), '/circuit')).toMatchObject([{ pointer: '/options/noise' }])
    const has = mockExecutor({ ideal, noisy })
    expect(has.validate(order(bell, calibrated), '/circuit')).toEqual([])
    expect(has.validate(order({ ...coin, num_qubits: 4 }, calibrated), '/circuits/2')).toMatchObject([
      { pointer: '/circuits/2/num_qubits' },
    ])
    expect(await has.execute(order(bell, calibrated))).toMatchObject({ engine: 'noisy/1', calibration_id: 'c1' })
    expect(await has.execute(order(bell))).toMatchObject({ engine: 'reference-stabilizer/1' })
  })

  it.each([
    ['more bits than the engine counts', 1_000_000, [9_999], 26_843],
    ['a result of gigabytes', 20_000, Array.from({ length: 40 }, (_, bit) => 9_960 + bit), 6_710],
  ])('refuses %s, says how many shots would do, and takes those', (_, shots, clbits, most) => {
    const instructions = clbits.map(bit => ({ name: 'measure', qubits: [0], clbits: [bit] }))
    const executor = mockExecutor({ ideal, noisy: null })
    const refusal = (count: number) =>
      executor.validate({ ...order({ num_qubits: 1, instructions }), shots: count }, '/circuit')
    expect(refusal(shots)).toMatchObject([
      { pointer: '/shots', message: expect.stringContaining(`at most ${most} shots`) },
    ])
    expect(refusal(most + 1)).toHaveLength(1)
    expect(refusal(most)).toEqual([])
  })
})

describe('a simulated device', () => {
  const transpiler: Transpiler = {
    validate: ({ circuit }, at) =>
      circuit.num_qubits > 4 ? [{ pointer: `${at}/num_qubits`, message: 'no room' }] : [],
    transpile: async circuit => ({
      circuit: { ...circuit, num_qubits: 3 },
      initial_layout: [3, 4],
      final_layout: [3, 4],
      swaps: 0,
      cz_count: 1,
      depth: 2,
      duration_ns: 100,
      expected_success: 0.9,
    }),
  }

  it('runs the transpiled circuit with the noise of the calibration, and shows it', async () => {
    const executor = simulatedDevice({ ideal, noisy, transpiler })
    const outcome = await executor.execute(order(bell, { ...NOISELESS, noise: 'calibrated' }, 'dev-a'))
    expect(outcome).toMatchObject({ noise: 'calibrated', transpiled: { initial_layout: [3, 4] } })
    expect('counts' in outcome && [...outcome.counts.keys()]).toEqual(['000'])
    expect(executor.validate(order({ ...coin, num_qubits: 5 }), '/circuit')).toMatchObject([{ message: 'no room' }])
  })

  it('says that no noise was applied where there is no engine for it', async () => {
    const executor = simulatedDevice({ ideal, noisy: null, transpiler: null })
    const outcome = await executor.execute(order(bell, { ...NOISELESS, noise: 'calibrated' }, 'dev-a'))
    expect(outcome).toMatchObject({ noise: 'none', transpiled: null, calibration_id: null })
  })
})

it('sends a live backend to the simulated device only in a lab that has one', () => {
  const mock = mockExecutor({ ideal, noisy: null })
  const device = simulatedDevice({ ideal, noisy: null, transpiler: null })
  const live: Backend = backend('dev-a')
  expect(executorsOf(mock, device)(live)).toBe(device)
  expect(executorsOf(mock, device)(backend('dev-a-mock'))).toBe(mock)
  for (const offline of [
    { ...live, online: false, offline_reason: 'No instruments here.' },
    { ...live, simulated: false, offline_reason: 'No instruments here.' },
  ])
    expect(() => executorsOf(mock, device)(offline)).toThrow(/takes no circuit jobs in this lab: No instruments here/)
  expect(() => executorsOf(mock)(live)).toThrow(/takes no circuit jobs/)
})
