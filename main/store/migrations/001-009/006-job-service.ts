import type { Migration } from '../migration'

/**
 * Moves circuits and results out of the job's row, because lists read those rows by the thousand. Amounts are integer
 * millionths of a token. `counts` has small counts as JSON; `counts_file` and `planes_file` name content-addressed
 * files.
 */
export const jobService: Migration = {
  id: 6,
  name: 'job_service',
  sql: `
    CREATE TABLE job_circuits (
      sequence INTEGER PRIMARY KEY REFERENCES jobs (sequence) ON DELETE CASCADE,
      circuit TEXT NOT NULL
    ) STRICT;
    INSERT INTO job_circuits SELECT sequence, circuit FROM jobs;
    CREATE TABLE job_results (
      sequence INTEGER PRIMARY KEY REFERENCES jobs (sequence) ON DELETE CASCADE,
      shots INTEGER NOT NULL,
      engine TEXT NOT NULL,
      noise TEXT NOT NULL CHECK (noise IN ('none', 'calibrated')),
      calibration_id TEXT,
      counts TEXT,
      counts_file TEXT,
      planes_file TEXT,
      transpiled TEXT,
      stored_at INTEGER NOT NULL,
      CHECK ((counts IS NULL) <> (counts_file IS NULL))
    ) STRICT;
    INSERT INTO job_results (sequence, shots, engine, noise, counts, stored_at)
      SELECT sequence, shots, engine, 'none', counts, completed_at FROM jobs WHERE status = 'COMPLETED';
    ALTER TABLE jobs DROP COLUMN circuit;
    ALTER TABLE jobs DROP COLUMN counts;
    ALTER TABLE jobs DROP COLUMN engine;
    ALTER TABLE jobs ADD COLUMN name TEXT;
    ALTER TABLE jobs ADD COLUMN tags TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(tags));
    ALTER TABLE jobs ADD COLUMN noise TEXT NOT NULL DEFAULT 'none' CHECK (noise IN ('none', 'calibrated'));
    ALTER TABLE jobs ADD COLUMN precision TEXT NOT NULL DEFAULT 'float64' CHECK (precision IN ('float64', 'float32'));
    ALTER TABLE jobs ADD COLUMN price INTEGER NOT NULL DEFAULT 0;
    ALTER TABLE jobs ADD COLUMN charged INTEGER;
    CREATE INDEX jobs_by_backend ON jobs (backend, sequence);
    CREATE INDEX jobs_by_creation ON jobs (created_at);
    CREATE TABLE job_tags (
      tag TEXT NOT NULL,
      sequence INTEGER NOT NULL REFERENCES jobs (sequence) ON DELETE CASCADE,
      PRIMARY KEY (tag, sequence)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX job_tags_by_job ON job_tags (sequence);
    CREATE TABLE idempotency (
      owner TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      reply TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      PRIMARY KEY (owner, idempotency_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX idempotency_by_age ON idempotency (created_at);
  `,
}
