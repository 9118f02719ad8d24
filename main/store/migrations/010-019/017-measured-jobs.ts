import type { Migration } from '../migration'

/** What measured a job's result on a device, and how many shots were lost: JSON, null for an engine's. */
export const measuredJobs: Migration = {
  id: 17,
  name: 'measured jobs',
  sql: 'ALTER TABLE job_results ADD COLUMN machine TEXT',
}
