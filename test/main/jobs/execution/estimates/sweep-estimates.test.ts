/** Sweeps that are asked for expectation values or mitigated counts: each row as a job of its circuit and seed has them. */
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../../main/backends/devices/device-profile'
import type { ParametricCircuit } from '../../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { SubmitJob } from '../../../../../main/contract/jobs/submit'
import type { SweepRows, SweepValues } from '../../../../../main/contract/jobs/sweep'
import type { CsvText } from '../../../../../main/contract/model/csv-text'
import { AppError } from '../../../../../main/contract/model/errors'
import type { JsonText } from '../../../../../main/contract/model/json-text'
import { createExecutors } from '../../../../../main/jobs/execution/executors'
import { loadEngines } from '../../../../../main/simulation/engines'
import { densePauli, evolved, expectationOf, groundRho } from '../../../circuits/observables/dense'
import { openMemoryStore } from '../../../store/memory-store'
import { alice, backend, closeJobServices, codeOf, type JobService, openJobService, shown } from '../../fixture'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../../..'), 'resources/devices/dev-b.json'),
)
const snapshots = bundled.map(({ snapshot }) => snapshot)
const executors = createExecutors({
  engines: loadEngines(),
  deviceOf: () => ({ profile, current: snapshots.at(-1)!, snapshots }),
  devices: null,
})
const limits = { max_qubits: 30, max_shots: 100_000, max_instructions: 1_000, max_runtime_s: 60 }

const turned: ParametricCircuit = {
  num_qubits: 2,
  instructions: [
    { name: 'ry', qubits: [0], params: ['theta'] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'rx', qubits: [1], params: ['theta / 2'] },
  ],
}
const thetas = [0, 0.4, 1.3, Math.PI / 2]
const boundBy = (theta: number) => ({
  ...turned,
  instructions: turned.instructions.map(each => {
    if (each.params === undefined) return { ...each, params: undefined }
    return { ...each, params: [each.name === 'ry' ? theta : theta / 2] }
  }),
})
const measured = (circuit: ParametricCircuit): ParametricCircuit => ({
  ...circuit,
  instructions: [
    ...circuit.instructions,
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
  ],
})
const observables = [
  {
    name: 'energy',
    terms: [
      { pauli: 'Z0 Z1', coefficient: 1 },
      { pauli: 'X0 X1', coefficient: -0.5 },
      { pauli: 'I', coefficient: 2 },
    ],
  },
  { name: '=plain, "Z"', terms: [{ pauli: 'Z1', coefficient: 1 }] },
]
const parameters = { names: ['theta'], rows: thetas.map(theta => [theta]) }

let service: JobService
beforeAll(() => {
  const backends = { get: (id: string) => ({ ...backend(id), limits }) }
  service = openJobService(openMemoryStore(), { executors, backends })
})
afterAll(closeJobServices)

type Body = Omit<Parameters<typeof SubmitJob.parse>[0] & object, 'backend'>
const bodyOf = (fields: Body) => SubmitJob.parse({ backend: 'dev-b-mock', ...fields })
async function completed(fields: Body): Promise<string> {
  const { job_uuid } = await service.jobs.submit(bodyOf(fields), { caller: alice })
  await expect.poll(async () => (await shown(service.jobs, job_uuid, alice)).status, { interval: 2 }).toBe('COMPLETED')
  return job_uuid
}
const read = <T>({ parts }: JsonText): T =>
  JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString()) as T
const resultOf = async (id: string, row?: number) =>
  (await service.jobs.result(id, alice, { query: { row } })) as JobResult
const pageOf = async (id: string) => read<SweepRows>(await service.jobs.rows(id, alice, { query: { limit: 100 } }))
const valuesOf = async (id: string, name?: string) =>
  read<SweepValues>((await service.jobs.values(id, alice, { query: { name, format: 'json' } })) as JsonText)
const csvOf = async (id: string, name?: string) =>
  new TextDecoder().decode(
    ((await service.jobs.values(id, alice, { query: { name, format: 'csv' } })) as CsvText).bytes,
  )

const WAYS: readonly (readonly [string, Body, (circuit: ParametricCircuit) => ParametricCircuit])[] = [
  ['sampled values', { observables, shots: 400 }, circuit => circuit],
  ['a target error', { observables, target_error: 0.05 }, circuit => circuit],
  ['exact values', { observables, exact: true }, circuit => circuit],
  [
    'values with the readout inverted as measured',
    { observables, shots: 2_000, options: { noise: 'calibrated', mitigation: { readout: 'measured' } } },
    circuit => circuit,
  ],
  [
    'counts with the readout inverted as published',
    { shots: 300, options: { noise: 'calibrated', mitigation: { readout: 'published' } } },
    measured,
  ],
]

