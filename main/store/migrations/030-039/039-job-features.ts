import type { Migration } from '../migration'

/**
 * Features of a job's circuit that decide its simulation time; for a sweep, those of the most expensive row. Jobs on
 * devices have no row, nor do older jobs.
 */
export const jobFeatures: Migration = {
  id: 39,
  name: 'features of job circuits',
  sql: `
    CREATE TABLE job_features (
      sequence INTEGER PRIMARY KEY REFERENCES jobs (sequence) ON DELETE CASCADE,
      instructions INTEGER NOT NULL,
      used_qubits INTEGER NOT NULL,
      written_clbits INTEGER NOT NULL,
      is_clifford INTEGER NOT NULL,
      has_decisions INTEGER NOT NULL
    ) STRICT;
  `,
}
