import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { MIGRATIONS, migrate } from '../../../main/store/migrate'
import { jobShelf } from '../../../main/store/migrations/010-019/011-job-deferred-index'
import { openStore } from '../../../main/store/store'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'pentad-migrate-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const JOBS = 300

function fillOlder(path: string): void {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  migrate(
    db,
    MIGRATIONS.filter(({ id }) => id < jobShelf.id),
  )
  db.exec(`WITH RECURSIVE places (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM places WHERE n < ${JOBS})
    INSERT INTO jobs (job_uuid, backend, mode, simulated, shots, seed, num_qubits, num_clbits, name, tags, status, created_at)
    SELECT hex(randomblob(16)), 'dev-a-mock', 'mock', 1, 10, n, 2, 2, 'job ' || n, '["t"]', 'COMPLETED', n FROM places;
    INSERT INTO job_tags (tag, sequence) SELECT 't', sequence FROM jobs`)
  db.close()
}

/** Does the first `count` statements of the migration as a start does, then says so and waits to be killed. */
const BEGUN = `
  const Database = require('better-sqlite3')
  const [path, statements] = process.argv.slice(1)
  const db = new Database(path)
  db.pragma('cache_spill = 1')
  db.pragma('cache_size = 5')
  db.exec('BEGIN IMMEDIATE')
  for (const sql of JSON.parse(statements)) db.exec(sql)
  console.log('begun')
  setInterval(() => undefined, 1000)
`

/** Triggers hold statements of their own. */
const statements = jobShelf.sql.split(/;\n(?! {6}|\s*END)/).map(sql => sql.trim())

async function killedAfter(path: string, count: number): Promise<void> {
  const given = JSON.stringify(statements.slice(0, count).filter(Boolean))
  const child = spawn(process.execPath, ['-e', BEGUN, path, given], { stdio: ['ignore', 'pipe', 'inherit'] })
  await once(child.stdout, 'data')
  child.kill('SIGKILL')
  await once(child, 'close')
}

it('a start that is killed while it brings the store up to date leaves the older one, whole', async () => {
  const path = join(folder, 'pentad.sqlite')
  fillOlder(path)
  for (const part of [0.2, 0.5, 0.8, 1]) await killedAfter(path, Math.ceil(part * statements.length))
  const older = new Database(path)
  expect(older.prepare('SELECT max(id) FROM migrations').pluck().get()).toBeLessThan(jobShelf.id)
  expect(older.prepare(`SELECT count(*) FROM pragma_table_info('jobs') WHERE name = 'fresh'`).pluck().get()).toBe(0)
  older.close()

  const reported: string[] = []
  const store = openStore({ dataDir: folder, notice: line => reported.push(line) })
  expect(reported[0]).toContain('job_shelf (11)')
  expect(reported).toHaveLength(MIGRATIONS.length - MIGRATIONS.indexOf(jobShelf))
  const count = (sql: string) => store.db.prepare(sql).pluck().get()
  expect(count('SELECT max(id) FROM migrations')).toBe(MIGRATIONS.at(-1)!.id)
  expect(count(`SELECT count(*) FROM job_tags WHERE status = 'COMPLETED'`)).toBe(JOBS)
  expect(
    count(`SELECT count(*) FROM job_letters WHERE job_letters MATCH 'g${Buffer.from('jo').toString('hex')}'`),
  ).toBe(JOBS)
  expect(count('PRAGMA integrity_check')).toBe('ok')
  store.close()
})
