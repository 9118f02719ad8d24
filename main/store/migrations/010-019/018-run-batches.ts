import type { Migration } from '../migration'

/**
 * Batches measured by a device for a run, one row each; a batch's file is on disk before its row. `machine` is JSON of
 * the instruments and programs that the run has used so far.
 */
export const runBatches: Migration = {
  id: 18,
  name: 'run batches',
  sql: `
    ALTER TABLE runs ADD COLUMN driven INTEGER NOT NULL DEFAULT 0 CHECK (driven IN (0, 1));
    ALTER TABLE runs ADD COLUMN machine TEXT;
    CREATE TABLE run_batches (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      run_id TEXT NOT NULL REFERENCES runs (run_id),
      kind TEXT NOT NULL,
      state TEXT NOT NULL,
      rounds INTEGER NOT NULL,
      shots INTEGER NOT NULL,
      invalid INTEGER NOT NULL,
      feedback_mismatch INTEGER NOT NULL,
      bits_per_shot INTEGER NOT NULL,
      sha256 TEXT NOT NULL
    ) STRICT;
    CREATE INDEX run_batches_of ON run_batches (run_id, position);
  `,
}
