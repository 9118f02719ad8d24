import { join, resolve } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../main/backends/devices/device-profile'
import type { ParametricCircuit } from '../../../main/contract/jobs/circuit'
import { ShotsQuery } from '../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../main/contract/jobs/submit'
import type { SweepRows, SweepSeries } from '../../../main/contract/jobs/sweep'
import { AppError } from '../../../main/contract/model/errors'
import type { JsonText } from '../../../main/contract/model/json-text'
import { createExecutors } from '../../../main/jobs/execution/executors'
import { rowSeed } from '../../../main/jobs/model/sweep'
import { textTasks } from '../../../main/jobs/tasks/text-faults'
import { wilson } from '../../../main/qec/statistics/intervals'
import { loadEngines } from '../../../main/simulation/engines'
import { openMemoryStore } from '../store/memory-store'
import { alice, bob, closeJobServices, codeOf, counted, type JobService, openJobService, shown } from './fixture'

const { profile, bundled } = loadDevice(join(resolve(import.meta.dirname, '../../..'), 'resources/devices/dev-b.json'))
const snapshots = bundled.map(({ snapshot }) => snapshot)
const executors = createExecutors({
  engines: loadEngines(),
  deviceOf: () => ({ profile, current: snapshots.at(-1)!, snapshots }),
  devices: null,
})

/** Turned by theta and phi and measured in the basis where both show. */
const turned: ParametricCircuit = {
  num_qubits: 2,
  instructions: [
    { name: 'ry', qubits: [0], params: ['theta'] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'rz', qubits: [1], params: ['2 * phi - pi/4'] },
    { name: 'h', qubits: [1] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [1] },
  ],
}
const rows = [
  [0, Math.PI / 8],
  [0.3, 0.1],
  [Math.PI / 2, 1],
  [2.5, -1],
]
const sweep = {
  backend: 'dev-a-mock',
  shots: 200,
  seed: 7,
  circuit: turned,
  parameters: { names: ['theta', 'phi'], rows },
} satisfies SubmitJob

let service: JobService
beforeAll(() => {
  service = openJobService(openMemoryStore(), { executors })
})
afterAll(closeJobServices)

async function completed(body: SubmitJob): Promise<string> {
  const { job_uuid } = await service.jobs.submit(body, { caller: alice })
  await expect.poll(async () => (await shown(service.jobs, job_uuid, alice)).status).toBe('COMPLETED')
  return job_uuid
}
const read = <T>({ parts }: JsonText): T =>
  JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString()) as T
const pageOf = async (id: string, limit = 100, cursor?: string) =>
  read<SweepRows>(await service.jobs.rows(id, alice, { query: { limit, cursor } }))

/** With the row's values in place of the expressions, by a second way. */
const boundBy = (row: readonly number[]): ParametricCircuit => ({
  ...turned,
  instructions: turned.instructions.map(instruction =>
    instruction.name === 'ry'
      ? { ...instruction, params: [row[0]!] }
      : instruction.name === 'rz'
        ? { ...instruction, params: [2 * row[1]! - Math.PI / 4] }
        : instruction,
  ),
})

