import type { Migration } from '../migration'

/** Shots that sources of measured qubits took on a day: their budget holds over restarts. */
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
