import { afterAll, expect, it } from 'vitest'
import { groupCommit } from '../../../../main/jobs/storage/group-commit'
import { keepShelving } from '../../../../main/jobs/storage/deferred-index'
import { jobTable } from '../../../../main/jobs/storage/job-table'
import { openMemoryStore } from '../../../../main/store/store'
import { alice, closeDesks, openDesk, request, settle } from '../fixture'

afterAll(closeDesks)

it('jobs are shelved soon after the last of them came, and an open service shelves what it finds', async () => {
  const store = openMemoryStore()
  const fresh = store.db.prepare<[], number>('SELECT count(*) FROM jobs WHERE fresh = 1').pluck()
  const { jobs, waiting } = openDesk(store)
  for (let count = 0; count < 5; count++) await jobs.submit({ ...request, name: `n${count}`, tags: ['t'] }, alice)
  await settle()
  const found = () => jobs.list({ limit: 9, tag: 't', name: 'N3' }, alice).items.length
  expect(found()).toBe(1)
  await expect.poll(() => fresh.get()).toBe(0)
  expect(found()).toBe(1)
  waiting[0]!.finish()
  await expect.poll(() => jobs.list({ limit: 9, tag: 't', status: 'COMPLETED' }, alice).items.length).toBe(1)
  await jobs.submit(request, alice)
  await jobs.stop()
  store.db.exec('UPDATE jobs SET fresh = 1 WHERE sequence = 6')
  openDesk(store)
  expect(fresh.get()).toBe(0)
})

it('no job stays off the shelf when the transaction that would have shelved it is undone', async () => {
  const store = openMemoryStore()
  const { jobs } = openDesk(store)
  for (let count = 0; count < 3; count++) await jobs.submit({ ...request, tags: ['t'] }, alice)
  await jobs.stop()
  const table = jobTable(store)
  const group = groupCommit(store)
  const failing = () => {
    throw new Error('no')
  }
  const shelving = keepShelving({
    shelf: table.shelf,
    newest: table.newest,
    join: work => Promise.all([group.join(work), group.join(failing).catch(() => null)]).then(([next]) => next),
    report: () => undefined,
  })
  await expect.poll(() => store.db.prepare('SELECT count(*) FROM job_tags').pluck().get()).toBe(3)
  await expect.poll(table.shelf.first).toBe(4)
  shelving.stop()
  await group.drained()
})
