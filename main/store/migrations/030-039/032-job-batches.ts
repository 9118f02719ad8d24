import type { Migration } from '../migration'

/**
 * Batches measured by a device for a job that is running or was aborted; the data of a large one is in a file that is
 * on disk before the row. `line` is the row of a sweep, 0 for a single circuit; `bits` the number of bit planes in the
 * data. The rows are deleted when the job completes or fails.
 */
export const jobBatches: Migration = {
  id: 32,
  name: 'job batches',
  sql: `
    CREATE TABLE job_batches (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      sequence INTEGER NOT NULL REFERENCES jobs (sequence) ON DELETE CASCADE,
      line INTEGER NOT NULL,
      shots INTEGER NOT NULL,
      unfinished_shots INTEGER NOT NULL,
      invalid INTEGER NOT NULL,
      feedback_mismatch INTEGER NOT NULL,
      bits INTEGER NOT NULL,
      data BLOB,
      file TEXT,
      program_sha256 TEXT NOT NULL,
      engine TEXT NOT NULL,
      calibration_id TEXT NOT NULL,
      measured_at INTEGER NOT NULL,
      CHECK ((data IS NULL) <> (file IS NULL))
    ) STRICT;
    CREATE INDEX job_batches_of ON job_batches (sequence, line, position);
  `,
}
