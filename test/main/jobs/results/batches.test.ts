import { afterEach, expect, it } from 'vitest'
import type { BatchJobResult } from '../../../../main/contract/jobs/batches'
import { SubmitJob } from '../../../../main/contract/jobs/submit'
import type { JsonText } from '../../../../main/contract/model/json-text'
import { MAX_WAITING } from '../../../../main/jobs/results/waiting'
import {
  alice,
  balance,
  bob,
  closeJobServices,
  codeOf,
  coin,
  holder,
  type JobService,
  openJobService,
  rich,
  settle,
} from '../fixture'

afterEach(closeJobServices)

const LIST = { limit: 10 }
const three = {
  backend: 'dev-a',
  shots: 100,
  name: 'calibrate',
  circuits: [coin, { circuit: coin, shots: 40, name: 'own' }, coin],
} satisfies SubmitJob

async function batchOn(service: JobService, body: SubmitJob = three) {
  const reply = await service.jobs.submit(body, { caller: alice })
  await settle()
  return { id: reply.batch_id!, jobs: reply.job_uuids! }
}
const resultsOf = async (
  service: JobService,
  id: string,
  query = { limit: 1000 } as { limit: number; cursor?: string },
) => {
  const { parts } = (await service.jobs.batches.results(id, { query, caller: alice })) as JsonText
  return JSON.parse(parts.join('')) as { items: BatchJobResult[]; next_cursor: string | null }
}

it('needs shots for all circuits only where one of them has none of its own', async () => {
  const own = { circuit: coin, shots: 40 }
  const body = SubmitJob.parse({ backend: 'dev-a', circuits: [own, { ...own, shots: 7 }] })
  const service = rich()
  const { id } = await batchOn(service, body)
  expect((await service.jobs.batches.get(id, alice)).shots).toBe(47)
  const faultsOf = (refused: object) => SubmitJob.safeParse(refused).error?.issues.map(({ path }) => path.join('/'))
  expect(faultsOf({ backend: 'dev-a', circuits: [own, coin] })).toEqual(['shots'])
  const observables = [{ name: 'Z', terms: [{ pauli: 'Z', coefficient: 1 }] }]
  expect(faultsOf({ backend: 'dev-a', exact: true, observables, circuits: [own] })).toEqual(['circuits'])
})

it('stands together: by status, progress, shots and tokens', async () => {
  const service = rich()
  const { id, jobs } = await batchOn(service)
  expect(await service.jobs.batches.get(id, alice)).toMatchObject({
    batch_id: id,
    name: 'calibrate',
    backend: 'dev-a',
    mode: 'live',
    jobs: 3,
    shots: 240,
    completed_at: null,
    progress: 0,
    by_status: { PENDING: 2, WAITING: 0, PROCESSING: 1, COMPLETED: 0, FAILED: 0, ABORTED: 0 },
    tokens: { reserved: 12, charged: 0 },
  })
  expect(service.jobs.list({ ...LIST, batch: id.toUpperCase() }, alice).items.map(job => job.job_uuid)).toEqual(
    jobs.toReversed(),
  )
  service.waiting[0]!.order.onProgress(0.6)
  expect((await service.jobs.batches.get(id, alice)).progress).toBeCloseTo(0.2)
  service.waiting[0]!.finish()
  await settle()
  service.waiting[1]!.finish({ shots: 30 })
  await settle()
  service.waiting[2]!.fail()
  await settle()
  const ended = await service.jobs.batches.get(id, holder)
  expect(ended).toMatchObject({
    progress: 1,
    tokens: { reserved: 0, charged: 6.5 },
    by_status: { COMPLETED: 2, FAILED: 1 },
  })
  expect(ended.completed_at).not.toBeNull()
  expect(balance(service)).toMatchObject({ reserved: 0, spent: 6.5 })
})

it('answers all results in one call, in the order of its circuits, and pages where it is asked to', async () => {
  const service = rich()
  const { id, jobs } = await batchOn(service)
  service.waiting[0]!.finish()
  await settle()
  const { items, next_cursor } = await resultsOf(service, id)
  expect(next_cursor).toBeNull()
  expect(items.map(({ job_uuid }) => job_uuid)).toEqual(jobs)
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['calibrate', 'COMPLETED'],
    ['own', 'PROCESSING'],
    ['calibrate', 'PENDING'],
  ])
  expect(items.map(({ result }) => result?.counts ?? null)).toEqual([{ '0': 100 }, null, null])
  const first = await resultsOf(service, id, { limit: 2 })
  const rest = await resultsOf(service, id, { limit: 2, cursor: first.next_cursor! })
  expect([...first.items, ...rest.items]).toEqual(items)
  expect(rest.next_cursor).toBeNull()
})

