import { afterEach, describe, expect, it } from 'vitest'
import { AppError } from '../../../../main/contract/model/errors'
import { createSpace } from '../../../../main/store/disk-space'
import type { Store } from '../../../../main/store/store'
import { openMemoryStore } from '../../store/memory-store'
import {
  alice,
  closeJobServices,
  codeOf,
  holder,
  liveRequest,
  openJobService,
  request,
  settle,
  shown,
} from '../fixture'

afterEach(closeJobServices)

/** A store whose disk takes nothing while `full` is true. */
function fullable() {
  const store = openMemoryStore()
  const disk = { full: false, full_after: Number.POSITIVE_INFINITY }
  const refuse = (): void => {
    disk.full_after -= 1
    if (disk.full_after < 0) disk.full = true
    if (disk.full) throw new AppError('storage_full', 'The disk is full')
  }
  const space = createSpace(store.files, 1)
  const limited: Store = {
    ...store,
    space,
    deferred: {
      commit: work => {
        refuse()
        return store.deferred.commit(work)
      },
      flushed: store.deferred.flushed,
    },
    writeFile: async bytes => {
      refuse()
      return store.writeFile(bytes)
    },
  }
  return { store: limited, disk }
}

const statusOf = (jobs: ReturnType<typeof openJobService>['jobs'], id: string) => async () =>
  (await shown(jobs, id, alice)).status

describe('jobs on a full disk', () => {
  it('are refused with 507, with nothing kept and nothing held', async () => {
    const { store, disk } = fullable()
    const { jobs, ledger } = openJobService(store)
    ledger.purchase('compute_token', 100_000_000)
    disk.full = true
    expect(await codeOf(() => jobs.submit(liveRequest, { caller: alice, key: 'key-1' }))).toBe('storage_full')
    expect([jobs.queueLength('dev-a'), ledger.balance('compute_token').reserved]).toEqual([0, 0])
    disk.full = false
    await jobs.submit(liveRequest, { caller: alice, key: 'key-1' })
    expect(ledger.balance('compute_token').reserved).toBe(5)
  })

  it.each([
    ['before its start is written', 'start'],
    ['after it started', 'end'],
  ])('complete by themselves once there is space: full %s', async (_, when) => {
    const { store, disk } = fullable()
    const { jobs, waiting } = openJobService(store)
    const first = await jobs.submit(request, { caller: alice })
    const second = await jobs.submit(request, { caller: alice })
    if (when === 'start') disk.full = true
    await settle()
    disk.full = true
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(1)
    waiting[0]!.finish()
    await settle()
    expect(await statusOf(jobs, first.job_uuid)()).not.toBe('COMPLETED')
    disk.full = false
    await expect.poll(statusOf(jobs, first.job_uuid), { interval: 5 }).toBe('COMPLETED')
    expect((await shown(jobs, first.job_uuid, alice)).timeline.map(({ status }) => status)).toEqual([
      'PENDING',
      'PROCESSING',
      'COMPLETED',
    ])
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(2)
    waiting[1]!.finish()
    await expect.poll(statusOf(jobs, second.job_uuid), { interval: 5 }).toBe('COMPLETED')
  })

  it('of a device keep what was measured, and are charged once', async () => {
    const { store, disk } = fullable()
    const { jobs, waiting, ledger } = openJobService(store)
    ledger.purchase('compute_token', 100_000_000)
    const { job_uuid } = await jobs.submit(liveRequest, { caller: alice })
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(1)
    disk.full = true
    waiting[0]!.finish()
    await settle()
    expect(await statusOf(jobs, job_uuid)()).toBe('PROCESSING')
    disk.full = false
    await expect.poll(statusOf(jobs, job_uuid), { interval: 5 }).toBe('COMPLETED')
    expect(ledger.balance('compute_token')).toMatchObject({ spent: 5, reserved: 0 })
    ledger.verify()
  })

  it('of a large batch that filled the disk half-way are gone once there is space, and their tokens back', async () => {
    const { store, disk } = fullable()
    const { jobs, ledger } = openJobService(store)
    ledger.purchase('compute_token', 5_000_000_000)
    const { circuit, ...bare } = liveRequest
    const batch = { ...bare, circuits: Array.from({ length: 400 }, () => circuit) }
    // Reserved in four transactions, then written in four.
    disk.full_after = 6
    expect(await codeOf(() => jobs.submit(batch, { caller: alice }))).toBe('storage_full')
    disk.full_after = Number.POSITIVE_INFINITY
    disk.full = false
    const rows = () => store.db.prepare('SELECT count(*) FROM jobs').pluck().get()
    await expect.poll(() => [rows(), ledger.balance('compute_token').reserved], { interval: 5 }).toEqual([0, 0])
    const { job_uuid } = await jobs.submit(request, { caller: alice })
    const listed = () => jobs.list({ limit: 10 }, alice).items.map(job => job.job_uuid)
    expect(listed()).toEqual([job_uuid])
    ledger.verify()
  })

  it('that fail or are aborted say so once there is space', async () => {
    const { store, disk } = fullable()
    const { jobs, waiting } = openJobService(store)
    const first = await jobs.submit(request, { caller: alice })
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(1)
    await settle()
    disk.full = true
    waiting[0]!.fail()
    await settle()
    expect(await codeOf(() => jobs.abort(first.job_uuid, alice))).toBe('storage_full')
    disk.full = false
    await expect.poll(statusOf(jobs, first.job_uuid), { interval: 5 }).toBe('FAILED')
  })

  it('do not keep the service from stopping', async () => {
    const { store, disk } = fullable()
    const { jobs, waiting } = openJobService(store)
    const { job_uuid } = await jobs.submit(request, { caller: holder })
    await expect.poll(() => waiting.length, { interval: 1 }).toBe(1)
    await settle()
    disk.full = true
    waiting[0]!.finish()
    await settle()
    await jobs.stop()
    expect((await shown(jobs, job_uuid, holder)).status).toBe('PROCESSING')
  })
})
