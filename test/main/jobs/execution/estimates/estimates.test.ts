import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../../main/backends/devices/device-profile'
import type { Circuit } from '../../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { SubmitJob } from '../../../../../main/contract/jobs/submit'
import { AppError } from '../../../../../main/contract/model/errors'
import { createExecutors } from '../../../../../main/jobs/execution/executors'
import { loadEngines } from '../../../../../main/simulation/engines'
import { densePauli, evolved, expectationOf, groundRho } from '../../../circuits/observables/dense'
import { openMemoryStore } from '../../../store/memory-store'
import { backend, closeJobServices, holder, openJobService, shown } from '../../fixture'

const root = resolve(import.meta.dirname, '../../../../..')
const { profile, bundled } = loadDevice(join(root, 'resources/devices/dev-b.json'))
const snapshots = bundled.map(({ snapshot }) => snapshot)
const deviceOf = () => ({ profile, current: snapshots.at(-1)!, snapshots })
const engines = loadEngines()
const executors = createExecutors({ engines, deviceOf, devices: null })
const limits = { max_qubits: 30, max_shots: 100_000, max_instructions: 1_000, max_runtime_s: 60 }
const backends = { get: (id: string) => ({ ...backend(id), limits }) }
const { jobs } = openJobService(undefined, { executors, backends })
afterAll(closeJobServices)

/** Entangled, real and not Clifford. */
const circuit: Circuit = {
  num_qubits: 3,
  instructions: [
    { name: 'ry', qubits: [0], params: [0.7] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'ry', qubits: [2], params: [1.1] },
    { name: 'cz', qubits: [1, 2] },
    { name: 't', qubits: [1] },
  ],
}
const bell: Circuit = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
  ],
}
const sum = (...terms: [string, number][]) => ({ terms: terms.map(([pauli, coefficient]) => ({ pauli, coefficient })) })
const energy = { name: 'energy', ...sum(['Z0 Z1', 1], ['X0', 0.5], ['IYY', 0.25], ['X0 X1', -0.75], ['I', 2]) }
const magnetisation = sum(['Z0', 1 / 3], ['Z1', 1 / 3], ['Z2', 1 / 3])

const rho = evolved(groundRho(3), 3, circuit.instructions)
const exactly = ({ terms }: ReturnType<typeof sum>) =>
  terms.reduce((total, { pauli, coefficient }) => {
    const sparse = pauli === 'IYY' ? 'Y0 Y1' : pauli
    return total + coefficient * expectationOf(rho, densePauli(sparse, 3))
  }, 0)

type Body = Partial<Parameters<typeof SubmitJob.parse>[0] & object>
const bodyOf = (fields: Body) => SubmitJob.parse({ backend: 'dev-b-mock', circuit, seed: 7, ...fields })

async function resultOf(fields: Body): Promise<JobResult> {
  const { job_uuid } = await jobs.submit(bodyOf(fields), { caller: holder })
  await expect
    .poll(async () => (await shown(jobs, job_uuid, holder)).status, { interval: 2 })
    .toMatch(/COMPLETED|FAILED|ABORTED/)
  return (await jobs.result(job_uuid, holder)) as JobResult
}

const faultsOf = async (fields: Body) => {
  try {
    await jobs.submit(bodyOf(fields), { caller: holder })
  } catch (error) {
    if (error instanceof AppError) return error.faults.map(({ pointer, message }) => `${pointer}: ${message}`)
    return (error as { issues: { path: string[]; message: string }[] }).issues.map(
      ({ path, message }) => `/${path.join('/')}: ${message}`,
    )
  }
  return []
}

