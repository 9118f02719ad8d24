import Database from 'better-sqlite3'
import { expect, it } from 'vitest'
import { MIGRATIONS, migrate } from '../../../../../main/store/migrate'

it('carries jobs and counts of the first schema over, without a timeline lost', () => {
  const db = new Database(':memory:')
  db.pragma('foreign_keys = ON')
  migrate(
    db,
    MIGRATIONS.filter(({ id }) => id <= 4),
  )
  const old = db.prepare(`INSERT INTO jobs
    (job_uuid, backend, mode, simulated, shots, seed, num_qubits, circuit, status, created_at, started_at, completed_at, engine, num_clbits, counts)
    VALUES (?, 'dev-a-mock', 'mock', 1, 10, 5, 1, '{"num_qubits":1}', ?, 1, 2, 3, ?, 1, ?)`)
  old.run('done', 'COMPLETED', 'engine/1', '{"0":10}')
  old.run('waits', 'WAITING', null, null)
  db.exec(`INSERT INTO job_states VALUES ('done', 'PENDING', 1), ('done', 'COMPLETED', 3)`)
  migrate(db)
  expect(db.prepare('SELECT job_uuid, status, price, noise, tags FROM jobs').all()).toEqual([
    { job_uuid: 'done', status: 'COMPLETED', price: 0, noise: 'none', tags: '[]' },
    { job_uuid: 'waits', status: 'WAITING', price: 0, noise: 'none', tags: '[]' },
  ])
  expect(db.prepare('SELECT sequence, shots, engine, counts FROM job_results').all()).toEqual([
    { sequence: 1, shots: 10, engine: 'engine/1', counts: '{"0":10}' },
  ])
  expect(db.prepare('SELECT count(*) FROM job_circuits').pluck().get()).toBe(2)
  expect(db.prepare('SELECT sequence, step, status, at FROM job_timeline').all()).toEqual([
    { sequence: 1, step: 0, status: 'PENDING', at: 1 },
    { sequence: 1, step: 1, status: 'COMPLETED', at: 3 },
  ])
  db.prepare(`DELETE FROM jobs WHERE job_uuid = 'done'`).run()
  for (const table of ['job_results', 'job_timeline'])
    expect(db.prepare(`SELECT count(*) FROM ${table}`).pluck().get(), table).toBe(0)
})
