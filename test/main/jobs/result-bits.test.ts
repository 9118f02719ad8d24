/** Jobs of which only the first classical bits are the result, beside the same jobs with all of them. */
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../main/backends/devices/device-profile'
import type { Circuit, Instruction, ParametricCircuit } from '../../../main/contract/jobs/circuit'
import type { JobResult, ResultQuery } from '../../../main/contract/jobs/result'
import { SubmitJob } from '../../../main/contract/jobs/submit'
import type { SweepRows } from '../../../main/contract/jobs/sweep'
import { CsvText } from '../../../main/contract/model/csv-text'
import { JsonText } from '../../../main/contract/model/json-text'
import { createExecutors } from '../../../main/jobs/execution/executors'
import type { JobRow } from '../../../main/jobs/model/job'
import type { StoredBatch } from '../../../main/jobs/model/measured-batch'
import { partialResult } from '../../../main/jobs/results/partial-results'
import { loadEngines } from '../../../main/simulation/engines'
import { parseQasm } from '../circuits/qasm/parse-qasm'
import { backend, closeJobServices, holder, openJobService } from './fixture'
import { liveLab, rigDevice } from './live-lab'

const { profile, bundled } = loadDevice(join(resolve(import.meta.dirname, '../../..'), 'resources/devices/dev-b.json'))
const snapshots = bundled.map(({ snapshot }) => snapshot)
const executors = createExecutors({
  engines: loadEngines(),
  deviceOf: () => ({ profile, current: snapshots.at(-1)!, snapshots }),
  devices: null,
})
const limits = { max_qubits: 30, max_shots: 100_000, max_instructions: 1_000, max_runtime_s: 60 }
const { jobs } = openJobService(undefined, {
  executors,
  backends: { get: (id: string) => ({ ...backend(id), limits }) },
})
afterAll(closeJobServices)

type JobService = Pick<typeof jobs, 'submit' | 'get' | 'result' | 'rows'>

async function completed(fields: object, service: JobService = jobs): Promise<string> {
  const body = SubmitJob.parse({ backend: 'dev-b-mock', seed: 7, shots: 500, ...fields })
  const { job_uuid } = await service.submit(body, { caller: holder })
  expect(await service.get(job_uuid, holder, { query: { wait: 60, circuit: false } })).toMatchObject({
    status: 'COMPLETED',
  })
  return job_uuid
}
async function read(id: string, query: Partial<ResultQuery> = {}, service: JobService = jobs) {
  const found = await service.result(id, holder, { query })
  if (!(found instanceof JsonText)) return found as JobResult
  return JSON.parse(Buffer.concat(found.parts.map(part => Buffer.from(part as string))).toString()) as JobResult
}

/** The slow reference: bits 0 to `bits` - 1 of counts over more. */
function marginal(counts: Readonly<Record<string, number>>, bits: number): Record<string, number> {
  const found: Record<string, number> = {}
  for (const [all, count] of Object.entries(counts)) {
    const kept = all.slice(all.length - bits)
    found[kept] = (found[kept] ?? 0) + count
  }
  return found
}

const measure = (qubit: number, clbit: number): Instruction => ({ name: 'measure', qubits: [qubit], clbits: [clbit] })
const turned = (qubit: number, angle: number): Instruction => ({ name: 'ry', qubits: [qubit], params: [angle] })
const read3 = [measure(0, 3), measure(1, 0), measure(2, 2), measure(3, 1)]
/** Conditions on bits beside the result, too. */
const clifford: Circuit = {
  num_qubits: 4,
  num_clbits: 4,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
    { name: 'h', qubits: [2] },
    { name: 'cx', qubits: [2, 3] },
    ...read3,
  ],
}
const general: Circuit = { ...clifford, instructions: [turned(0, 0.7), turned(2, 1.9), ...clifford.instructions] }
const decided: Circuit = {
  ...general,
  instructions: [...general.instructions, { name: 'x', qubits: [1], condition: { clbit: 3, value: 1 } }, measure(1, 0)],
}
const looped: Circuit = {
  ...clifford,
  instructions: [
    { name: 'until', qubits: [], condition: { clbit: 3, value: 1 }, max_iterations: 3 },
    ...[{ name: 'h', qubits: [0] }, measure(0, 3)],
    { name: 'end', qubits: [] },
    ...[{ name: 'h', qubits: [1] }, measure(1, 0), { name: 'cx', qubits: [1, 2] }, measure(2, 1)],
  ],
}
const wide: Circuit = {
  num_qubits: 20,
  num_clbits: 20,
  instructions: Array.from({ length: 20 }, (_, i) => [{ name: 'h', qubits: [i] }, measure(i, i)]).flat(),
}