describe('a sweep', () => {
  it.each([
    ['the state vector', {}],
    ['single precision', { precision: 'float32' }],
    ['calibrated noise', { noise: 'calibrated' }],
  ] as const)('has for each row what a job of its circuit and seed has, with %s', async (_, options) => {
    const id = await completed({ ...sweep, options })
    const { items, next_cursor } = await pageOf(id)
    expect(next_cursor).toBeNull()
    expect(items.map(({ row, parameters }) => [row, parameters.theta, parameters.phi])).toEqual(
      rows.map(([theta, phi], row) => [row, theta, phi]),
    )
    for (const { row, counts, seed, engine, shots } of items) {
      expect(seed).toBe(rowSeed(7, row))
      expect(shots).toBe(200)
      const single = await completed({ backend: 'dev-a-mock', shots: 200, seed, circuit: boundBy(rows[row]!), options })
      const alone = await counted(service.jobs, single, alice)
      expect({ counts, engine }).toEqual({ counts: alone.counts, engine: alone.engine })
    }
  })

  it('runs a row on stabilizers where its angles permit', async () => {
    const { items } = await pageOf(await completed(sweep))
    expect(items.map(({ engine }) => engine.includes('stabilizer'))).toEqual([true, false, false, false])
  })

  it('shows one row with its values, its shots too, and pages with a cursor', async () => {
    const id = await completed(sweep)
    const { items } = await pageOf(id)
    const one = await service.jobs.result(id, alice, { query: { format: 'memory', row: 2 } })
    expect(one).toMatchObject({
      row: 2,
      parameters: { theta: Math.PI / 2, phi: 1 },
      counts: items[2]!.counts,
      shots: 200,
    })
    const tally: Record<string, number> = {}
    for (const bits of (one as { memory: string[] }).memory) tally[bits] = (tally[bits] ?? 0) + 1
    expect(tally).toEqual(items[2]!.counts)
    const bytes = (await service.jobs.result(id, alice, { query: { format: 'b8', row: 2 } })) as Uint8Array
    expect(bytes).toHaveLength(200)
    expect(await service.jobs.shots(id, alice, { query: ShotsQuery.parse({ row: '2' }) })).toEqual(bytes)
    await expect(service.jobs.shots(id, alice, { query: ShotsQuery.parse({}) })).rejects.toThrow(
      'ask for ?row=0 to ?row=3',
    )
    const first = await pageOf(id, 3)
    expect(first.next_cursor).toBe('3')
    expect([...first.items, ...(await pageOf(id, 3, '3')).items]).toEqual(items)
  })

  it('says how often an outcome or a parity came, with an interval', async () => {
    const id = await completed(sweep)
    const { items } = await pageOf(id)
    const of = async (query: { outcome?: string; parity?: string }) =>
      read<SweepSeries>(await service.jobs.series(id, alice, { query }))
    const ones = await of({ outcome: 'x1' })
    const odd = await of({ parity: '0,1' })
    items.forEach(({ counts }, row) => {
      const hits = (counts['01'] ?? 0) + (counts['11'] ?? 0)
      const { value, low, high } = wilson(hits, 200)
      expect(ones.rows[row]).toEqual({ row, values: rows[row], shots: 200, hits, probability: value, low, high })
      expect(odd.rows[row]!.hits).toBe((counts['01'] ?? 0) + (counts['10'] ?? 0))
    })
    const tagOf = async (query: { outcome?: string; parity?: string }) =>
      (await service.jobs.series(id, alice, { query })).tag
    expect(await tagOf({ outcome: 'x1' })).toMatch(/^"[^"]+"$/)
    expect(
      new Set([await tagOf({ outcome: 'x1' }), await tagOf({ outcome: '11' }), await tagOf({ parity: '0,1' })]).size,
    ).toBe(3)
    expect(await codeOf(() => of({ outcome: '111' }))).toBe('invalid_request')
    expect(await codeOf(() => of({ parity: '2' }))).toBe('invalid_request')
    expect(await codeOf(() => of({ parity: '0,0' }))).toBe('invalid_request')
  })

  it('is asked for its rows, and one circuit for none', async () => {
    const id = await completed(sweep)
    expect(await shown(service.jobs, id, alice)).toMatchObject({
      rows: 4,
      shots: 200,
      parameter_names: ['theta', 'phi'],
      circuit: turned,
    })
    expect(await codeOf(() => service.jobs.result(id, alice))).toBe('conflict')
    expect(await codeOf(() => service.jobs.result(id, alice, { query: { format: 'counts', row: 4 } }))).toBe(
      'invalid_request',
    )
    expect(await codeOf(() => service.jobs.rows(id, bob, { query: { limit: 5 } }))).toBe('not_found')
    expect(await codeOf(() => service.jobs.rows(id, alice, { query: { limit: 5, cursor: '4' } }))).toBe(
      'invalid_request',
    )
    const single = await completed({ ...sweep, circuit: boundBy(rows[1]!), parameters: undefined })
    expect(await codeOf(() => service.jobs.rows(single, alice, { query: { limit: 5 } }))).toBe('conflict')
    expect(await codeOf(() => service.jobs.result(single, alice, { query: { format: 'counts', row: 0 } }))).toBe(
      'invalid_request',
    )
  })

  it('gives constant expressions their value without a table', async () => {
    const circuit = { ...turned, instructions: [{ name: 'rx', qubits: [0], params: ['pi'] }, turned.instructions[4]!] }
    const id = await completed({ ...sweep, circuit, parameters: undefined })
    expect((await counted(service.jobs, id, alice)).counts).toEqual({ '1': 200 })
    expect((await shown(service.jobs, id, alice)).circuit.instructions[0]!.params).toEqual([Math.PI])
  })
})

const faultsOf = async (change: Partial<SubmitJob>): Promise<string[]> => {
  try {
    await service.jobs.submit({ ...sweep, ...change }, { caller: alice })
  } catch (error) {
    if (error instanceof AppError) return error.faults.map(({ pointer, message }) => `${pointer}: ${message}`)
    throw error
  }
  return []
}
const angled = (param: string): ParametricCircuit => ({
  num_qubits: 1,
  instructions: [
    { name: 'rx', qubits: [0], params: [param] },
    { name: 'measure', qubits: [0], clbits: [0] },
  ],
})

