import type { Migration } from '../migration'

/** Where on its device a job is to run, as JSON: the layout and the routing of its options. No row: chosen by the calibration. */
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
