/** What a sweep costs, and what is left of one that a restart interrupts. */
import { afterEach, expect, it } from 'vitest'
import type { SubmitJob } from '../../../main/contract/jobs/submit'
import {
  alice,
  balance,
  closeJobServices,
  codeOf,
  type JobService,
  openJobService,
  rich,
  settle,
  shown,
} from './fixture'

afterEach(closeJobServices)

const sweep: SubmitJob = {
  backend: 'dev-a',
  shots: 100,
  seed: 5,
  circuit: {
    num_qubits: 1,
    instructions: [
      { name: 'rx', qubits: [0], params: ['theta'] },
      { name: 'measure', qubits: [0], clbits: [0] },
    ],
  },
  parameters: { names: ['theta'], rows: [[0.1], [0.2], [0.3]] },
}
const rowsIn = ({ store }: JobService) => store.db.prepare('SELECT sum(rows) FROM job_result_rows').pluck().get() ?? 0

async function finishNext(service: JobService, at: number, shots = 100): Promise<void> {
  await expect.poll(() => service.waiting.length).toBeGreaterThan(at)
  service.waiting[at]!.finish({ shots })
}

it('reserves the shots of all rows and is charged for those that were executed', async () => {
  const service = rich()
  const { job_uuid } = await service.jobs.submit(sweep, { caller: alice })
  expect(balance(service)).toMatchObject({ available: 85, reserved: 15 })
  expect((await shown(service.jobs, job_uuid, alice)).tokens.reserved).toBe(15)
  for (const [at, shots] of [100, 60, 100].entries()) await finishNext(service, at, shots)
  await expect.poll(async () => (await shown(service.jobs, job_uuid, alice)).status).toBe('COMPLETED')
  expect(balance(service)).toMatchObject({ available: 87, reserved: 0, spent: 13 })
  expect(rowsIn(service)).toBe(3)
  service.ledger.verify()
})

it('is estimated and refused by the tokens of all rows', async () => {
  const service = rich(14)
  expect((await service.jobs.estimate(sweep, alice)).tokens).toMatchObject({ required: 15, sufficient: false })
  expect(await codeOf(() => service.jobs.submit(sweep, { caller: alice }))).toBe('insufficient_tokens')
})

it('that is aborted between rows stores none and costs nothing', async () => {
  const service = rich()
  const { job_uuid } = await service.jobs.submit(sweep, { caller: alice })
  await finishNext(service, 0)
  await expect.poll(() => service.waiting.length).toBe(2)
  await service.jobs.abort(job_uuid, alice)
  await settle()
  expect((await shown(service.jobs, job_uuid, alice)).status).toBe('ABORTED')
  expect(balance(service)).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  expect(rowsIn(service)).toBe(0)
  expect(service.waiting).toHaveLength(2)
})

it.each([
  ['dev-a-mock', 'COMPLETED'],
  ['dev-a', 'ABORTED'],
])('that the end of the process interrupts on %s is %s after the next start', async (backend, end) => {
  const first = rich()
  const { job_uuid } = await first.jobs.submit({ ...sweep, backend }, { caller: alice })
  await finishNext(first, 0)
  await expect.poll(() => first.waiting.length).toBe(2)
  await first.jobs.stop()
  const second = openJobService(first.store)
  await second.jobs.resume()
  if (end === 'COMPLETED') for (const at of [0, 1, 2]) await finishNext(second, at)
  await expect.poll(async () => (await shown(second.jobs, job_uuid, alice)).status).toBe(end)
  expect(rowsIn(second)).toBe(end === 'COMPLETED' ? 3 : 0)
  expect(balance(second)).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  second.ledger.verify()
})
