import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import type { Circuit, Instruction } from '../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { createReferenceSimulator, loadEngines } from '../../../../main/simulation/engines'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { openMemoryStore } from '../../store/memory-store'
import { alice, closeJobServices, openJobService, request, settle, shown } from '../fixture'
import { liveLab } from '../live-lab'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../..'), 'resources/devices/dev-b.json'),
)
afterAll(closeJobServices)

const reference = {
  simulator: createReferenceSimulator(),
  stabilizer: createReferenceStabilizer(),
  trajectories: createReferenceTrajectories(),
}
const KINDS = { reference, chosen: loadEngines() }

function open(engines: typeof reference) {
  const snapshots = bundled.map(({ snapshot }) => snapshot)
  const deviceOf = () => ({ profile, current: snapshots.at(-1)!, snapshots })
  const lab = liveLab(deviceOf, { engines })
  return async (body: SubmitJob) => {
    const { executors } = await lab
    const { jobs, ledger } = openJobService(openMemoryStore(), { executors })
    ledger.purchase('compute_token', 1e12)
    const { job_uuid } = await jobs.submit(body, { caller: alice })
    await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
    const [memory, b8] = [
      (await jobs.result(job_uuid, alice, { query: { format: 'memory' } })) as JobResult,
      (await jobs.result(job_uuid, alice, { query: { format: 'b8' } })) as Uint8Array,
    ]
    return { ...memory, b8 }
  }
}

const gate = (name: string): Instruction => ({ name, qubits: [0] })
/** Measures bit 0 alone, and then asks for a bit above it. */
const asking = (name: string, clbit: number): Circuit => ({
  num_qubits: 1,
  instructions: [
    gate(name),
    gate('h'),
    { name: 'measure', qubits: [0], clbits: [0] },
    { ...gate('x'), condition: { clbit, value: 1 } },
  ],
})

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('the results of jobs on the %s engines', kind => {
  const done = open(KINDS[kind])

  it.each([
    ['state vector', 'dev-b-mock', asking('t', 2), {}, 3],
    ['state vector, float32', 'dev-b-mock', asking('t', 9), { precision: 'float32' }, 10],
    ['stabilizer', 'dev-b-mock', asking('s', 2), {}, 3],
    ['state vector, declared', 'dev-b-mock', { ...asking('t', 2), num_clbits: 12 }, {}, 12],
    ['trajectories', 'dev-b-mock', asking('t', 10), { noise: 'calibrated' }, 11],
    ['noisy stabilizer', 'dev-b-mock', asking('s', 10), { noise: 'calibrated' }, 11],
    ['sequencer, twin by trajectories', 'dev-b', asking('t', 9), {}, 10],
    ['sequencer, twin by frames', 'dev-b', asking('s', 9), {}, 10],
  ] as [string, string, Circuit, object, number][])(
    'have num_clbits characters in every format: %s',
    async (_, backend, circuit, options, width) => {
      const { num_clbits, counts, memory, b8 } = await done({ ...request, backend, circuit, options, seed: 11 })
      expect(num_clbits).toBe(width)
      expect(Object.keys(counts).sort()).toEqual(['0', '1'].map(bit => bit.padStart(width, '0')))
      expect(memory!.every(bits => Object.hasOwn(counts, bits))).toBe(true)
      const bytes = Math.ceil(width / 8)
      expect(b8).toHaveLength(100 * bytes)
      expect(Array.from({ length: 100 }, (_, shot) => b8[shot * bytes]! & 1)).toEqual(
        memory!.map(bits => Number(bits) & 1),
      )
    },
  )
})

describe('a record of an earlier version, with bitstrings too short', () => {
  it.each([3, 20])('opens and shows in every format with all of its %i bits', async width => {
    const { jobs, waiting, store } = openJobService()
    const { job_uuid } = await jobs.submit({ ...request, circuit: asking('t', width - 1) }, { caller: alice })
    await settle()
    waiting[0]!.finish({
      counts: new Map([
        ['0', 58],
        ['1', 42],
      ]),
    })
    await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
    expect(store.db.prepare('SELECT counts FROM job_results').pluck().get()).toBe('{"0":58,"1":42}')
    const counts = { ['0'.padStart(width, '0')]: 58, ['1'.padStart(width, '0')]: 42 }
    expect(await jobs.result(job_uuid, alice)).toMatchObject({ counts, num_clbits: width })
    const { memory } = (await jobs.result(job_uuid, alice, { query: { format: 'memory' } })) as JobResult
    expect(memory!.filter(bits => bits === '1'.padStart(width, '0'))).toHaveLength(42)
    expect(await jobs.result(job_uuid, alice, { query: { format: 'b8' } })).toHaveLength(100 * Math.ceil(width / 8))
  })
})