const none = { noise: 'none' as const }
const calibrated = { noise: 'calibrated' as const }

describe('counts, memory and bytes have the bits of the result alone', () => {
  it.each([
    ['stabilizers', clifford, none, 2],
    ['the state vector', general, none, 2],
    ['the state vector under conditions', decided, none, 1],
    ['Pauli frames', clifford, calibrated, 3],
    ['trajectories', decided, calibrated, 2],
    ['stabilizers with loops', looped, none, 2],
    ['trajectories with loops', looped, calibrated, 1],
    ['stabilizers, bits that end within a byte', wide, none, 11],
  ] as const)('of %s', async (_, circuit, options, result_clbits) => {
    const [whole, id] = [
      await completed({ circuit, options }),
      await completed({ circuit: { ...circuit, result_clbits }, options }),
    ]
    const [all, result] = [await read(whole), await read(id)]
    expect(result).toMatchObject({ num_clbits: result_clbits, shots: all.shots, engine: all.engine })
    expect(result.unfinished_shots).toBe(all.unfinished_shots)
    expect(result.counts).toEqual(marginal(all.counts, result_clbits))
    expect(result.registers).toEqual([{ name: 'c', clbits: Array.from({ length: result_clbits }, (_, i) => i) }])
    const { memory = [], shot_order } = await read(id, { format: 'memory' })
    const width = Math.ceil(result_clbits / 8)
    const packed = (await jobs.result(id, holder, { query: { format: 'b8' } })) as Uint8Array
    expect(packed).toHaveLength(width * result.shots)
    const texts = memory.map((_, shot) =>
      Array.from({ length: result_clbits }, (_, bit) => (packed[shot * width + (bit >> 3)]! >> (bit & 7)) & 1)
        .reverse()
        .join(''),
    )
    expect(texts).toEqual(memory)
    expect(Object.fromEntries(tally(memory))).toEqual(result.counts)
    expect(packed.every((byte, at) => at % width < width - 1 || byte >> (((result_clbits - 1) % 8) + 1) === 0)).toBe(
      true,
    )
    const ordered = await read(whole, { format: 'memory' })
    expect(shot_order).toBe(ordered.shot_order)
    if (shot_order === 'executed') expect(memory).toEqual(ordered.memory!.map(bits => bits.slice(-result_clbits)))
  })

  it('as CSV, with probabilities, by register and bit, and refuse the others', async () => {
    const registers = [
      { name: 'q', kind: 'qubit', size: 4 },
      { name: 'a', kind: 'bit', size: 1 },
      { name: 'b', kind: 'bit', size: 1 },
      { name: 'inner', kind: 'bit', size: 2 },
    ]
    const id = await completed({ circuit: { ...clifford, registers, result_clbits: 2 } })
    const { counts } = await read(id)
    const by = await read(id, { registers: true, probabilities: true })
    expect(by.registers.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(by.by_register!.map(({ name }) => name)).toEqual(['a', 'b'])
    expect(by.probabilities!['00']!.value).toBe((counts['00'] ?? 0) / 500)
    expect((await read(id, { register: ['b'] })).counts).toEqual(
      marginal(Object.fromEntries(Object.entries(counts).map(([bits, n]) => [[...bits].reverse().join(''), n])), 1),
    )
    const csv = (await jobs.result(id, holder, { query: { format: 'csv' } })) as CsvText
    expect(csv).toBeInstanceOf(CsvText)
    await expect(jobs.result(id, holder, { query: { register: ['inner'] } })).rejects.toThrow('it has a, b')
    await expect(jobs.result(id, holder, { query: { clbits: [2] } })).rejects.toThrow('not one of the 2')
  })
})

function tally(texts: readonly string[]): Map<string, number> {
  const found = new Map<string, number>()
  for (const text of texts) found.set(text, (found.get(text) ?? 0) + 1)
  return found
}

it.each([
  ['together', general, {}],
  ['each by itself', general, calibrated],
  ['with loops', looped, {}],
])('rows of a sweep, executed %s, count them alone', async (_, { instructions, ...rest }, options) => {
  const circuit: ParametricCircuit = {
    ...rest,
    instructions: [{ name: 'ry', qubits: [3], params: ['theta'] }, ...instructions],
  }
  const parameters = { names: ['theta'], rows: [[0], [0.4], [2]] }
  const pages = [circuit, { ...circuit, result_clbits: 2 }].map(async circuit => {
    const id = await completed({ circuit, parameters, options })
    const { parts } = await jobs.rows(id, holder, { query: { limit: 10 } })
    return JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString()) as SweepRows
  })
  const [all, own] = await Promise.all(pages)
  expect(own!.items.map(({ counts }) => counts)).toEqual(all!.items.map(({ counts }) => marginal(counts, 2)))
})

