import type { Migration } from '../migration'

/**
 * Jobs of expectation values and of inverted readout: what was asked (JSON), what was found (JSON, or the name of its file), and
 * the shots that are charged beside those that count. `estimates` is the kind, null for counts alone.
 */
export const jobEstimates: Migration = {
  id: 27,
  name: 'job_estimates',
  sql: `
    ALTER TABLE jobs ADD COLUMN estimates TEXT CHECK (estimates IN ('sampled', 'exact', 'mitigated_counts'));
    CREATE TABLE job_estimates (
      sequence INTEGER PRIMARY KEY REFERENCES jobs (sequence) ON DELETE CASCADE,
      request TEXT NOT NULL
    ) STRICT;
    ALTER TABLE job_results ADD COLUMN estimates TEXT;
    ALTER TABLE job_results ADD COLUMN overhead_shots INTEGER NOT NULL DEFAULT 0;
  `,
}
