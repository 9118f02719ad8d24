import type { Migration } from '../migration'

/**
 * Jobs that estimate expectation values or invert readout errors: `request` (JSON), the estimates (JSON or the name of
 * a file), and `overhead_shots`, charged in addition to the shots that count. `jobs.estimates` is the kind, null for
 * counts alone.
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