it('observables do not depend on which bits are the result', async () => {
  const observables = [{ name: 'zz', terms: [{ pauli: 'Z1 X2', coefficient: 1 }] }]
  const options = { ...calibrated, mitigation: { readout: 'published' } }
  const ask = { observables, options, shots: 2_000 }
  const instructions = [turned(1, 0.7), ...clifford.instructions.slice(0, 4), measure(0, 3), measure(3, 0)]
  const [all, own] = [
    await completed({ circuit: { ...clifford, instructions }, ...ask }),
    await completed({ circuit: { ...clifford, instructions, result_clbits: 1 }, ...ask }),
  ]
  expect((await read(own)).expectation_values).toEqual((await read(all)).expectation_values)
})

it('mitigated counts are of them, whatever the others are measured from', async () => {
  const options = { ...calibrated, mitigation: { readout: 'published' } }
  const twice = { ...clifford, instructions: [...clifford.instructions, measure(0, 3), measure(0, 2)] }
  const result = await read(await completed({ circuit: { ...twice, result_clbits: 2 }, options }))
  expect(Object.keys(result.mitigated_counts!.quasi_probabilities).sort()).toEqual(['00', '01', '10', '11'])
  expect(result.mitigated_counts).toMatchObject({ clbits: [0, 1] })
  const none = { ...clifford, instructions: [measure(0, 3)], result_clbits: 2 }
  await expect(completed({ circuit: none, options })).rejects.toThrow('no bit of the result is measured')
})

it('a sequencer stores and answers them alone', async () => {
  const lab = await liveLab(rigDevice)
  const service = openJobService(undefined, { executors: lab.executors })
  service.ledger.purchase('compute_token', 1e12)
  try {
    const [a, b] = [measure(0, 1), measure(1, 0)]
    const circuit: Circuit = {
      num_qubits: 2,
      num_clbits: 2,
      instructions: [{ name: 'h', qubits: [0] }, a, { name: 'x', qubits: [1], condition: { clbit: 1, value: 1 } }, b],
    }
    const ask = { backend: 'dev-b', shots: 300, circuit: { ...circuit, result_clbits: 1 } }
    const id = await completed(ask, service.jobs)
    const result = await read(id, { format: 'memory' }, service.jobs)
    expect(result).toMatchObject({ num_clbits: 1, shots: 300, shot_order: 'executed' })
    expect(Object.fromEntries(tally(result.memory!))).toEqual(result.counts)
    expect(result.counts['1']!).toBeGreaterThan(60)
    expect(result.counts['0']!).toBeGreaterThan(60)
  } finally {
    await lab.registry.close()
  }
})

it('what a sequencer has measured so far is reported, and nothing else', async () => {
  const planes = { data: Uint8Array.of(0b0101, 0b1111, 0b0011), planes: 3, shots: 4, stride: 1 }
  const batch = { line: 0, part: null, shots: 4, unfinished_shots: 0, invalid: 0, feedback_mismatch: 0, bits: 3 }
  const stored = { ...batch, measured_at: 0, engine: 'e', program_sha256: '' } as StoredBatch
  const measured = { of: () => [stored, stored], read: async () => planes, shotsOf: () => 8 }
  const job = { mode: 'live', status: 'PROCESSING', shots: 9, num_clbits: 2, rows: null, estimates: null } as JobRow
  const reported = await partialResult(job, {}, { measured, planOf: () => Promise.reject(new Error('no plan')) })
  expect(reported).toMatchObject({ num_clbits: 2, counts: { '11': 4, '10': 4 } })
})

it('programs count what they give out', async () => {
  const head = 'OPENQASM 3.0;\ninclude "stdgates.inc";\nqubit[2] q;\nbit[2] c;\nx q[1];\n'
  const inner = await read(
    await completed({ text: `${head}for int i in [0:1] { bit b = measure q[i]; if (b) x q[0]; }\nc = measure q;` }),
  )
  expect(inner).toMatchObject({ counts: { '11': 500 }, registers: [{ name: 'c', clbits: [0, 1] }] })
  const given = await read(await completed({ text: `${head}output bit r;\nc = measure q;\nr = measure q[1];` }))
  expect(given).toMatchObject({ counts: { '1': 500 }, registers: [{ name: 'r', clbits: [0] }] })
  const text = `${head}output float f;\nc = measure q;`
  expect(parseQasm(text).circuit.result_clbits).toBe(0)
  await expect(completed({ text })).rejects.toThrow(/no classical bit is in the result/)
})
