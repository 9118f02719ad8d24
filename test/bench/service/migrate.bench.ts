/**
 * How long a store with many named and tagged jobs of the schema before the deferred index takes to be brought up to date: once, at the
 * first start after an update, in one transaction. Target: a million within a minute on an unloaded machine.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { bench } from 'vitest'
import { MIGRATIONS, migrate } from '../../../main/store/migrate'

const JOBS = Number(process.env.PENTAD_BENCH_JOBS ?? 1_000_000)

function older(path: string): Database.Database {
  const db = new Database(path)
  db.pragma('journal_mode = WAL')
  db.pragma('foreign_keys = ON')
  migrate(
    db,
    MIGRATIONS.filter(({ id }) => id <= 10),
  )
  db.exec(`WITH RECURSIVE places (n) AS (VALUES (1) UNION ALL SELECT n + 1 FROM places WHERE n < ${JOBS})
    INSERT INTO jobs (job_uuid, owner, backend, mode, simulated, shots, seed, num_qubits, num_clbits, name, tags, status, created_at)
    SELECT lower(hex(randomblob(16))), 'k' || n % 3, 'dev-a-mock', 'mock', 1, 10, n, 2, 2, 'sweep ' || n || ' of many', '["often"]', 'COMPLETED', n * 1000
    FROM places;
    INSERT INTO job_tags (tag, owner, sequence) SELECT 'often', owner, sequence FROM jobs;`)
  return db
}

let done = false
bench(
  `a store of ${JOBS} jobs`,
  () => {
    if (done) return
    done = true
    const folder = mkdtempSync(join(tmpdir(), 'pentad-migrate-'))
    const db = older(join(folder, 'old.sqlite'))
    const [start, before] = [performance.now(), process.cpuUsage()]
    migrate(db)
    const { user, system } = process.cpuUsage(before)
    const s = (ms: number) => (ms / 1000).toFixed(1)
    console.log(`${JOBS} jobs: ${s(performance.now() - start)} s, of processors ${s((user + system) / 1000)} s`)
    db.close()
    rmSync(folder, { recursive: true, force: true })
  },
  { iterations: 1, time: 0, warmupIterations: 0, warmupTime: 0, throws: true },
)