describe('what keeps a sweep from being run is reported at submit', () => {
  it.each([
    [
      { circuit: angled('theta +'), parameters: { names: ['theta'], rows: [[1]] } },
      '/circuit/instructions/0/params/0: character 8: expected a number, a name or (, found the end',
    ],
    [
      { circuit: angled('theta * gamma'), parameters: { names: ['theta'], rows: [[1]] } },
      '/circuit/instructions/0/params/0: character 9: gamma is none of the parameters (they are theta)',
    ],
    [
      { circuit: angled('theta $ 2'), parameters: { names: ['theta'], rows: [[1]] } },
      '/circuit/instructions/0/params/0: character 7: "$" is not allowed in an expression',
    ],
    [
      { circuit: angled('theta'), parameters: undefined },
      '/circuit/instructions/0/params/0: character 1: theta is none of the parameters (there are none); give values in parameters',
    ],
    [
      { circuit: angled('1 / theta'), parameters: { names: ['theta'], rows: [[1], [0]] } },
      '/parameters/rows/1: row 1: 1 / theta (/circuit/instructions/0/params/0) is no finite angle for theta = 0',
    ],
    [
      { circuit: angled('theta'), parameters: { names: ['theta', 'phi'], rows: [[1, 2]] } },
      '/parameters/names/1: no angle of the circuit uses phi: use it, or leave it out',
    ],
    [
      { circuit: angled('theta'), parameters: { names: ['theta'], rows: [[1]] }, shots: 2000 },
      '/shots: 2000 shots is more than the 1000 of dev-a-mock',
    ],
    [
      {
        circuit: angled('theta'),
        parameters: { names: ['theta'], rows: Array.from({ length: 101 }, () => [1]) },
        shots: 1000,
      },
      '/parameters/rows: 101000 shots of all rows is more than the 100000 of dev-a-mock',
    ],
  ] as [Partial<SubmitJob>, string][])('%#', async (change, said) => {
    expect(await faultsOf(change)).toContain(said)
  })

  const twoInputs = (angle: string, names: string[], values: number[]): Partial<SubmitJob> => ({
    circuit: undefined,
    text: `OPENQASM 3.0;\ninput float t;\n  input angle phi;\nqubit q;\nbit c;\nfor int i in [0:0] {\n  U(${angle}, phi, 0) q;\n}\nc = measure q;`,
    parameters: { names, rows: [values] },
  })
  it.each([
    [['t', ['t'], [1]], { line: 3, column: 3, message: expect.stringContaining('the input phi has no values') }],
    [['1 / t', ['t', 'phi'], [0, 1]], { message: expect.stringContaining('1 / t (line 7, column 3) is no finite') }],
  ] as const)('of the inputs of a text by line and column: %#', async ([angle, names, values], said) => {
    const error = await service.jobs
      .submit({ ...sweep, ...twoInputs(angle, [...names], [...values]) }, { caller: alice })
      .catch(thrown => thrown)
    expect((error as AppError).faults).toEqual([expect.objectContaining(said)])
  })

  it('found after a text was read by line and column', async () => {
    const { circuit, parameters, ...rest } = sweep
    const text = 'OPENQASM 3.0;\nbit c;\n  qubit[40] q;\nc = measure q[0];'
    const error = await service.jobs.submit({ ...rest, text }, { caller: alice }).catch(thrown => thrown)
    expect(error.faults).toEqual([
      { pointer: '/text', line: 3, column: 3, message: '40 qubits is more than the 4 of dev-a-mock' },
    ])
    expect(error.message).toContain('/text (line 3, column 3): 40 qubits')
    const long = `// ${'a comment of more than a mebibyte '.repeat(40_000)}\n${text}`
    const late = await service.jobs.submit({ ...rest, text: long }, { caller: alice }).catch(thrown => thrown)
    expect(late.faults).toEqual([{ ...error.faults[0], line: 4 }])
    const message = 'cannot be run'
    const faults = ['instructions/1', 'instructions', 'registers'].map(field => ({
      pointer: `/text/${field}`,
      message,
    }))
    expect(
      textTasks.faultsInText(
        { text, at: '/text', faults: [...faults, { pointer: '/shots', message }] },
        { host: null, signal: new AbortController().signal, checkpoint: () => {} },
      ),
    ).toEqual([
      { pointer: '/text', message },
      { pointer: '/text', line: 4, column: 1, message },
      { pointer: '/text', line: 2, column: 1, message },
      { pointer: '/shots', message },
    ])
  })

  it('in a batch by the entry that it stands in, and in a text by line and column', async () => {
    const { circuit, parameters, ...rest } = sweep
    const text = 'OPENQASM 3.0;\nqubit q;\nbit c;\nU(0.1, 0, 0) q;\noops q;\nc = measure q;'
    const error = await service.jobs
      .submit({ ...rest, circuits: [angled('1'), { text }, { circuit: angled('x') }] }, { caller: alice })
      .catch(thrown => thrown)
    expect((error as AppError).faults).toEqual([
      expect.objectContaining({ pointer: '/circuits/1/text', line: 5, column: 1 }),
      expect.objectContaining({ pointer: '/circuits/2/circuit/instructions/0/params/0' }),
    ])
  })
})
