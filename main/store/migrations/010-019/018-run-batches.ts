import type { Migration } from '../migration'

/**
 * Runs that went to a device, and what it measured: a row for each batch, its file on the disk before the row. `machine` is JSON of
 * the instruments and programs of a run, as far as it came.
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
