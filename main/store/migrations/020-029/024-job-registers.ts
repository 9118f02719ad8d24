import type { Migration } from '../migration'

/** The classical registers that a job's circuit declares: JSON, null where it declares none. */
export const jobRegisters: Migration = {
  id: 24,
  name: 'job registers',
  sql: 'ALTER TABLE job_circuits ADD COLUMN registers TEXT',
}