it('is aborted whole, and its tokens come back', async () => {
  const service = rich()
  const { id } = await batchOn(service)
  const aborted = await service.jobs.batches.abort(id, alice)
  expect(aborted).toMatchObject({ by_status: { ABORTED: 3 }, tokens: { reserved: 0, charged: 0 } })
  expect(balance(service)).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  await settle()
  expect(service.waiting).toHaveLength(1)
  expect(await codeOf(() => service.jobs.batches.abort(id, alice))).toBe('conflict')
})

it('is its key’s, and in its list newest first', async () => {
  const service = rich()
  const [first, second] = [await batchOn(service), await batchOn(service)]
  expect(service.jobs.batches.list(LIST, alice).items.map(batch => batch.batch_id)).toEqual([second.id, first.id])
  expect(service.jobs.batches.list(LIST, bob).items).toEqual([])
  expect(service.jobs.batches.list({ limit: 1 }, holder).next_cursor).not.toBeNull()
  for (const call of [
    () => service.jobs.batches.get(first.id, bob),
    () => service.jobs.batches.results(first.id, { query: { limit: 5 }, caller: bob }),
    () => service.jobs.batches.abort(first.id, bob),
  ])
    expect(await codeOf(call)).toBe('not_found')
})

it('is waited for until its last job is over, and no longer than asked', async () => {
  const service = rich()
  const { id, jobs } = await batchOn(service)
  const wait = 60
  const answers = Promise.all([
    service.jobs.batches.get(id, alice, { query: { wait } }),
    service.jobs.batches.results(id, { query: { limit: 10, wait }, caller: alice }),
  ])
  let answered = false
  answers.then(() => {
    answered = true
  })
  expect((await service.jobs.batches.get(id, alice, { query: { wait: 0.01 } })).completed_at).toBe(null)
  for (const at of [0, 1]) {
    service.waiting[at]!.finish()
    await settle()
  }
  expect(answered).toBe(false)
  service.waiting[2]!.fail()
  const [batch, { parts }] = await answers
  expect(batch).toMatchObject({ progress: 1, by_status: { COMPLETED: 2, FAILED: 1 } })
  expect(JSON.parse((parts as string[]).join('')).items.map((item: BatchJobResult) => item.status)).toEqual([
    ...['COMPLETED', 'COMPLETED', 'FAILED'],
  ])
  // At once where all is over, and where a job that was waited for is deleted.
  await service.jobs.batches.get(id, alice, { query: { wait } })
  for (const job of jobs) await service.jobs.remove(job, alice)
  expect(await codeOf(() => service.jobs.batches.get(id, alice, { query: { wait } }))).toBe('not_found')
})

it('waits neither longer than its client, nor with more requests than a key may have waiting', async () => {
  const service = rich()
  const { id } = await batchOn(service)
  const leaving = Array.from({ length: MAX_WAITING }, () => new AbortController())
  const waits = leaving.map(({ signal }) =>
    service.jobs.batches.get(id, alice, { query: { wait: 60 }, signal }).catch((error: Error) => error.message),
  )
  expect(await codeOf(() => service.jobs.batches.get(id, alice, { query: { wait: 60 } }))).toBe('too_many_waiting')
  for (const client of leaving) client.abort(new Error('gone'))
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['gone']))
})

it('has events of its own in the stream', async () => {
  const service = rich()
  const from = service.jobs.events.newest()
  const { id } = await batchOn(service)
  const event = service.jobs.events.at(from + 1)!
  expect(event.about.batch_id).toBe(id)
  expect(JSON.parse(event.text)).toMatchObject({ type: 'status', batch_id: id })
})

it('goes with the last of its jobs', async () => {
  const service = openJobService()
  const { id, jobs } = await batchOn(service, { ...three, backend: 'dev-a-mock' })
  await service.jobs.batches.abort(id, alice)
  for (const job of jobs.slice(1)) await service.jobs.remove(job, alice)
  expect((await service.jobs.batches.get(id, alice)).jobs).toBe(1)
  await service.jobs.remove(jobs[0]!, alice)
  expect(await codeOf(() => service.jobs.batches.get(id, alice))).toBe('not_found')
})

it('is the same batch for the same Idempotency-Key', async () => {
  const service = rich()
  const first = await service.jobs.submit(three, { caller: alice, key: 'once' })
  expect(await service.jobs.submit(three, { caller: alice, key: 'once' })).toEqual(first)
  expect(service.jobs.batches.list(LIST, alice).items).toHaveLength(1)
  expect(balance(service)).toMatchObject({ reserved: 12 })
})
