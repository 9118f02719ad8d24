import { afterEach, expect, it } from 'vitest'
import { runReference } from '../../../../main/account/ledger-table'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { openMemoryStore } from '../../store/memory-store'
import { alice, closeDesks, coin, type Desk, openDesk, settle } from '../fixture'

afterEach(closeDesks)

const LARGE = 300
/** 5 tokens each. */
const batch: SubmitJob = { backend: 'dev-a', shots: 100, circuits: Array.from({ length: LARGE }, () => coin) }

const rich = (tokens: number): Desk => {
  const desk = openDesk()
  desk.ledger.purchase('compute_token', tokens * 1e6)
  return desk
}
const balance = ({ ledger }: Desk) => ledger.balance('compute_token')
const jobsIn = ({ store }: Desk) => store.db.prepare('SELECT count(*) FROM jobs').pluck().get()

it('a large batch is reserved whole, each job for itself', async () => {
  const desk = rich(2000)
  const { job_uuids } = await desk.jobs.submit(batch, alice)
  expect(balance(desk)).toMatchObject({ available: 500, reserved: 1500 })
  const { items } = desk.ledger.list({ limit: 10, job_uuid: job_uuids![LARGE - 1]! }, alice.key_id)
  expect(items.map(({ kind }) => kind)).toEqual(['reserve'])
  for (const id of job_uuids!) await desk.jobs.abort(id, alice)
  await settle()
  expect(balance(desk)).toMatchObject({ available: 2000, reserved: 0 })
  desk.ledger.verify()
})

it('what a batch takes as a whole is what a refusal requires', async () => {
  const desk = rich(1499)
  await expect(desk.jobs.submit(batch, alice)).rejects.toMatchObject({
    code: 'insufficient_tokens',
    details: { required: 1500, available: 1499 },
  })
  expect(balance(desk)).toMatchObject({ available: 1499, reserved: 0 })
  expect(jobsIn(desk)).toBe(0)
})

it('of two large batches that only one can be paid for, the other leaves nothing', async () => {
  const desk = rich(2000)
  const both = await Promise.allSettled([desk.jobs.submit(batch, alice), desk.jobs.submit(batch, alice)])
  const taken = both.filter(({ status }) => status === 'fulfilled').length
  expect(taken).toBeLessThan(2)
  expect(balance(desk)).toMatchObject({ available: 2000 - taken * 1500, reserved: taken * 1500 })
  expect(jobsIn(desk)).toBe(taken * LARGE)
  desk.ledger.verify()
})

it('a large batch that cannot be written gives its tokens back', async () => {
  const desk = rich(2000)
  desk.store.db.exec(`CREATE TRIGGER full BEFORE INSERT ON job_circuits WHEN NEW.sequence > 200
    BEGIN SELECT RAISE(ABORT, 'full'); END`)
  await expect(desk.jobs.submit(batch, alice)).rejects.toThrow('full')
  expect(balance(desk)).toMatchObject({ available: 2000, reserved: 0 })
  expect(jobsIn(desk)).toBe(0)
})

it('a start releases what was reserved for jobs that were never accepted, and nothing else', async () => {
  const desk = openDesk(openMemoryStore(), { concurrency: () => 0 })
  desk.ledger.purchase('compute_token', 100e6)
  await desk.jobs.submit({ ...batch, circuits: [coin] }, alice)
  desk.ledger.reserve('compute_token', 30e6, '00000000-0000-4000-8000-00000000abcd', alice.key_id)
  // A run's tokens are the business of the runs.
  desk.ledger.reserve('compute_token', 20e6, runReference('00000000-0000-4000-8000-00000000abce'), null)
  await desk.jobs.stop()
  const next = openDesk(desk.store)
  await next.jobs.resume()
  expect(balance(next)).toMatchObject({ available: 75, reserved: 25 })
  next.ledger.verify()
})
