import { afterEach, expect, it } from 'vitest'
import type { BatchJobResult } from '../../../main/contract/jobs/batches'
import { SubmitJob } from '../../../main/contract/jobs/submit'
import type { JsonText } from '../../../main/contract/model/json-text'
import { MAX_WAITING } from '../../../main/jobs/results/waiting'
import { alice, balance, bob, closeDesks, codeOf, coin, type Desk, holder, openDesk, rich, settle } from './fixture'

afterEach(closeDesks)

const LIST = { limit: 10 }
const three = {
  backend: 'dev-a',
  shots: 100,
  name: 'calibrate',
  circuits: [coin, { circuit: coin, shots: 40, name: 'own' }, coin],
} satisfies SubmitJob

async function batchOn(desk: Desk, body: SubmitJob = three) {
  const reply = await desk.jobs.submit(body, { caller: alice })
  await settle()
  return { id: reply.batch_id!, jobs: reply.job_uuids! }
}
const resultsOf = async (desk: Desk, id: string, query = { limit: 1000 } as { limit: number; cursor?: string }) => {
  const { parts } = (await desk.jobs.batches.results(id, { query, caller: alice })) as JsonText
  return JSON.parse(parts.join('')) as { items: BatchJobResult[]; next_cursor: string | null }
}

it('needs shots for all circuits only where one of them has none of its own', async () => {
  const own = { circuit: coin, shots: 40 }
  const body = SubmitJob.parse({ backend: 'dev-a', circuits: [own, { ...own, shots: 7 }] })
  const desk = rich()
  const { id } = await batchOn(desk, body)
  expect((await desk.jobs.batches.get(id, alice)).shots).toBe(47)
  const faultsOf = (refused: object) => SubmitJob.safeParse(refused).error?.issues.map(({ path }) => path.join('/'))
  expect(faultsOf({ backend: 'dev-a', circuits: [own, coin] })).toEqual(['shots'])
  const observables = [{ name: 'Z', terms: [{ pauli: 'Z', coefficient: 1 }] }]
  expect(faultsOf({ backend: 'dev-a', exact: true, observables, circuits: [own] })).toEqual(['circuits'])
})

it('stands together: by status, progress, shots and tokens', async () => {
  const desk = rich()
  const { id, jobs } = await batchOn(desk)
  expect(await desk.jobs.batches.get(id, alice)).toMatchObject({
    ...{
      batch_id: id,
      name: 'calibrate',
      backend: 'dev-a',
      mode: 'live',
      jobs: 3,
      shots: 240,
      completed_at: null,
      progress: 0,
    },
    by_status: { PENDING: 2, WAITING: 0, PROCESSING: 1, COMPLETED: 0, FAILED: 0, ABORTED: 0 },
    tokens: { reserved: 12, charged: 0 },
  })
  expect(desk.jobs.list({ ...LIST, batch: id.toUpperCase() }, alice).items.map(job => job.job_uuid)).toEqual(
    jobs.toReversed(),
  )
  desk.waiting[0]!.order.onProgress(0.6)
  expect((await desk.jobs.batches.get(id, alice)).progress).toBeCloseTo(0.2)
  desk.waiting[0]!.finish()
  await settle()
  desk.waiting[1]!.finish({ shots: 30 })
  await settle()
  desk.waiting[2]!.fail()
  await settle()
  const ended = await desk.jobs.batches.get(id, holder)
  expect(ended).toMatchObject({
    progress: 1,
    tokens: { reserved: 0, charged: 6.5 },
    by_status: { COMPLETED: 2, FAILED: 1 },
  })
  expect(ended.completed_at).not.toBeNull()
  expect(balance(desk)).toMatchObject({ reserved: 0, spent: 6.5 })
})

it('answers all results in one call, in the order of its circuits, and pages where it is asked to', async () => {
  const desk = rich()
  const { id, jobs } = await batchOn(desk)
  desk.waiting[0]!.finish()
  await settle()
  const { items, next_cursor } = await resultsOf(desk, id)
  expect(next_cursor).toBeNull()
  expect(items.map(({ job_uuid }) => job_uuid)).toEqual(jobs)
  expect(items.map(({ name, status }) => [name, status])).toEqual([
    ['calibrate', 'COMPLETED'],
    ['own', 'PROCESSING'],
    ['calibrate', 'PENDING'],
  ])
  expect(items.map(({ result }) => result?.counts ?? null)).toEqual([{ '0': 100 }, null, null])
  const first = await resultsOf(desk, id, { limit: 2 })
  const rest = await resultsOf(desk, id, { limit: 2, cursor: first.next_cursor! })
  expect([...first.items, ...rest.items]).toEqual(items)
  expect(rest.next_cursor).toBeNull()
})

