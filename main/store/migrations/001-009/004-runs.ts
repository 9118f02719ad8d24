import type { Migration } from '../migration'

/**
 * Times are integer milliseconds since 1970 UTC. The files that `plan` and the hashes in `record` name are written
 * before the row.
 */
export const runs: Migration = {
  id: 4,
  name: 'runs',
  sql: `
    CREATE TABLE runs (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      run_id TEXT NOT NULL UNIQUE,
      backend_id TEXT NOT NULL,
      logical_id TEXT NOT NULL,
      chiplet TEXT NOT NULL,
      name TEXT,
      status TEXT NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED')),
      reason_code TEXT,
      reason_message TEXT,
      simulated INTEGER NOT NULL,
      request TEXT NOT NULL CHECK (json_valid(request)),
      calibration_id TEXT NOT NULL,
      warnings TEXT NOT NULL CHECK (json_valid(warnings)),
      plan TEXT NOT NULL CHECK (length(plan) = 64),
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      finished_at INTEGER,
      summary TEXT CHECK (summary IS NULL OR json_valid(summary)),
      record TEXT CHECK (record IS NULL OR json_valid(record)),
      CHECK ((status = 'COMPLETED') = (record IS NOT NULL))
    ) STRICT;
    CREATE INDEX runs_by_module ON runs (backend_id, logical_id, sequence);
    CREATE INDEX runs_by_status ON runs (status, sequence);
  `,
}
