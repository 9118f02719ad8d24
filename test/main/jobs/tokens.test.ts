import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { jobStates } from '../../../main/contract/jobs/status'
import type { SubmitJob } from '../../../main/contract/jobs/submit'
import type { JobRow } from '../../../main/jobs/model/job'
import { jobTable } from '../../../main/jobs/storage/job-table'
import {
  alice,
  balance,
  bob,
  closeJobServices,
  codeOf,
  coin,
  jobsIn,
  liveRequest,
  openJobService,
  request,
  rich,
  settle,
  shown,
} from './fixture'

afterEach(closeJobServices)

describe('a job on a device', () => {
  it('reserves at submit and is charged when it completes', async () => {
    const service = rich()
    const { job_uuid } = await service.jobs.submit(liveRequest, { caller: alice })
    expect(balance(service)).toMatchObject({ available: 95, reserved: 5 })
    expect((await shown(service.jobs, job_uuid, alice)).tokens).toEqual({
      price_per_shot: 0.05,
      reserved: 5,
      charged: null,
    })
    await settle()
    service.waiting[0]!.finish()
    await settle()
    expect(balance(service)).toMatchObject({ available: 95, reserved: 0, spent: 5 })
    expect((await shown(service.jobs, job_uuid, alice)).tokens).toEqual({
      price_per_shot: 0.05,
      reserved: 0,
      charged: 5,
    })
  })

  it('is charged for the shots executed only', async () => {
    const service = rich()
    await service.jobs.submit(liveRequest, { caller: alice })
    await settle()
    service.waiting[0]!.finish({ shots: 60 })
    await settle()
    expect(balance(service)).toMatchObject({ available: 97, reserved: 0, spent: 3 })
  })

  it.each(['FAILED', 'ABORTED'])('that ends %s costs nothing', async end => {
    const service = rich()
    const { job_uuid } = await service.jobs.submit(liveRequest, { caller: alice })
    await settle()
    if (end === 'FAILED') service.waiting[0]!.fail()
    else await service.jobs.abort(job_uuid, alice)
    await settle()
    expect(await shown(service.jobs, job_uuid, alice)).toMatchObject({
      status: end,
      tokens: { reserved: 0, charged: 0 },
    })
    expect(balance(service)).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  })

  it('that cannot be paid leaves no job, nor does a batch of which one cannot', async () => {
    const service = rich(9)
    const batch: SubmitJob = { backend: 'dev-a', shots: 100, circuits: [coin, coin] }
    expect(await codeOf(() => service.jobs.submit(batch, { caller: alice }))).toBe('insufficient_tokens')
    expect(jobsIn(service)).toBe(0)
    expect(balance(service)).toMatchObject({ available: 9, reserved: 0 })
    expect(await codeOf(() => service.jobs.submit(liveRequest, { caller: alice }))).toBeNull()
  })

  it('costs nothing on the -mock backend', async () => {
    const service = openJobService()
    expect(await codeOf(() => service.jobs.submit({ ...request, shots: 1000 }, { caller: alice }))).toBeNull()
  })

  it('is estimated before it is submitted', async () => {
    const service = rich(7)
    expect((await service.jobs.estimate(liveRequest, alice)).tokens).toEqual({
      price_per_shot: 0.05,
      required: 5,
      available: 7,
      sufficient: true,
    })
    const batch: SubmitJob = { backend: 'dev-a', shots: 100, circuits: [coin, coin] }
    expect(await service.jobs.estimate(batch, alice)).toMatchObject({
      jobs: 2,
      tokens: { required: 10, sufficient: false },
    })
    expect(balance(service)).toMatchObject({ available: 7 })
    expect(jobsIn(service)).toBe(0)
  })
})

type Act = 'submit' | 'batch' | 'finish' | 'fail' | 'abort' | 'short' | 'settle'
const acts: Act[] = ['submit', 'batch', 'finish', 'fail', 'abort', 'short', 'settle']

it('keeps ledger and jobs in step through any interleaving of submits, ends and aborts', async () => {
  const story = fc.array(fc.tuple(fc.constantFrom(...acts), fc.nat(1000)), { maxLength: 30 })
  await fc.assert(
    fc.asyncProperty(story, async reported => {
      const service = rich(40)
      const { jobs, waiting, store, ledger } = service
      const unawaited: Promise<unknown>[] = []
      const quietly = (work: Promise<unknown>) => unawaited.push(work.catch(() => undefined))
      for (const [act, number] of reported) {
        const open = waiting[number % Math.max(1, waiting.length)]
        if (act === 'submit') quietly(jobs.submit(liveRequest, { caller: number % 2 ? alice : bob }))
        else if (act === 'batch')
          quietly(jobs.submit({ backend: 'dev-a', shots: 20, circuits: [coin, coin] }, { caller: alice }))
        else if (act === 'finish') open?.finish()
        else if (act === 'short') open?.finish({ shots: number % 20 })
        else if (act === 'fail') open?.fail()
        else if (act === 'settle') await settle()
        else {
          const { items } = jobs.list({ limit: 100 }, alice)
          const target = items[number % Math.max(1, items.length)]
          if (target) quietly(jobs.abort(target.job_uuid, alice))
        }
        ledger.verify()
      }
      await Promise.all(unawaited)
      await settle()
      ledger.verify()
      const sum = (sql: string) =>
        (store.db.prepare(`SELECT coalesce(sum(${sql}), 0) FROM jobs`).pluck().get() as number) / 1e6
      expect(balance(service).spent).toBe(sum('charged'))
      expect(balance(service).reserved).toBe(sum('CASE WHEN charged IS NULL THEN price * shots ELSE 0 END'))
      const table = jobTable(store)
      for (const row of store.db.prepare<[], JobRow>('SELECT * FROM jobs').all()) {
        const passed = table.timeline(row).map(({ status }) => status)
        expect([passed[0], passed.at(-1)]).toEqual(['PENDING', row.status])
        for (const [at, to] of passed.slice(1).entries())
          expect(jobStates.mayMove(passed[at]!, to), `${passed[at]} → ${to}`).toBe(true)
      }
      await closeJobServices()
    }),
    { numRuns: 25 },
  )
})
