import type { Migration } from '../migration'

/**
 * What of a job's circuit decides how long its simulation takes, of a sweep the circuit of the row that needs the most. Jobs of
 * devices have no row, nor have those that were stored before.
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
