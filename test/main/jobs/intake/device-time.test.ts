/** A sweep or estimates that would be ended for their length are refused, with what would do. */
import { expect, it } from 'vitest'
import type { Observable } from '../../../../main/contract/jobs/observables'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import { deviceSeconds, runtimeFaults } from '../../../../main/jobs/intake/device-time'
import type { Executor } from '../../../../main/jobs/model/executor'
import { submissionOf } from '../../../../main/jobs/tasks/submission'
import { backend } from '../fixture'

/** 2 s for all shots of a circuit, 2.75 s for those of all circuits that its estimates take. */
const executor = {
  deviceTime: async () => 2,
  checkEstimate: async () => ({ faults: [], device_time_s: 2.75 }),
} as unknown as Executor
const asker = {
  backend: backend('dev-a'),
  options: { noise: 'calibrated', precision: 'float64' },
  owner: null,
} as const
const angle = { name: 'rx', qubits: [0], params: ['theta'] }
const observables: Observable[] = ['Z0', 'X0'].map(pauli => ({ terms: [{ pauli, coefficient: 1 }] }))

const measure = { name: 'measure', qubits: [0], clbits: [0] }

const submissionFor = (rows: number, more: object) =>
  submissionOf(
    SubmitJob.parse({
      ...{ backend: 'dev-a', shots: 1_000 },
      circuit: { num_qubits: 1, instructions: 'observables' in more ? [angle] : [angle, measure] },
      parameters: { names: ['theta'], rows: Array.from({ length: rows }, (_, row) => [row]) },
      ...more,
    }),
  )
const faultsOf = async (rows: number, more: object = {}) => {
  const { circuits } = submissionFor(rows, more)
  return (await runtimeFaults(circuits[0]!, null, executor, asker)).map(
    ({ pointer, message }) => `${pointer}: ${message}`,
  )
}

it('counts every row, and every circuit of a row', async () => {
  expect(await deviceSeconds(submissionFor(3, {}), executor, asker)).toBe(6)
  expect(await deviceSeconds(submissionFor(3, { observables }), executor, asker)).toBe(3 * 2.75)
})

it('refuses what takes longer than a job may, and says how many rows would do', async () => {
  expect(await faultsOf(30)).toEqual([])
  expect(await faultsOf(31)).toEqual([
    '/parameters/rows: dev-a would be kept for 62 s, more than the 60 s that a job may take: at most 30 rows, or fewer shots of each, would do',
  ])
  expect(await faultsOf(22, { observables })).toHaveLength(1)
  expect(await faultsOf(21, { observables })).toEqual([])
})
