import type { Migration } from '../migration'

/** Times are integer milliseconds since 1970 UTC. `owner` is the submitting key's id, null for the account holder. */
export const jobs: Migration = {
  id: 3,
  name: 'jobs',
  sql: `
    CREATE TABLE jobs (
      sequence INTEGER PRIMARY KEY AUTOINCREMENT,
      job_uuid TEXT NOT NULL UNIQUE,
      owner TEXT,
      backend TEXT NOT NULL,
      mode TEXT NOT NULL CHECK (mode IN ('mock', 'live')),
      simulated INTEGER NOT NULL,
      shots INTEGER NOT NULL CHECK (shots > 0),
      seed INTEGER NOT NULL,
      num_qubits INTEGER NOT NULL,
      circuit TEXT NOT NULL,
      status TEXT NOT NULL,
      reason_code TEXT,
      reason_message TEXT,
      created_at INTEGER NOT NULL,
      started_at INTEGER,
      completed_at INTEGER,
      engine TEXT,
      num_clbits INTEGER NOT NULL,
      counts TEXT
    ) STRICT;
    CREATE INDEX jobs_by_owner ON jobs (owner, sequence);
    CREATE INDEX jobs_by_status ON jobs (status, sequence);
    CREATE TABLE job_states (
      job_uuid TEXT NOT NULL REFERENCES jobs (job_uuid) ON DELETE CASCADE,
      status TEXT NOT NULL,
      at INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX job_states_by_job ON job_states (job_uuid);
  `,
}
