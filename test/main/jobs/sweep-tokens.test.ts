/** What a sweep costs, and what is left of one that a restart interrupts. */
import { afterEach, expect, it } from 'vitest'
import type { SubmitJob } from '../../../main/contract/jobs/submit'
import { alice, balance, closeDesks, codeOf, type Desk, openDesk, rich, settle, shown } from './fixture'

afterEach(closeDesks)

const sweep: SubmitJob = {
  ...{ backend: 'dev-a', shots: 100, seed: 5 },
  circuit: {
    num_qubits: 1,
    instructions: [
      { name: 'rx', qubits: [0], params: ['theta'] },
      { name: 'measure', qubits: [0], clbits: [0] },
    ],
  },
  parameters: { names: ['theta'], rows: [[0.1], [0.2], [0.3]] },
}
const rowsIn = ({ store }: Desk) => store.db.prepare('SELECT sum(rows) FROM job_result_rows').pluck().get() ?? 0

async function finishNext(desk: Desk, at: number, shots = 100): Promise<void> {
  await expect.poll(() => desk.waiting.length).toBeGreaterThan(at)
  desk.waiting[at]!.finish({ shots })
}

it('reserves the shots of all rows and is charged for those that were executed', async () => {
  const desk = rich()
  const { job_uuid } = await desk.jobs.submit(sweep, { caller: alice })
  expect(balance(desk)).toMatchObject({ available: 85, reserved: 15 })
  expect((await shown(desk.jobs, job_uuid, alice)).tokens.reserved).toBe(15)
  for (const [at, shots] of [100, 60, 100].entries()) await finishNext(desk, at, shots)
  await expect.poll(async () => (await shown(desk.jobs, job_uuid, alice)).status).toBe('COMPLETED')
  expect(balance(desk)).toMatchObject({ available: 87, reserved: 0, spent: 13 })
  expect(rowsIn(desk)).toBe(3)
  desk.ledger.verify()
})

it('is estimated and refused by the tokens of all rows', async () => {
  const desk = rich(14)
  expect((await desk.jobs.estimate(sweep, alice)).tokens).toMatchObject({ required: 15, sufficient: false })
  expect(await codeOf(() => desk.jobs.submit(sweep, { caller: alice }))).toBe('insufficient_tokens')
})

it('that is aborted between rows stores none and costs nothing', async () => {
  const desk = rich()
  const { job_uuid } = await desk.jobs.submit(sweep, { caller: alice })
  await finishNext(desk, 0)
  await expect.poll(() => desk.waiting.length).toBe(2)
  await desk.jobs.abort(job_uuid, alice)
  await settle()
  expect((await shown(desk.jobs, job_uuid, alice)).status).toBe('ABORTED')
  expect(balance(desk)).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  expect(rowsIn(desk)).toBe(0)
  expect(desk.waiting).toHaveLength(2)
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
  const second = openDesk(first.store)
  await second.jobs.resume()
  if (end === 'COMPLETED') for (const at of [0, 1, 2]) await finishNext(second, at)
  await expect.poll(async () => (await shown(second.jobs, job_uuid, alice)).status).toBe(end)
  expect(rowsIn(second)).toBe(end === 'COMPLETED' ? 3 : 0)
  expect(balance(second)).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  second.ledger.verify()
})