describe('expectation values', () => {
  it('are exact on request, as dense matrices have them, on state vectors and on stabilizers', async () => {
    const result = await resultOf({ observables: [energy, magnetisation], exact: true })
    expect(result).toMatchObject({ shots: 0, overhead_shots: 0, counts: {}, groups: [] })
    const [first, second] = result.expectation_values!
    expect(first).toMatchObject({ name: 'energy', label: 'exact', standard_error: 0 })
    expect(first!.value).toBeCloseTo(exactly(energy), 10)
    expect(second!.value).toBeCloseTo(exactly(magnetisation), 10)
    const clifford = await resultOf({ circuit: bell, observables: [sum(['XX', 1], ['YY', 1], ['Z0', 5])], exact: true })
    expect(clifford).toMatchObject({ engine: 'pauli-propagation/1', expectation_values: [{ value: 0 }] })
  })

  it.each(['qubit_wise', 'general'] as const)('are sampled in %s groups, within their errors', async grouping => {
    const result = await resultOf({ observables: [energy, magnetisation], shots: 40_000, options: { grouping } })
    const { expectation_values: values, groups, covariance } = result
    expect(groups!.map(({ paulis }) => paulis.length).reduce((a, b) => a + b)).toBe(7)
    expect(groups![0]!.paulis.includes('X0 X1')).toBe(grouping === 'general')
    const shots = groups!.reduce((total, group) => total + group.shots + group.pilot_shots, 0)
    expect(shots).toBe(40_000)
    expect(result.shots + result.overhead_shots).toBe(40_000)
    for (const [o, observable] of [energy, magnetisation].entries()) {
      const { value, standard_error, interval, label } = values![o]!
      expect(label).toBe('raw')
      expect(standard_error).toBeLessThan(0.02)
      // Five standard errors: a seed that misses them by chance is one in two million.
      expect(Math.abs(value - exactly(observable))).toBeLessThan(5 * standard_error)
      expect(interval.low).toBeLessThan(value - 1.9 * standard_error)
      expect(covariance![o]![o]).toBeCloseTo(standard_error ** 2, 12)
    }
  })

  it('repeat by their seed, and differ by another', async () => {
    const ask = { observables: [energy], shots: 500 }
    const sampled = async (more: Body = {}) => (await resultOf({ ...ask, ...more })).expectation_values
    expect(await sampled()).toEqual(await sampled())
    expect(await sampled({ seed: 8 })).not.toEqual(await sampled())
  })

  it('reach a target error and stop there, or say that the shots did not suffice', async () => {
    const ask = { observables: [energy], target_error: 0.01 }
    const reached = await resultOf(ask)
    const [value] = reached.expectation_values!
    expect(value!.target).toEqual({ standard_error: 0.01, verdict: 'reached' })
    expect(value!.standard_error).toBeGreaterThan(0.007)
    expect(reached.shots).toBeLessThan(50_000)
    expect(reached.overhead_shots).toBeGreaterThan(0)
    const missed = await resultOf({ ...ask, shots: 1_000 })
    expect(missed.expectation_values![0]!.target!.verdict).toBe('not_reached')
    expect(missed.shots + missed.overhead_shots).toBe(1_000)
  })

  it('average over measurements inside the circuit', async () => {
    const inside = [...bell.instructions, { name: 'measure', qubits: [0], clbits: [0] }, { name: 'h', qubits: [0] }]
    const ask = { circuit: { num_qubits: 2, instructions: inside }, observables: [sum(['Z1', 1]), sum(['X0 Z1', 1])] }
    const sampled = await resultOf({ ...ask, shots: 4_000 })
    expect(Math.abs(sampled.expectation_values![0]!.value)).toBeLessThan(0.08)
    expect(sampled.expectation_values![1]!.value).toBe(1)
    const exact = await resultOf({ ...ask, exact: true })
    expect(exact.expectation_values!.map(({ value }) => value)).toEqual([0, 1])
  })

  it('have no single shots', async () => {
    const { job_uuid } = await resultOf({ observables: [energy], shots: 100 })
    await expect(jobs.shots(job_uuid, holder)).rejects.toThrow('no single shots')
  })
})

describe('readout that is inverted', () => {
  const noisy = { circuit: bell, shots: 20_000, observables: [sum(['ZZ', 1]), sum(['XX', 1], ['Z0', 0.5])] }

  it.each(['published', 'measured'] as const)('as %s, brings values nearer, with wider errors', async readout => {
    const result = await resultOf({ ...noisy, options: { noise: 'calibrated', mitigation: { readout } } })
    const [zz] = result.expectation_values!
    expect(zz).toMatchObject({ label: 'mitigated' })
    expect(zz!.value).toBeGreaterThan(zz!.raw!.value + 0.01)
    expect(zz!.standard_error).toBeGreaterThan(zz!.raw!.standard_error)
    expect(zz!.variance_factor).toBeCloseTo((zz!.standard_error / zz!.raw!.standard_error) ** 2, 9)
    expect(result.mitigation!.qubits.map(({ qubit }) => qubit)).toEqual([0, 1])
    expect(result.mitigation!.shots > 0).toBe(readout === 'measured')
    expect(result.shots + result.overhead_shots).toBe(20_000)
  })
})

describe('a coarse target error', () => {
  it('takes pilots and circuits of the readout in proportion, as its estimate says', async () => {
    const options = { noise: 'calibrated' as const, mitigation: { readout: 'measured' as const } }
    const ask = { circuit: bell, observables: [sum(['ZZ', 1], ['XX', 1])], target_error: 0.1, options }
    const { overhead_shots: reported } = await jobs.estimate(bodyOf(ask), holder)
    const result = await resultOf(ask)
    expect(result.expectation_values![0]!.target!.verdict).toBe('reached')
    // (1 + 1)² / 0.1² shots and two more of each group would do in any state that is read without errors.
    expect(result.shots).toBeLessThan(3 * 404)
    expect(result.overhead_shots).toBeLessThan(2 * 404)
    expect(result.overhead_shots).toBeGreaterThanOrEqual(reported!.least)
    expect(result.overhead_shots).toBeLessThanOrEqual(reported!.most)
    const finer = await resultOf({ ...ask, target_error: 0.02 })
    expect(finer.mitigation!.shots).toBeGreaterThan(result.mitigation!.shots)
    expect(finer.overhead_shots).toBeLessThan(10_004 / 2)
  })
})

