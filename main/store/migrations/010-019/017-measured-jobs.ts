import type { Migration } from '../migration'

/**
 * `machine`: JSON of the instruments that measured the result and the number of lost shots; null for a simulated
 * result.
 */
export const measuredJobs: Migration = {
  id: 17,
  name: 'measured jobs',
  sql: 'ALTER TABLE job_results ADD COLUMN machine TEXT',
}