it('is aborted whole, and its tokens come back', async () => {
  const desk = rich()
  const { id } = await batchOn(desk)
  const aborted = await desk.jobs.batches.abort(id, alice)
  expect(aborted).toMatchObject({ by_status: { ABORTED: 3 }, tokens: { reserved: 0, charged: 0 } })
  expect(balance(desk)).toMatchObject({ available: 100, reserved: 0, spent: 0 })
  await settle()
  expect(desk.waiting).toHaveLength(1)
  expect(await codeOf(() => desk.jobs.batches.abort(id, alice))).toBe('conflict')
})

it('is its key’s, and in its list newest first', async () => {
  const desk = rich()
  const [first, second] = [await batchOn(desk), await batchOn(desk)]
  expect(desk.jobs.batches.list(LIST, alice).items.map(batch => batch.batch_id)).toEqual([second.id, first.id])
  expect(desk.jobs.batches.list(LIST, bob).items).toEqual([])
  expect(desk.jobs.batches.list({ limit: 1 }, holder).next_cursor).not.toBeNull()
  for (const call of [
    () => desk.jobs.batches.get(first.id, bob),
    () => desk.jobs.batches.results(first.id, { query: { limit: 5 }, caller: bob }),
    () => desk.jobs.batches.abort(first.id, bob),
  ])
    expect(await codeOf(call)).toBe('not_found')
})

it('is waited for until its last job is over, and no longer than asked', async () => {
  const desk = rich()
  const { id, jobs } = await batchOn(desk)
  const wait = 60
  const answers = Promise.all([
    desk.jobs.batches.get(id, alice, { query: { wait } }),
    desk.jobs.batches.results(id, { query: { limit: 10, wait }, caller: alice }),
  ])
  let answered = false
  answers.then(() => {
    answered = true
  })
  expect((await desk.jobs.batches.get(id, alice, { query: { wait: 0.01 } })).completed_at).toBe(null)
  for (const at of [0, 1]) {
    desk.waiting[at]!.finish()
    await settle()
  }
  expect(answered).toBe(false)
  desk.waiting[2]!.fail()
  const [batch, { parts }] = await answers
  expect(batch).toMatchObject({ progress: 1, by_status: { COMPLETED: 2, FAILED: 1 } })
  expect(JSON.parse((parts as string[]).join('')).items.map((item: BatchJobResult) => item.status)).toEqual([
    ...['COMPLETED', 'COMPLETED', 'FAILED'],
  ])
  // At once where all is over, and where a job that was waited for is deleted.
  await desk.jobs.batches.get(id, alice, { query: { wait } })
  for (const job of jobs) await desk.jobs.remove(job, alice)
  expect(await codeOf(() => desk.jobs.batches.get(id, alice, { query: { wait } }))).toBe('not_found')
})

it('waits neither longer than its client, nor with more requests than a key may have waiting', async () => {
  const desk = rich()
  const { id } = await batchOn(desk)
  const leaving = Array.from({ length: MAX_WAITING }, () => new AbortController())
  const waits = leaving.map(({ signal }) =>
    desk.jobs.batches.get(id, alice, { query: { wait: 60 }, signal }).catch((error: Error) => error.message),
  )
  expect(await codeOf(() => desk.jobs.batches.get(id, alice, { query: { wait: 60 } }))).toBe('too_many_waiting')
  for (const client of leaving) client.abort(new Error('gone'))
  expect(new Set(await Promise.all(waits))).toEqual(new Set(['gone']))
})

it('has events of its own in the stream', async () => {
  const desk = rich()
  const from = desk.jobs.events.newest()
  const { id } = await batchOn(desk)
  const event = desk.jobs.events.at(from + 1)!
  expect(event.about.batch_id).toBe(id)
  expect(JSON.parse(event.text)).toMatchObject({ type: 'status', batch_id: id })
})

it('goes with the last of its jobs', async () => {
  const desk = openDesk()
  const { id, jobs } = await batchOn(desk, { ...three, backend: 'dev-a-mock' })
  await desk.jobs.batches.abort(id, alice)
  for (const job of jobs.slice(1)) await desk.jobs.remove(job, alice)
  expect((await desk.jobs.batches.get(id, alice)).jobs).toBe(1)
  await desk.jobs.remove(jobs[0]!, alice)
  expect(await codeOf(() => desk.jobs.batches.get(id, alice))).toBe('not_found')
})

it('is the same batch for the same Idempotency-Key', async () => {
  const desk = rich()
  const first = await desk.jobs.submit(three, { caller: alice, key: 'once' })
  expect(await desk.jobs.submit(three, { caller: alice, key: 'once' })).toEqual(first)
  expect(desk.jobs.batches.list(LIST, alice).items).toHaveLength(1)
  expect(balance(desk)).toMatchObject({ reserved: 12 })
})
