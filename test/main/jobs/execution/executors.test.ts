import { describe, expect, it } from 'vitest'
import type { Backend } from '../../../../main/contract/backends/catalogue'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import { executorsOf, mockExecutor } from '../../../../main/jobs/execution/executors'
import { idealExecutor } from '../../../../main/jobs/execution/ideal-executor'
import type { ExecutionOptions, ExecutionRequest, Executor } from '../../../../main/jobs/model/execution'
import type { ExecutionResult } from '../../../../main/jobs/model/execution-result'
import { createReferenceSimulator } from '../../../../main/simulation/engines'
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
const ideal = idealExecutor({ simulator: createReferenceSimulator(), stabilizer: createReferenceStabilizer() })

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

it('sends a live backend to its sequencer, and names why it is offline where it has none', () => {
  const mock = mockExecutor({ ideal, noisy: null })
  const live: Backend = backend('dev-a')
  const executors = executorsOf(mock, ({ backend_id }) => (backend_id === 'dev-a' ? noisy : null))
  expect(executors(live)).toBe(noisy)
  expect(executors(backend('dev-a-mock'))).toBe(mock)
  const offline = { ...live, online: false, offline_reason: 'No instruments here.' }
  expect(() => executors(offline)).toThrow(/takes no circuit jobs in this lab: No instruments here/)
  expect(() => executors(backend('dev-b'))).toThrow(/takes no circuit jobs in this lab: No sequencer is attached/)
  expect(() => executorsOf(mock)(live)).toThrow(/takes no circuit jobs/)
})
