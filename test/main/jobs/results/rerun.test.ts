import { join, resolve } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import { loadDevice } from '../../../../main/backends/devices/device-profile'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { JobResult } from '../../../../main/contract/jobs/result'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { calibratedExecutor } from '../../../../main/jobs/execution/calibrated-executor'
import { createExecutors } from '../../../../main/jobs/execution/executors'
import { idealExecutor } from '../../../../main/jobs/execution/ideal-executor'
import { bitstrings, matchingShots } from '../../../../main/jobs/tasks/b8-shots'
import { outcomesOf } from '../../../../main/jobs/tasks/outcome-table'
import { createReferenceSimulator, loadEngines } from '../../../../main/simulation/engines'
import { stabilizerProgram } from '../../../../main/simulation/stabilizer/program'
import { createReferenceStabilizer } from '../../../../main/simulation/stabilizer/reference'
import { createReferenceTrajectories } from '../../../../main/simulation/trajectories/reference'
import { UNBOUNDED } from '../../../../main/worker/checkpoint'
import { openMemoryStore } from '../../store/memory-store'
import { alice, backend, closeJobServices, openJobService, request, shown } from '../fixture'

const { profile, bundled } = loadDevice(
  join(resolve(import.meta.dirname, '../../../..'), 'resources/devices/dev-b.json'),
)
afterAll(closeJobServices)

const coins: Circuit = {
  num_qubits: 2,
  num_clbits: 11,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'h', qubits: [1] },
    { name: 'measure', qubits: [0], clbits: [0] },
    { name: 'measure', qubits: [1], clbits: [3] },
  ],
}

const reference = {
  simulator: createReferenceSimulator(),
  stabilizer: createReferenceStabilizer(),
  trajectories: createReferenceTrajectories(),
}
const KINDS = { reference, chosen: loadEngines() }

function open(engines: typeof reference) {
  const snapshots = bundled.map(({ snapshot }) => snapshot)
  const deviceOf = () => ({ profile, current: snapshots.at(-1)!, snapshots })
  const executors = createExecutors({ engines, deviceOf, devices: null })
  const { jobs, ledger } = openJobService(openMemoryStore(), { executors })
  ledger.purchase('compute_token', 1e12)
  async function done(body: SubmitJob): Promise<JobResult> {
    const { job_uuid } = await jobs.submit(body, { caller: alice })
    await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
    return (await jobs.result(job_uuid, alice, { query: { format: 'memory' } })) as JobResult
  }
  return { jobs, done, stabilizer: engines.stabilizer }
}

const textsOf = (packed: Uint8Array, clbits: number): string[] =>
  JSON.parse(
    Buffer.from(bitstrings(packed, { clbits, shots: packed.length / Math.ceil(clbits / 8) }, UNBOUNDED)).toString(),
  )
const tally = (memory: readonly string[]) => {
  const counts: Record<string, number> = {}
  for (const bits of memory) counts[bits] = (counts[bits] ?? 0) + 1
  return counts
}

describe.each(Object.keys(KINDS) as (keyof typeof KINDS)[])('the shots of a job on the %s engines', kind => {
  it('come in the order in which the stabilizer engine executed them', async () => {
    const { done, stabilizer } = open(KINDS[kind])
    const result = await done({ ...request, circuit: coins, seed: 77 })
    const { data, width } = await stabilizer.sampleShots(stabilizerProgram(coins), { shots: 100, seed: 77n })
    const executed = Array.from({ length: 100 }, (_, shot) => data[shot * width]!.toString(2).padStart(11, '0'))
    expect(result).toMatchObject({ shot_order: 'executed', memory: executed })
    expect(tally(result.memory!)).toEqual(result.counts)
  })

  it('with calibrated noise are those that were counted', async () => {
    const { done } = open(KINDS[kind])
    const result = await done({ ...request, backend: 'dev-b-mock', circuit: coins, options: { noise: 'calibrated' } })
    expect(result.shot_order).toBe('executed')
    expect(tally(result.memory!)).toEqual(result.counts)
  })

  it('are the same each time, and the same in b8', async () => {
    const { jobs, done } = open(KINDS[kind])
    const first = await done({ ...request, circuit: coins })
    const again = (await jobs.result(first.job_uuid, alice, { query: { format: 'memory' } })) as JobResult
    expect(again).toEqual(first)
    const packed = (await jobs.result(first.job_uuid, alice, { query: { format: 'b8' } })) as Uint8Array
    expect(textsOf(packed, 11)).toEqual(first.memory)
  })

  it('are drawn where the state vector counted', async () => {
    const { done } = open(KINDS[kind])
    const instructions = [...coins.instructions, { name: 't', qubits: [0] }]
    expect(await done({ ...request, circuit: { ...coins, instructions } })).toMatchObject({ shot_order: 'drawn' })
  })

  it('are drawn where another engine or a calibration that is gone would have to be repeated', async () => {
    const { stabilizer, simulator, trajectories } = KINDS[kind]
    const snapshots = bundled.map(({ snapshot }) => snapshot)
    const deviceOf = () => ({ profile, current: snapshots.at(-1)!, snapshots })
    const noisy = calibratedExecutor({ stabilizer, trajectories }, { deviceOf })
    const ideal = idealExecutor({ simulator, stabilizer })
    const order = {
      backend: backend('dev-b-mock'),
      circuit: coins,
      shots: 5,
      seed: 1n,
      onProgress: () => undefined,
      options: { noise: 'calibrated', precision: 'float64' } as const,
      signal: new AbortController().signal,
    }
    const engine = stabilizer.stabilizer_engine
    expect(await ideal.rerunShots!(order, { engine: 'older/1', noise: 'none', calibration_id: null })).toBeNull()
    expect(await noisy.rerunShots!(order, { engine, noise: 'calibrated', calibration_id: 'gone' })).toBeNull()
  })
})

describe('repeated shots', () => {
  it('count only when they are the ones that were counted', () => {
    const rows = fc.array(fc.integer({ min: 0, max: 7 }), { minLength: 1, maxLength: 40 })
    fc.assert(
      fc.property(rows, rows, fc.integer({ min: 3, max: 20 }), (given, other, clbits) => {
        const counts = tally(given.map(bits => bits.toString(2).padStart(clbits, '0')))
        const repeated = { data: Uint8Array.from(other), shots: other.length, clbits: 3, width: 1 }
        const packed = matchingShots(
          repeated,
          { outcomes: outcomesOf(JSON.stringify(counts), clbits, UNBOUNDED), clbits },
          UNBOUNDED,
        )
        const same = JSON.stringify([...given].sort()) === JSON.stringify([...other].sort())
        expect(packed !== null).toBe(same)
        if (packed) expect(tally(textsOf(packed, clbits))).toEqual(counts)
      }),
    )
  })
})
