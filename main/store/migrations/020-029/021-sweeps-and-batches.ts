import type { Migration } from '../migration'

/**
 * Jobs of one submit share a `batch_id`. A sweep has a table of parameters beside its circuit, and its results by row,
 * in content-addressed files of many rows each (`main/jobs/tasks/row-file.ts`). The row of a batch is deleted with its
 * last job.
 */
export const sweepsAndBatches: Migration = {
  id: 21,
  name: 'sweeps_and_batches',
  sql: `
    ALTER TABLE jobs ADD COLUMN batch_id TEXT;
    ALTER TABLE jobs ADD COLUMN rows INTEGER CHECK (rows > 0);
    CREATE INDEX jobs_by_batch ON jobs (batch_id, sequence) WHERE batch_id IS NOT NULL;
    ALTER TABLE job_circuits ADD COLUMN parameters TEXT;
    ALTER TABLE job_circuits ADD COLUMN parameter_names TEXT;
    CREATE TABLE batches (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      batch_id TEXT NOT NULL UNIQUE,
      owner TEXT,
      backend TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('mock', 'live')),
      name TEXT,
      created_at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX batches_by_owner ON batches (owner, sequence);
    CREATE TRIGGER batches_follow AFTER DELETE ON jobs
    WHEN OLD.batch_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM jobs WHERE batch_id = OLD.batch_id) BEGIN
      DELETE FROM batches WHERE batch_id = OLD.batch_id;
    END;
    CREATE TABLE job_result_rows (
      sequence INTEGER NOT NULL REFERENCES jobs (sequence) ON DELETE CASCADE,
      first_row INTEGER NOT NULL,
      rows INTEGER NOT NULL CHECK (rows > 0),
      file TEXT NOT NULL,
      PRIMARY KEY (sequence, first_row)
    ) STRICT, WITHOUT ROWID;
  `,
}
