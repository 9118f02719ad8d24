import type { Migration } from '../migration'

/** Shots taken per day by each source that measures qubits; stored so that the daily budget holds across restarts. */
export const entropyShots: Migration = {
  id: 25,
  name: 'entropy shots',
  sql: `
    CREATE TABLE entropy_shots (
      source_id TEXT NOT NULL,
      day TEXT NOT NULL,
      shots INTEGER NOT NULL,
      PRIMARY KEY (source_id, day)
    ) STRICT, WITHOUT ROWID;
  `,
}
