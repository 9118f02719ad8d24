import { afterEach, describe, expect, it } from 'vitest'
import { runReference } from '../../../../main/account/ledger-table'
import type { Circuit } from '../../../../main/contract/jobs/circuit'
import type { SubmitJob } from '../../../../main/contract/jobs/submit'
import { openMemoryStore } from '../../store/memory-store'
import {
  alice,
  balance,
  closeJobServices,
  coin,
  type JobService,
  jobsIn,
  openJobService,
  rich,
  settle,
  stopJobServices,
} from '../fixture'

afterEach(closeJobServices)

const LARGE = 300
const batch: SubmitJob = { backend: 'dev-a-mock', shots: 10, seed: 1, circuits: Array<Circuit>(LARGE).fill(coin) }
/** 5 tokens each. */
const priced: SubmitJob = { backend: 'dev-a', shots: 100, circuits: Array<Circuit>(LARGE).fill(coin) }
const listed = ({ jobs }: JobService) => jobs.list({ limit: 200 }, alice).items.length
const turn = () => new Promise(resolve => setImmediate(resolve))

describe('a batch that takes several transactions', () => {
  it('is in no list before all of it is there, and then whole and in its order', async () => {
    const service = openJobService()
    const submitting = service.jobs.submit(batch, { caller: alice })
    const seen: [unknown, number][] = []
    let done = false
    submitting.then(() => {
      done = true
    })
    for (; !done; await turn()) seen.push([jobsIn(service), listed(service)])
    const partly = seen.filter(([rows]) => rows !== 0 && rows !== LARGE)
    expect(partly.length).toBeGreaterThan(0)
    for (const [, shown] of partly) expect(shown).toBe(0)
    const { job_uuids } = await submitting
    expect(service.jobs.list({ limit: 200 }, alice).items.map(({ job_uuid }) => job_uuid)).toEqual(
      job_uuids!.toReversed().slice(0, 200),
    )
    const last = await service.jobs.get(job_uuids!.at(-1)!, alice)
    expect(last).toMatchObject({ seed: LARGE, started_at: null })
  })

  it('leaves no row where its last piece cannot be written', async () => {
    const service = openJobService()
    service.store.db.exec(`CREATE TRIGGER full BEFORE INSERT ON job_circuits WHEN NEW.sequence > 270
      BEGIN SELECT RAISE(ABORT, 'full'); END`)
    await expect(service.jobs.submit(batch, { caller: alice })).rejects.toThrow('full')
    expect([jobsIn(service), listed(service)]).toEqual([0, 0])
    const small = await service.jobs.submit({ ...batch, circuits: [coin] }, { caller: alice })
    await settle()
    expect(listed(service)).toBe(1)
    expect(await service.jobs.get(small.job_uuid, alice)).toMatchObject({ shots: 10 })
  })

  it('that the end of the process left half written is gone at the next start', async () => {
    const service = openJobService()
    await service.jobs.submit({ ...batch, circuits: [coin] }, { caller: alice })
    await stopJobServices()
    service.store.db.exec('UPDATE jobs SET started_at = -1, fresh = 1')
    const next = openJobService(service.store)
    expect([jobsIn(next), listed(next)]).toEqual([0, 0])
  })
})

it('a large batch is reserved whole, each job for itself', async () => {
  const service = rich(2000)
  const { job_uuids } = await service.jobs.submit(priced, { caller: alice })
  expect(balance(service)).toMatchObject({ available: 500, reserved: 1500 })
  const { items } = service.ledger.list({ limit: 10, job_uuid: job_uuids![LARGE - 1]! }, alice.key_id)
  expect(items.map(({ kind }) => kind)).toEqual(['reserve'])
  for (const id of job_uuids!) await service.jobs.abort(id, alice)
  await settle()
  expect(balance(service)).toMatchObject({ available: 2000, reserved: 0 })
  service.ledger.verify()
})

it('what a batch takes as a whole is what a refusal requires', async () => {
  const service = rich(1499)
  await expect(service.jobs.submit(priced, { caller: alice })).rejects.toMatchObject({
    code: 'insufficient_tokens',
    details: { required: 1500, available: 1499 },
  })
  expect(balance(service)).toMatchObject({ available: 1499, reserved: 0 })
  expect(jobsIn(service)).toBe(0)
})

it('of two large batches that only one can be paid for, the other leaves nothing', async () => {
  const service = rich(2000)
  const both = await Promise.allSettled([
    service.jobs.submit(priced, { caller: alice }),
    service.jobs.submit(priced, { caller: alice }),
  ])
  const taken = both.filter(({ status }) => status === 'fulfilled').length
  expect(taken).toBeLessThan(2)
  expect(balance(service)).toMatchObject({ available: 2000 - taken * 1500, reserved: taken * 1500 })
  expect(jobsIn(service)).toBe(taken * LARGE)
  service.ledger.verify()
})

it('a large batch that cannot be written gives its tokens back', async () => {
  const service = rich(2000)
  service.store.db.exec(`CREATE TRIGGER full BEFORE INSERT ON job_circuits WHEN NEW.sequence > 200
    BEGIN SELECT RAISE(ABORT, 'full'); END`)
  await expect(service.jobs.submit(priced, { caller: alice })).rejects.toThrow('full')
  expect(balance(service)).toMatchObject({ available: 2000, reserved: 0 })
  expect(jobsIn(service)).toBe(0)
})

it('a start releases what was reserved for jobs that were never accepted, and nothing else', async () => {
  const service = openJobService(openMemoryStore(), { concurrency: () => 0 })
  service.ledger.purchase('compute_token', 100e6)
  await service.jobs.submit({ ...priced, circuits: [coin] }, { caller: alice })
  service.ledger.reserve('compute_token', {
    amount: 30e6,
    reference: '00000000-0000-4000-8000-00000000abcd',
    key_id: alice.key_id,
  })
  // A run's tokens are the business of the runs.
  service.ledger.reserve('compute_token', {
    amount: 20e6,
    reference: runReference('00000000-0000-4000-8000-00000000abce'),
    key_id: null,
  })
  await service.jobs.stop()
  const next = openJobService(service.store)
  await next.jobs.resume()
  expect(balance(next)).toMatchObject({ available: 75, reserved: 25 })
  next.ledger.verify()
})
