import type { Migration } from '../migration'

/**
 * What a device has measured of a job that is not over, or was aborted: a row for each batch, large ones in a file that is on
 * the disk before the row. `line` is the row of a sweep, 0 for a single circuit; `bits` the planes of the data. They go with the job's result.
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
