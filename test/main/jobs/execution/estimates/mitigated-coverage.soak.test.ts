/** How often mitigated intervals hold the truth when whole jobs run on a mock with its calibrated noise. */
import { randomInt } from 'node:crypto'
import { join, resolve } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { loadDevice } from '../../../../../main/backends/devices/device-profile'
import type { BatchJobResult } from '../../../../../main/contract/jobs/batches'
import type { JobResult } from '../../../../../main/contract/jobs/result'
import { SubmitJob } from '../../../../../main/contract/jobs/submit'
import type { JsonText } from '../../../../../main/contract/model/json-text'
import { createExecutors } from '../../../../../main/jobs/execution/executors'
import { loadEngines } from '../../../../../main/simulation/engines'
import { alice, backend, closeJobServices, openJobService, shown } from '../../fixture'

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
  queue_limit: 10_000,
})
afterAll(closeJobServices)

const bell = {
  num_qubits: 2,
  instructions: [
    { name: 'h', qubits: [0] },
    { name: 'cx', qubits: [0, 1] },
  ],
}
/** All in the Z basis, so that no gates are added whose errors exact values do not have. */
const observables = [
  { name: 'near its end', terms: [{ pauli: 'Z0 Z1', coefficient: 1 }] },
  { name: 'near 0', terms: [{ pauli: 'Z0', coefficient: 1 }] },
  {
    name: 'a sum',
    terms: [
      { pauli: 'Z0 Z1', coefficient: 1 },
      { pauli: 'Z0', coefficient: 0.5 },
      { pauli: 'Z1', coefficient: -0.25 },
    ],
  },
]
const asked = { backend: 'dev-b-mock', observables }

/** The engine's own values in the state that its noise leaves, before any readout. */
async function truth(): Promise<readonly number[]> {
  const body = { ...asked, circuit: bell, exact: true, options: { noise: 'calibrated' } }
  const { job_uuid } = await jobs.submit(SubmitJob.parse(body), { caller: alice })
  await expect.poll(async () => (await shown(jobs, job_uuid, alice)).status).toBe('COMPLETED')
  return ((await jobs.result(job_uuid, alice)) as JobResult).expectation_values!.map(({ value }) => value)
}

async function repeated(readout: 'published' | 'measured', shots: number, repeats: number): Promise<BatchJobResult[]> {
  const circuits = Array.from({ length: repeats }, () => bell)
  const options = { noise: 'calibrated', mitigation: { readout } }
  const body = { ...asked, shots, circuits, options, seed: randomInt(2 ** 40) }
  const { batch_id } = await jobs.submit(SubmitJob.parse(body), { caller: alice })
  await expect
    .poll(async () => (await jobs.batches.get(batch_id!, alice)).completed_at, { interval: 50 })
    .not.toBeNull()
  const { parts } = (await jobs.batches.results(batch_id!, { query: { limit: repeats }, caller: alice })) as JsonText
  return JSON.parse(Buffer.concat(parts.map(part => Buffer.from(part as string))).toString()).items
}

const holds = ({ low, high }: { readonly low: number; readonly high: number }, value: number) =>
  low <= value && value <= high

/**
 * The claim: intervals at 95 % hold the truth in 93.5 % of cases or more, as in estimation/coverage.test.ts. 1,000 repeats have a
 * standard error of 0.8 %: the bound of 91 % fails one of a thousand times by chance where the coverage is 93.5 %, and finds 88 %
 * with 99.8 %.
 */
it.each(['published', 'measured'] as const)('mitigated intervals hold the truth: %s readout', async readout => {
  const wanted = await truth()
  const items = await repeated(readout, 1_000, 1_000)
  expect(items.map(({ status }) => status)).toEqual(items.map(() => 'COMPLETED'))
  for (const [at, value] of wanted.entries()) {
    const reported = items.map(({ result }) => result!.expectation_values![at]!)
    const share = reported.filter(({ interval }) => holds(interval, value)).length / items.length
    expect({ name: reported[0]!.name, share, is_enough: share > 0.91 }).toMatchObject({ is_enough: true })
  }
  // The raw intervals of the parity miss it: readout errors of some per cent are many of its standard errors.
  const raw = items.filter(({ result }) => holds(result!.expectation_values![0]!.raw!.interval, wanted[0]!))
  expect(raw.length / items.length).toBeLessThan(0.5)
})