describe('a sweep', () => {
  it.each(WAYS)('has for each row what a job of its circuit and seed has: %s', async (_, asked, shape) => {
    const id = await completed({ ...asked, circuit: shape(turned), parameters, seed: 11 })
    const { items } = await pageOf(id)
    for (const [row, theta] of thetas.entries()) {
      const { seed, engine, counts, overhead_shots, shots } = items[row]!
      const single = await completed({ ...asked, circuit: shape(boundBy(theta)), seed })
      const alone = await resultOf(single)
      const { job_uuid: _one, row: at, parameters: values, ...inRow } = await resultOf(id, row)
      const { job_uuid: _other, ...expected } = alone
      expect({ at, values }).toEqual({ at: row, values: { theta } })
      expect(inRow).toEqual(expected)
      const { expectation_values, covariance, mitigated_counts } = items[row]!
      expect({ expectation_values, covariance, mitigated_counts, engine, counts, overhead_shots, shots }).toEqual({
        expectation_values: alone.expectation_values,
        covariance: alone.covariance,
        mitigated_counts: alone.mitigated_counts,
        engine: alone.engine,
        counts: alone.counts,
        overhead_shots: alone.overhead_shots,
        shots: alone.shots,
      })
    }
  })

  it('reports one value of all rows, as JSON and as CSV, and what it is of', async () => {
    const id = await completed({ observables, exact: true, circuit: turned, parameters })
    const first = await valuesOf(id)
    expect(first).toMatchObject({
      name: 'energy',
      choices: ['energy', '=plain, "Z"'],
      names: ['theta'],
      label: 'exact',
    })
    for (const [row, theta] of thetas.entries()) {
      const rho = evolved(groundRho(2), 2, boundBy(theta).instructions as never)
      const zz = expectationOf(rho, densePauli('Z0 Z1', 2))
      const xx = expectationOf(rho, densePauli('X0 X1', 2))
      expect(first.rows[row]!.value).toBeCloseTo(zz - xx / 2 + 2, 10)
      expect(first.rows[row]).toMatchObject({ row, values: [theta], standard_error: 0, shots: 0 })
    }
    const replies = [undefined, 'energy', '=plain, "Z"'].map(name =>
      service.jobs.values(id, alice, { query: { name, format: 'json' } }),
    )
    const [tag, same, other] = (await Promise.all(replies)).map(reply => reply.tag)
    expect(tag).toMatch(/^"[^" ]+"$/)
    expect([same === tag, other === tag]).toEqual([true, false])
    const lines = (await csvOf(id)).trimEnd().split('\r\n')
    expect(lines[0]).toBe('row,theta,shots,name,label,value,standard error,low (95 %),high (95 %),method')
    expect(lines).toHaveLength(1 + 2 * thetas.length)
    expect(lines[2]).toMatch(/^0,0,0,"'=plain, ""Z""",exact,/)
    expect((await csvOf(id, 'energy')).trimEnd().split('\r\n')).toHaveLength(1 + thetas.length)
    expect(await codeOf(() => valuesOf(id, 'spin'))).toBe('invalid_request')
    const one = (await service.jobs.result(id, alice, { query: { row: 1, format: 'csv' } })) as CsvText
    expect(new TextDecoder().decode(one.bytes).split('\r\n')[1]).toMatch(/^energy,exact,/)
    const events = service.jobs.series(id, alice, { query: { outcome: '0' } })
    await expect(events).rejects.toMatchObject({ code: 'conflict', message: expect.stringContaining('result/values') })
    const counted = await completed({ shots: 5, circuit: measured(turned), parameters })
    expect(await codeOf(() => valuesOf(counted))).toBe('conflict')
  })

  it('takes further shots in the rows whose pilot came out low, as jobs of them do, and is charged for what was taken', async () => {
    const circuit = { num_qubits: 1, instructions: [{ name: 'ry', qubits: [0], params: ['theta'] }] }
    const asked = { target_error: 0.05, shots: 600, observables: [{ terms: [{ pauli: 'Z0', coefficient: 1 }] }] }
    const rows = Array.from({ length: 40 }, () => [0.4])
    const id = await completed({ ...asked, circuit, parameters: { names: ['theta'], rows }, seed: 3 })
    const { items } = await pageOf(id)
    for (const { target, shots, overhead_shots, expectation_values } of items) {
      expect(target).toMatchObject({ standard_error: 0.05, verdict: 'reached', ended_by: 'reached' })
      expect(shots + overhead_shots! + target!.unused_shots).toBe(600)
      expect(expectation_values![0]!.standard_error).toBeLessThanOrEqual(0.05)
    }
    const further = items.filter(({ target }) => target!.rounds > 1)
    expect(further.length).toBeGreaterThan(0)
    expect(further.length).toBeLessThan(items.length)
    const { seed, row } = further[0]!
    const bound = { ...circuit, instructions: [{ name: 'ry', qubits: [0], params: [0.4] }] }
    const alone = await resultOf(await completed({ ...asked, circuit: bound, seed }))
    const { target, groups, expectation_values, shots } = await resultOf(id, row)
    expect({ target, groups, expectation_values, shots }).toEqual({
      target: alone.target,
      groups: alone.groups,
      expectation_values: alone.expectation_values,
      shots: alone.shots,
    })
    const reported = Object.values(groups![0]!.counts!).reduce((sum, each) => sum + each, 0)
    expect([reported, groups![0]!.shots]).toEqual([shots, shots])
    const charged = service.store.db.prepare(
      'SELECT shots + overhead_shots FROM job_results ORDER BY sequence DESC LIMIT 2',
    )
    const taken = items.reduce((sum, item) => sum + item.shots + item.overhead_shots!, 0)
    expect(charged.pluck().all()).toContain(taken)
  })

  it('reports mitigated probabilities by their bitstrings', async () => {
    const options = { noise: 'calibrated', mitigation: { readout: 'published' } } as const
    const id = await completed({ shots: 500, circuit: measured(turned), parameters, options })
    const { rows, choices, label } = await valuesOf(id, '11')
    expect({ choices, label }).toEqual({ choices: ['00', '01', '10', '11'], label: 'mitigated' })
    const { mitigated_counts } = await resultOf(id, 2)
    expect(rows[2]).toMatchObject({ value: mitigated_counts!.quasi_probabilities['11']!.value, shots: 500 })
  })

  it('is charged for pilots and confusion of all rows', async () => {
    const id = await completed({ observables, shots: 400, circuit: turned, parameters })
    const { shots, overhead_shots } = service.store.db
      .prepare('SELECT shots, overhead_shots FROM job_results ORDER BY sequence DESC LIMIT 1')
      .get() as { shots: number; overhead_shots: number }
    const { items } = await pageOf(id)
    expect(overhead_shots).toBeGreaterThan(0)
    expect(overhead_shots).toBe(items.reduce((sum, item) => sum + item.overhead_shots!, 0))
    expect(shots + overhead_shots).toBe(400 * thetas.length)
  })

  it.each([
    [
      {
        observables: Array.from({ length: 100 }, (_, o) => ({ name: `o${o}`, terms: observables[1]!.terms })),
        shots: 300,
      },
      401,
      '/parameters/rows: 401 rows of 10000 pairs of observables are more than 4000000 together: at most 400 rows would do',
    ],
    [{ observables, shots: 1 }, 2, '/shots: 2 circuits need at least 4 shots together, not 1'],
    [
      { observables, exact: true, options: { noise: 'calibrated' } },
      2,
      '/circuit/instructions/0: instruction 0 (ry) is not Clifford, and with calibrated noise only Clifford circuits have exact values here: leave out exact or options.noise',
    ],
  ] as const)('that cannot be run is refused: %#', async (asked, rows, fault) => {
    const table = { names: ['theta'], rows: Array.from({ length: rows }, (_, row) => [row / 7]) }
    const submitted = service.jobs.submit(bodyOf({ ...asked, circuit: turned, parameters: table } as Body), {
      caller: alice,
    })
    const error = await submitted.then(
      () => null,
      (reason: unknown) => reason,
    )
    expect(error).toBeInstanceOf(AppError)
    expect((error as AppError).faults.map(({ pointer, message }) => `${pointer}: ${message}`)).toEqual([fault])
  })
})

