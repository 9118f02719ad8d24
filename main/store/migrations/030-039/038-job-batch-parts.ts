import type { Migration } from '../migration'

/**
 * Which circuit of the job a batch measured, where the job has circuits beside the submitted one: `pilot 0`, `values
 * 3`, `confusion 1`.
 */
export const jobBatchParts: Migration = {
  id: 38,
  name: 'circuits of job batches',
  sql: 'ALTER TABLE job_batches ADD COLUMN part TEXT;',
}
