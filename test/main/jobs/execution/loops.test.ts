/** Jobs with loops that measurements decide, from submit to result, on every engine and on a device. */
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { clopperPearson } from '../../../../main/qec/statistics/intervals'
import { createReferenceSimulator, loadEngines } from '../../../../main/simulation/engines'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { openMemoryStore } from '../../store/memory-store'
import { alice, backend, closeJobServices, counted, openJobService, request, shown } from '../fixture'
import { liveLab } from '../live-lab'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../..'), 'resources/devices/dev-b.json'),
)
const snapshots = bundled.map(({ snapshot }) => snapshot)
const deviceOf = () => ({ profile, current: snapshots.at(-1)!, snapshots })
const reference = {
  simulator: createReferenceSimulator(),
  stabilizer: createReferenceStabilizer(),
  trajectories: createReferenceTrajectories(),
}
const LABS = {
  reference: liveLab(deviceOf, { engines: reference }),
  chosen: liveLab(deviceOf, { engines: loadEngines() }),
}
afterAll(async () => {
  await closeJobServices()
  for (const lab of Object.values(LABS)) await (await lab).registry.close()
})

const limits = { ...backend('dev-b-mock').limits, max_instructions: 1_000_000, max_shots: 100_000 }
async function service(kind: keyof typeof LABS = 'chosen') {
  const { executors } = await LABS[kind]
  return openJobService(openMemoryStore(), { executors, backends: { get: id => ({ ...backend(id), limits }) } })
}

const on = (name: string, qubits: number[], more: Partial<Instruction> = {}): Instruction => ({ name, qubits, ...more })
/** Half of the shots go on after each turn. */
const halving = (max_iterations: number, more: Instruction[] = []): Circuit => ({
  num_qubits: 2,
  instructions: [
    on('while', [], { condition: { clbit: 0, value: 0 }, max_iterations }),
    on('reset', [0]),
    on('h', [0]),
    on('measure', [0], { clbits: [0] }),
    on('end', []),
    ...more,
    on('measure', [1], { clbits: [1] }),
  ],
})
const body = (circuit: Circuit, options: SubmitJob['options'] = {}): SubmitJob => ({
  ...request,
  backend: 'dev-b-mock',
  shots: 400,
  circuit,
  options,
})

