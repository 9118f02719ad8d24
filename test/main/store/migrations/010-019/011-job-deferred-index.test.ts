import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import type { JobListQuery } from '../../../../../main/contract/jobs/circuit-job'
import { jobTable } from '../../../../../main/jobs/storage/job-table'
import { MIGRATIONS, migrate } from '../../../../../main/store/migrate'

it('lists the jobs of an older schema as before, by all that now leads to them', () => {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  migrate(
    db,
    MIGRATIONS.filter(({ id }) => id <= 10),
  )
  const job = db.prepare(`INSERT INTO jobs
    (job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits, name, tags, status, created_at)
    VALUES (?, 'ann', 'dev-a-mock', 'mock', 1, 10, 5, 1, 1, ?, ?, ?, ?)`)
  const tag = db.prepare('INSERT INTO job_tags (tag, owner, sequence) VALUES (?, ?, ?)')
  job.run('one', 'Äb "x"', '["t","u"]', 'COMPLETED', 1_000)
  for (const each of ['t', 'u']) tag.run(each, 'ann', 1)
  job.run('two', null, '["t"]', 'PENDING', 2_000)
  tag.run('t', 'ann', 2)
  migrate(db)
  const table = jobTable({ db })
  expect(table.index.first()).toBe(3)
  const listed = (query: Partial<JobListQuery>) =>
    table.list({ limit: 9, ...query }, 'ann', 100).map(({ sequence }) => sequence)
  expect(listed({})).toEqual([2, 1])
  expect(listed({ tag: 't' })).toEqual([2, 1])
  expect(listed({ tag: 't', status: 'COMPLETED' })).toEqual([1])
  expect(listed({ tag: 'u', status: 'PENDING' })).toEqual([])
  for (const name of ['Ä', 'äb', 'B', 'b ', '"x', 'Äb "X"', '"'])
    expect(listed({ name }), name).toEqual(name === 'äb' ? [] : [1])
  expect(listed({ created_before: new Date(2_000).toISOString() })).toEqual([1])
  const letters = (gram: string) =>
    db.prepare('SELECT rowid FROM job_letters WHERE job_letters MATCH ?').pluck().all(gram)
  expect(letters('gc384')).toEqual([1])
  expect(letters('g2278')).toEqual([1])
  table.move('two', 'PROCESSING', { at: 3_000 })
  expect(listed({ tag: 't', status: 'PROCESSING' })).toEqual([2])
  expect(table.unfinished().map(({ job_uuid }) => job_uuid)).toEqual(['two'])
})
