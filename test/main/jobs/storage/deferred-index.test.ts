import { afterAll, expect, it } from 'vitest'
import { startIndexUpdater } from '../../../../main/jobs/storage/deferred-index'
import { jobTable } from '../../../../main/jobs/storage/job-table'
import { groupCommit } from '../../../../main/store/group-commit'
import { openMemoryStore } from '../../store/memory-store'
import { alice, closeJobServices, openJobService, request, settle } from '../fixture'

afterAll(closeJobServices)

it('jobs are indexed soon after the last of them came, and an open service indexes what it finds', async () => {
  const store = openMemoryStore()
  const fresh = store.db.prepare<[], number>('SELECT count(*) FROM jobs WHERE fresh = 1').pluck()
  const { jobs, waiting } = openJobService(store)
  for (let count = 0; count < 5; count++)
    await jobs.submit({ ...request, name: `n${count}`, tags: ['t'] }, { caller: alice })
  await settle()
  const found = () => jobs.list({ limit: 9, tag: 't', name: 'N3' }, alice).items.length
  expect(found()).toBe(1)
  await expect.poll(() => fresh.get()).toBe(0)
  expect(found()).toBe(1)
  waiting[0]!.finish()
  await expect.poll(() => jobs.list({ limit: 9, tag: 't', status: 'COMPLETED' }, alice).items.length).toBe(1)
  await jobs.submit(request, { caller: alice })
  await jobs.stop()
  store.db.exec('UPDATE jobs SET fresh = 1 WHERE sequence = 6')
  openJobService(store)
  expect(fresh.get()).toBe(0)
})

it('no job stays out of the index when the transaction that would have indexed it is undone', async () => {
  const store = openMemoryStore()
  const { jobs } = openJobService(store)
  for (let count = 0; count < 3; count++) await jobs.submit({ ...request, tags: ['t'] }, { caller: alice })
  await jobs.stop()
  const table = jobTable(store)
  const group = groupCommit(store)
  const failing = () => {
    throw new Error('no')
  }
  const indexing = startIndexUpdater({
    index: table.index,
    newest: table.newest,
    group: {
      writeDeferred: async work =>
        (await Promise.all([group.writeDeferred(work), group.writeDeferred(failing).catch(() => null)]))[0],
    },
    report: () => undefined,
  })
  await expect.poll(() => store.db.prepare('SELECT count(*) FROM job_tags').pluck().get()).toBe(3)
  await expect.poll(table.index.first).toBe(4)
  indexing.stop()
  await group.drained()
})