describe('a submit is refused, by name', () => {
  const measure = { name: 'measure', qubits: [0], clbits: [0] }
  const condition = { name: 'x', qubits: [1], condition: { clbit: 0, value: 1 as const } }
  const observables = [energy]
  const ofInstructions = (...more: Circuit['instructions']): Circuit => ({
    ...circuit,
    instructions: [...circuit.instructions, ...more],
  })

  it.each<[string, Body, string]>([
    ['without shots', { observables }, '/shots'],
    ['with shots of exact values', { observables, exact: true, shots: 10 }, '/shots'],
    ['with too few for its groups', { observables, shots: 5 }, '/shots: 3 circuits need at least 6 shots together'],
    [
      'with too few for its only group',
      { observables: [sum(['Z0', 1])], shots: 1 },
      '/shots: one circuit needs at least 2 shots, not 1',
    ],
    ['with a target error of counts', { target_error: 0.1, shots: 10 }, '/target_error'],
    ['with exact counts', { exact: true }, '/exact'],
    ['with groups of counts', { shots: 10, options: { grouping: 'general' } }, '/options/grouping'],
    [
      'with an inverted readout of exact values',
      { observables, exact: true, options: { mitigation: { readout: 'measured' } } },
      '/options/mitigation',
    ],
    [
      'with published readout and no noise',
      { observables, shots: 100, options: { mitigation: { readout: 'published' } } },
      '/options/mitigation/readout: without noise',
    ],
    [
      'with a Pauli outside of the circuit',
      { observables: [sum(['Z3', 1])], shots: 10 },
      '/observables/0/terms/0/pauli: Z3',
    ],
    ['with nothing but the identity', { observables: [sum(['I', 1])], shots: 10 }, '/observables: there is nothing'],
    [
      'with a measurement at the end',
      { circuit: ofInstructions(measure), observables, shots: 99 },
      '/circuit/instructions/5: qubit 0 is observed',
    ],
    [
      'exact after a condition, with noise',
      {
        circuit: { num_qubits: 2, instructions: [measure, condition] },
        observables: [sum(['Z1', 1])],
        exact: true,
        options: { noise: 'calibrated' },
      },
      '/circuit/instructions/1: instruction 1 (x) has a condition',
    ],
    [
      'exact with noise beyond Clifford',
      { observables, exact: true, options: { noise: 'calibrated' } },
      '/circuit/instructions/0: instruction 0 (ry)',
    ],
    [
      'with counts inverted that all decide',
      {
        circuit: { num_qubits: 2, instructions: [measure, condition] },
        shots: 10,
        options: { noise: 'calibrated', mitigation: { readout: 'published' } },
      },
      '/circuit/instructions: no classical bit of the result is read once',
    ],
    [
      'with too many bits inverted',
      {
        circuit: {
          num_qubits: 13,
          instructions: Array.from({ length: 13 }, (_, q) => ({ name: 'measure', qubits: [q], clbits: [q] })),
        },
        shots: 10,
        options: { noise: 'calibrated', mitigation: { readout: 'published' } },
      },
      'at most 12 measured bits, not 13',
    ],
    [
      'with a coefficient that is no number',
      { observables: [{ terms: [{ pauli: 'Z0', coefficient: 'a lot' }] }], shots: 10 } as never,
      '/observables/0/terms/0/coefficient',
    ],
    ['with no terms', { observables: [{ terms: [] }], shots: 10 }, '/observables/0/terms'],
  ])('%s', async (_, fields, wanted) => {
    const faults = await faultsOf(fields)
    expect(faults.join('\n')).toContain(wanted)
  })
})

it('an estimate says how many circuits measure the observables, and what all shots cost', async () => {
  const { measured_groups } = await jobs.estimate(bodyOf({ observables: [energy], shots: 1_000 }), holder)
  expect(measured_groups).toBe(3)
})

it('a job that a stop cut off runs again from its seed, with the same values', async () => {
  const store = openMemoryStore()
  const parts = { executors, backends }
  const first = openJobService(store, parts)
  const ask = {
    observables: [energy],
    shots: 20_000,
    options: { noise: 'calibrated', mitigation: { readout: 'measured' } },
  } as const
  const { job_uuid } = await first.jobs.submit(bodyOf(ask), { caller: holder })
  await first.jobs.stop()
  expect((await shown(first.jobs, job_uuid, holder)).status).not.toBe('COMPLETED')
  const second = openJobService(store, parts)
  await second.jobs.resume()
  await expect.poll(async () => (await shown(second.jobs, job_uuid, holder)).status, { interval: 2 }).toBe('COMPLETED')
  const found = (await second.jobs.result(job_uuid, holder)) as JobResult
  const { expectation_values, groups } = await resultOf(ask)
  expect(found).toMatchObject({ expectation_values, groups })
})
