import type { Migration } from '../migration'

/** Layout and routing that a job's options request, as JSON. Without a row the calibration decides. */
export const jobPlacements: Migration = {
  id: 33,
  name: 'job placements',
  sql: `
    CREATE TABLE job_placements (
      sequence INTEGER PRIMARY KEY REFERENCES jobs (sequence) ON DELETE CASCADE,
      placement TEXT NOT NULL
    ) STRICT;
  `,
}