it('the runtime of a noisy sweep grows with its rows, shots and gates, and says what it rests on', async () => {
  const { jobs } = openJobService(openMemoryStore(), {
    executors,
    backends: { get: id => ({ ...backend(id), limits }) },
  })
  const timeOf = async (rows: number, shots: number, repeats: number) => {
    const instructions = Array.from({ length: repeats }, () => turned.instructions).flat()
    const parameters = { names: ['theta'], rows: Array.from({ length: rows }, (_, row) => [0.3 + row / 10]) }
    const circuit = measured({ ...turned, instructions })
    const body = { backend: 'dev-b-mock', shots, circuit, parameters, options: { noise: 'calibrated' } } as const
    const { runtime_ms, basis } = await jobs.estimate(body, alice)
    expect(basis).toMatch(
      rows > 1 ? /^an upper estimate by \d+ rows, shots, qubits and gates/ : /by shots, qubits and gates/,
    )
    return runtime_ms!
  }
  const one = await timeOf(1, 1_000, 1)
  expect(await timeOf(20, 1_000, 1)).toBeCloseTo(20 * one, 6)
  expect(await timeOf(1, 10_000, 1)).toBeGreaterThan(5 * one)
  expect(await timeOf(1, 1_000, 20)).toBeGreaterThan(one)
  const clifford = { num_qubits: 1, instructions: [{ name: 'measure', qubits: [0], clbits: [0] }] }
  const noisy = { backend: 'dev-b-mock', shots: 100, circuit: clifford, options: { noise: 'calibrated' } } as const
  expect((await jobs.estimate(noisy, alice)).basis).toBe('no noisy stabilizer job has completed here lately')
})
