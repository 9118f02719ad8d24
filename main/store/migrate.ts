import type Database from 'better-sqlite3'
import { AppError } from '../contract/model/errors'
import { account } from './migrations/001-009/001-account'
import { calibrations } from './migrations/001-009/002-calibrations'
import { jobs } from './migrations/001-009/003-jobs'
import { runs } from './migrations/001-009/004-runs'
import { ledger } from './migrations/001-009/005-ledger'
import { jobService } from './migrations/001-009/006-job-service'
import { jobLists } from './migrations/001-009/007-job-lists'
import { studies } from './migrations/001-009/008-studies'
import { runReplays } from './migrations/010-019/010-run-replays'
import { jobShelf } from './migrations/010-019/011-job-deferred-index'
import { currentCalibrations } from './migrations/010-019/013-current-calibrations'
import { runTokens } from './migrations/010-019/014-run-tokens'
import { sessions } from './migrations/010-019/015-sessions'
import { instrumentSettings } from './migrations/010-019/016-instrument-settings'
import { measuredJobs } from './migrations/010-019/017-measured-jobs'
import { runBatches } from './migrations/010-019/018-run-batches'
import { entropySupply } from './migrations/010-019/019-entropy-supply'
import { entropyIssuing } from './migrations/020-029/020-entropy-issuing'
import { sweepsAndBatches } from './migrations/020-029/021-sweeps-and-batches'
import { jobRegisters } from './migrations/020-029/024-job-registers'
import { entropyShots } from './migrations/020-029/025-entropy-shots'
import { jobEstimates } from './migrations/020-029/027-job-estimates'
import { savedCircuits } from './migrations/030-039/030-saved-circuits'
import { sourceLatches } from './migrations/030-039/031-source-latches'
import { jobBatches } from './migrations/030-039/032-job-batches'
import { jobPlacements } from './migrations/030-039/033-job-placements'
import { addedDevices } from './migrations/030-039/036-added-devices'
import { jobSavedCircuits } from './migrations/030-039/037-job-saved-circuits'
import { jobBatchParts } from './migrations/030-039/038-job-batch-parts'
import { jobFeatures } from './migrations/030-039/039-job-features'
import { jobBatchPlayers } from './migrations/040-049/040-job-batch-players'
import { owedSafeDrives } from './migrations/040-049/041-owed-safe-drives'
import type { Migration } from './migrations/migration'

export const MIGRATIONS: readonly Migration[] = [
  account,
  calibrations,
  jobs,
  runs,
  ledger,
  jobService,
  jobLists,
  studies,
  runReplays,
  jobShelf,
  currentCalibrations,
  runTokens,
  sessions,
  instrumentSettings,
  measuredJobs,
  runBatches,
  entropySupply,
  entropyIssuing,
  sweepsAndBatches,
  jobRegisters,
  entropyShots,
  jobEstimates,
  savedCircuits,
  sourceLatches,
  jobBatches,
  jobPlacements,
  addedDevices,
  jobSavedCircuits,
  jobBatchParts,
  jobFeatures,
  jobBatchPlayers,
  owedSafeDrives,
]

const TABLE = `CREATE TABLE IF NOT EXISTS migrations (
  id INTEGER PRIMARY KEY,
  name TEXT NOT NULL,
  applied_at INTEGER NOT NULL
) STRICT`

/**
 * Applies the missing migrations, each in its own transaction; throws `conflict` for a schema of a newer version.
 * `notice` is called before each migration of an existing store, as a large one takes minutes.
 */
export function migrate(
  db: Database.Database,
  migrations: readonly Migration[] = MIGRATIONS,
  notice: (line: string) => void = () => undefined,
): void {
  db.exec(TABLE)
  const applied = new Set(db.prepare<[], number>('SELECT id FROM migrations').pluck().all())
  refuseNewer(applied, migrations)
  const record = db.prepare('INSERT INTO migrations (id, name, applied_at) VALUES (?, ?, ?)')
  const apply = db.transaction((migration: Migration) => {
    db.exec(migration.sql)
    record.run(migration.id, migration.name, Date.now())
  })
  const missing = migrations.filter(({ id, sql }) => !applied.has(id) && sql)
  for (const [index, migration] of missing.entries()) {
    if (applied.size > 0)
      notice(
        `Bringing the data folder up to date, step ${index + 1} of ${missing.length}, ${migration.name} (${migration.id}); with many jobs it takes minutes`,
      )
    apply.immediate(migration)
  }
}

/** Whether exactly the migrations of this version have been applied. */
export function hasCurrentSchema(db: Database.Database): boolean {
  if (!db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'migrations'").get()) return false
  const applied = db.prepare<[], number>('SELECT id FROM migrations ORDER BY id').pluck().all()
  const needed = MIGRATIONS.filter(({ sql }) => sql).map(({ id }) => id)
  return applied.join() === needed.sort((a, b) => a - b).join()
}

function refuseNewer(applied: ReadonlySet<number>, migrations: readonly Migration[]): void {
  const known = new Set(migrations.map(({ id }) => id))
  const unknown = [...applied].filter(id => !known.has(id))
  if (unknown.length === 0) return
  throw new AppError(
    'conflict',
    `The data folder was written by a newer version of Pentad (schema ${Math.max(...unknown)}, this one knows up to ${Math.max(0, ...known)}). Start the newer version, or choose another folder with --data.`,
    { details: { reason: 'newer_schema', schema: Math.max(...unknown) } },
  )
}
