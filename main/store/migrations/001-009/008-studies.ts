import type { Migration } from '../migration'

/** Times are integer milliseconds since 1970 UTC. The file that `plan` names is written before the row. */
export const studies: Migration = {
  id: 8,
  name: 'studies',
  sql: `
    CREATE TABLE studies (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      study_id TEXT NOT NULL UNIQUE,
      backend_id TEXT NOT NULL,
      logical_id TEXT NOT NULL,
      chiplet TEXT NOT NULL,
      name TEXT,
      status TEXT NOT NULL CHECK (status IN ('PENDING', 'PROCESSING', 'COMPLETED', 'FAILED', 'ABORTED')),
      reason_code TEXT,
      reason_message TEXT,
      request TEXT NOT NULL CHECK (json_valid(request)),
      calibration_id TEXT NOT NULL,
      noise_model_version TEXT NOT NULL,
      schedule_hash TEXT NOT NULL,
      engine TEXT,
      warnings TEXT NOT NULL CHECK (json_valid(warnings)),
      plan TEXT NOT NULL CHECK (length(plan) = 64),
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      finished_at INTEGER,
      crossings TEXT NOT NULL DEFAULT '[]' CHECK (json_valid(crossings))
    ) STRICT;
    CREATE INDEX studies_by_module ON studies (backend_id, logical_id, sequence);
    CREATE INDEX studies_by_status ON studies (status, sequence);

    CREATE TABLE study_points (
      study_id TEXT NOT NULL REFERENCES studies (study_id) ON DELETE CASCADE,
      place INTEGER NOT NULL,
      point TEXT NOT NULL CHECK (json_valid(point)),
      PRIMARY KEY (study_id, place)
    ) STRICT, WITHOUT ROWID;
  `,
}
