/** Quasi-probabilities beside counts, of jobs on a mock with its calibrated noise. */
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadDevice } from '../../../../../main/backends/devices/device-profile'
import type { Instruction } from '../../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { SubmitJob } from '../../../../../main/contract/jobs/submit'
import { createExecutors } from '../../../../../main/jobs/execution/executors'
import { loadEngines } from '../../../../../main/simulation/engines'
import { backend, closeJobServices, holder, openJobService } from '../../fixture'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../../..'), 'resources/devices/dev-b.json'),
)
const snapshots = bundled.map(({ snapshot }) => snapshot)
const deviceOf = () => ({ profile, current: snapshots.at(-1)!, snapshots })
const executors = createExecutors({ engines: loadEngines(), deviceOf, devices: null })
const limits = { max_qubits: 30, max_shots: 100_000, max_instructions: 1_000, max_runtime_s: 60 }
const { jobs } = openJobService(undefined, {
  executors,
  backends: { get: (id: string) => ({ ...backend(id), limits }) },
})
afterAll(closeJobServices)

const bell: readonly Instruction[] = [
  { name: 'h', qubits: [0] },
  { name: 'cx', qubits: [0, 1] },
]
/** Not Clifford, so that trajectories execute it. */
const turned: readonly Instruction[] = [{ name: 'ry', qubits: [0], params: [0.7] }, ...bell.slice(1)]

async function resultOf(fields: object): Promise<JobResult> {
  const body = SubmitJob.parse({ backend: 'dev-b-mock', seed: 7, ...fields })
  const { job_uuid } = await jobs.submit(body, { caller: holder })
  expect(await jobs.get(job_uuid, holder, { query: { wait: 30 } })).toMatchObject({ status: 'COMPLETED' })
  return (await jobs.result(job_uuid, holder)) as JobResult
}

it('are refused where a readout distinguishes too little: at submit by what is published, else by what the job measures', async () => {
  const bad = { ...deviceOf().current, calibration_id: 'cal-bad' }
  const current = {
    ...bad,
    qubits: bad.qubits.map(each => (each.index === 1 ? { ...each, readout_fidelity: 0.7 } : each)),
  }
  const own = createExecutors({
    engines: loadEngines(),
    devices: null,
    deviceOf: () => ({ profile, current, snapshots: [current] }),
  })
  const service = openJobService(undefined, {
    executors: own,
    backends: { get: (id: string) => ({ ...backend(id), limits }) },
  })
  const circuit = { num_qubits: 2, instructions: bell }
  const submit = (qubit: number, readout: string) =>
    service.jobs.submit(
      SubmitJob.parse({
        backend: 'dev-b-mock',
        shots: 2_000,
        seed: 5,
        circuit,
        observables: [{ terms: [{ pauli: `Z${qubit}`, coefficient: 1 }] }],
        options: { noise: 'calibrated', mitigation: { readout } },
      }),
      { caller: holder },
    )
  const said =
    /^the readout of qubit 1 carries too little information to be inverted: .* at least 0\.5 is needed; read other qubits/
  await expect(submit(1, 'published')).rejects.toMatchObject({
    faults: [{ pointer: '/options/mitigation/readout', message: expect.stringMatching(said) }],
  })
  const { job_uuid: refused } = await submit(1, 'measured')
  const status_reason = { code: 'readout_ill_conditioned', message: expect.stringMatching(said) }
  expect(await service.jobs.get(refused, holder, { query: { wait: 30 } })).toMatchObject({
    status: 'FAILED',
    status_reason,
  })
  await expect(service.jobs.result(refused, holder)).rejects.toThrow(
    /failed: the readout of qubit 1 carries too little/,
  )
  for (const readout of ['published', 'measured']) {
    const { job_uuid } = await submit(0, readout)
    expect(await service.jobs.get(job_uuid, holder, { query: { wait: 30 } })).toMatchObject({ status: 'COMPLETED' })
  }
})

it('stand beside the counts, which stay as they are', async () => {
  const measured = {
    num_qubits: 2,
    instructions: [
      ...bell,
      { name: 'measure', qubits: [0], clbits: [0] },
      { name: 'measure', qubits: [1], clbits: [2] },
    ],
  }
  const ask = { circuit: measured, shots: 10_000, options: { noise: 'calibrated' as const } }
  const plain = await resultOf(ask)
  const result = await resultOf({ ...ask, options: { ...ask.options, mitigation: { readout: 'published' } } })
  expect(result.counts).toEqual(plain.counts)
  const { quasi_probabilities: quasi, clbits, variance_factor } = result.mitigated_counts!
  expect(clbits).toEqual([0, 2])
  expect(Object.keys(quasi).sort()).toEqual(['00', '01', '10', '11'])
  expect(Object.values(quasi).reduce((total, { value }) => total + value, 0)).toBeCloseTo(1, 9)
  expect(Math.abs(quasi['01']!.value)).toBeLessThan(plain.counts['001']! / 10_000)
  expect(variance_factor).toBeGreaterThan(1)
  const own = await resultOf({ ...ask, options: { ...ask.options, mitigation: { readout: 'measured' } } })
  expect(Object.values(own.counts).reduce((total, count) => total + count, 0)).toBe(own.shots)
  expect(own.shots + own.overhead_shots).toBe(10_000)
})

it('name the engine of the circuit itself, and have its single shots, where other circuits measure the readout', async () => {
  const instructions = [...turned, { name: 'measure', qubits: [0], clbits: [0] }]
  const ask = { circuit: { num_qubits: 2, instructions }, shots: 1_000 }
  const options = { noise: 'calibrated' as const, mitigation: { readout: 'measured' as const } }
  const result = await resultOf({ ...ask, options })
  const plain = await resultOf({ ...ask, shots: result.shots, options: { noise: 'calibrated' } })
  expect(result).toMatchObject({ engine: plain.engine, counts: plain.counts })
  expect(plain.engine).toMatch(/trajectories/)
  const { memory } = (await jobs.result(result.job_uuid, holder, { query: { format: 'memory' } })) as JobResult
  expect(memory!.filter(bits => bits === '1')).toHaveLength(result.counts['1'] ?? 0)
})

it('have an interval of some width for an outcome that was never read', async () => {
  const measured = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }
  const options = { noise: 'calibrated' as const, mitigation: { readout: 'published' as const } }
  const { shots, counts, mitigated_counts } = await resultOf({ circuit: measured, shots: 20, seed: 2, options })
  expect(counts).toEqual({ 0: shots })
  const { value, standard_error, interval } = mitigated_counts!.quasi_probabilities['1']!
  expect([value < 0, standard_error]).toEqual([true, 0])
  expect(interval.low).toBeLessThan(value)
  expect(interval.high).toBeGreaterThan(0.1)
})
