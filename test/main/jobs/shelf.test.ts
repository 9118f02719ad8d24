import { afterAll, expect, it } from 'vitest'
import { openMemoryStore } from '../../../main/store/store'
import { alice, closeDesks, openDesk, request, settle } from './desk'

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