describe('a job with a loop', () => {
  it.each([
    ['stabilizer', 'chosen', [], {}],
    ['stabilizer', 'reference', [], {}],
    ['statevector', 'chosen', [on('t', [1])], {}],
    ['statevector', 'chosen', [on('t', [1])], { precision: 'float32' }],
    ['statevector', 'reference', [on('t', [1])], {}],
    ['stabilizer', 'chosen', [], { noise: 'calibrated' }],
    ['stabilizer', 'reference', [], { noise: 'calibrated' }],
    ['trajectories', 'chosen', [on('t', [1])], { noise: 'calibrated' }],
    ['trajectories', 'reference', [on('t', [1])], { noise: 'calibrated' }],
  ] as const)(
    'leaves out and counts the shots that its bound ends: %s, %s, %j, %j',
    async (engine, kind, more, options) => {
      const { jobs } = await service(kind)
      const { job_uuid } = await jobs.submit(body(halving(2, [...more]), options), { caller: alice })
      expect(await jobs.get(job_uuid, alice, { query: { wait: 30 } })).toMatchObject({ status: 'COMPLETED' })
      const result = await counted(jobs, job_uuid, alice)
      expect(result.engine).toContain(engine)
      const { unfinished_shots: unfinished = 0, shots, counts } = result
      expect(unfinished + shots).toBe(400)
      expect(Object.values(counts).reduce((sum, count) => sum + count, 0)).toBe(shots)
      for (const bits of Object.keys(counts)) expect(bits).toMatch(/^[01]1$/)
      // A quarter, within what one draw in a million leaves, noise included.
      const { low, high } = clopperPearson(unfinished, 400)
      expect([low! - 0.07 < 0.25, high! + 0.07 > 0.25]).toEqual([true, true])
      const memory = (await jobs.result(job_uuid, alice, { query: { format: 'memory' } })) as JobResult
      expect(memory.memory).toHaveLength(shots)
    },
  )

  it('that always ends says that no shot was left out', async () => {
    const { jobs } = await service()
    const { job_uuid } = await jobs.submit(body(halving(60)), { caller: alice })
    await jobs.get(job_uuid, alice, { query: { wait: 30 } })
    expect(await counted(jobs, job_uuid, alice)).toMatchObject({ unfinished_shots: 0, shots: 400 })
  })

  it('decays only as long as it runs: a shot that has left it does not wait for others', async () => {
    const { jobs } = await service()
    const excited = { ...halving(1_000), instructions: [on('x', [1]), ...halving(1_000).instructions] }
    const { job_uuid } = await jobs.submit(body(excited, { noise: 'calibrated' }), { caller: alice })
    await jobs.get(job_uuid, alice, { query: { wait: 60 } })
    const { counts, shots } = await counted(jobs, job_uuid, alice)
    // Two turns on average, some microseconds; a thousand would leave nothing of |1>.
    expect((counts['11'] ?? 0) / shots).toBeGreaterThan(0.7)
  })

  it.each([
    ['without an end', halving(2).instructions.filter(({ name }) => name !== 'end'), '/circuit/instructions/0'],
    ['without a beginning', halving(2).instructions.slice(1), '/circuit/instructions/3'],
    [
      'without a condition',
      [on('while', []), on('end', []), ...halving(2).instructions],
      '/circuit/instructions/0/condition',
    ],
    [
      'with qubits',
      [on('while', [0], { condition: { clbit: 0, value: 0 } }), on('end', []), ...halving(2).instructions],
      '/circuit/instructions/0/qubits',
    ],
    [
      'with a bound at a gate',
      [on('x', [0], { max_iterations: 3 }), ...halving(2).instructions],
      '/circuit/instructions/0/max_iterations',
    ],
    [
      'that unrolls to more than a circuit may have',
      [
        ...Array(3).fill(halving(10_000).instructions[0]),
        on('x', [0]),
        ...Array(3).fill(on('end', [])),
        on('measure', [0], { clbits: [0] }),
      ],
      '/circuit/instructions/0/max_iterations',
    ],
    [
      'too deep',
      [
        ...Array(9).fill(halving(1).instructions[0]),
        ...Array(9).fill(on('end', [])),
        on('measure', [0], { clbits: [0] }),
      ],
      '/circuit/instructions/8',
    ],
  ])('%s is refused by its place', async (_, instructions, pointer) => {
    const { jobs } = await service()
    const refused = await jobs
      .submit(body({ num_qubits: 2, num_clbits: 2, instructions }), { caller: alice })
      .catch(error => error)
    expect(refused).toMatchObject({ code: 'invalid_request', faults: [{ pointer }] })
  })

  it('is played by a sequencer, which decides each turn, and leaves out the shots that its bound ends', async () => {
    const { jobs, ledger } = await service()
    ledger.purchase('compute_token', 1e12)
    const { job_uuid } = await jobs.submit({ ...body(halving(2)), backend: 'dev-b', options: {} }, { caller: alice })
    expect(await jobs.get(job_uuid, alice, { query: { wait: 50 } })).toMatchObject({ status: 'COMPLETED' })
    const { unfinished_shots: unfinished = 0, shots, counts, ...rest } = await counted(jobs, job_uuid, alice)
    expect(unfinished + shots).toBe(400)
    const { low, high } = clopperPearson(unfinished, 400)
    expect([low! - 0.1 < 0.25, high! + 0.1 > 0.25]).toEqual([true, true])
    for (const bits of Object.keys(counts)) expect(bits).toMatch(/^[01]1$/)
    const { memory } = (await jobs.result(job_uuid, alice, { query: { format: 'memory' } })) as JobResult
    expect(memory).toHaveLength(shots)
    expect(rest.sequencers).toHaveLength(1)
    // What was left out is not charged.
    const { tokens } = await shown(jobs, job_uuid, alice)
    expect(tokens.charged).toBeCloseTo(shots * 0.05)
  })

  it('is refused where a sequencer has no room, with the bound that fits', async () => {
    const { jobs, ledger } = await service()
    ledger.purchase('compute_token', 1e12)
    const live = (circuit: Circuit) => ({ ...body(circuit), backend: 'dev-b', options: {} })
    const refused = await jobs.submit(live(halving(9_000)), { caller: alice }).catch(error => error)
    expect(refused).toMatchObject({
      code: 'invalid_request',
      faults: [{ pointer: '/circuit/instructions', exceeds: { reason: 'instructions' } }],
    })
    const [, bound] = /max_iterations of its loops to at most (\d+)/.exec(refused.message)!
    expect(Number(bound)).toBeGreaterThan(50)
    expect((await jobs.estimate(live(halving(Number(bound))), alice)).device_time_s).toBeGreaterThan(0)
    const above = await jobs.estimate(live(halving(Number(bound) + 1)), alice).catch(error => error)
    expect(above).toMatchObject({ code: 'invalid_request' })
    expect(ledger.balance('compute_token').reserved).toBe(0)
  })

  it('comes with OpenQASM text too', async () => {
    const { jobs } = await service()
    const text =
      'OPENQASM 3.0; include "stdgates.inc"; qubit q; bit c;\n@max_iterations 3\nwhile (c == 0) { reset q; h q; c = measure q; }'
    const { job_uuid } = await jobs.submit({ ...body(halving(1)), circuit: undefined, text }, { caller: alice })
    await jobs.get(job_uuid, alice, { query: { wait: 30 } })
    const { unfinished_shots, shots } = await counted(jobs, job_uuid, alice)
    expect(unfinished_shots! + shots).toBe(400)
    expect(await shown(jobs, job_uuid, alice)).toMatchObject({
      circuit: { instructions: [{ name: 'while' }, {}, {}, {}, { name: 'end' }] },
    })
  })
})
