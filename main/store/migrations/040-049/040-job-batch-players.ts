import type { Migration } from '../migration'

/** JSON of the batch's UsedSequencer, so that a restart can make a result from complete batches. Null in older rows. */
export const jobBatchPlayers: Migration = {
  id: 40,
  name: 'sequencers of job batches',
  sql: 'ALTER TABLE job_batches ADD COLUMN played TEXT;',
}
