import type { Migration } from '../migration'

/** What played a batch, as JSON of its UsedSequencer with this batch alone: a restart makes a result of batches that are whole. Null in older rows. */
export const jobBatchPlayers: Migration = {
  id: 40,
  name: 'sequencers of job batches',
  sql: 'ALTER TABLE job_batches ADD COLUMN played TEXT;',
}
