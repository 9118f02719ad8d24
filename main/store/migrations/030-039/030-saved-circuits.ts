import type { Migration } from '../migration'

/** Named circuits, each save a new version. `owner` is the key's id, or `session` for the account holder's windows. */
export const savedCircuits: Migration = {
  id: 30,
  name: 'saved circuits',
  sql: `
    CREATE TABLE saved_circuits (
      circuit_id TEXT PRIMARY KEY,
      owner TEXT NOT NULL,
      name TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX saved_circuits_by_owner ON saved_circuits (owner, updated_at);
    CREATE TABLE saved_circuit_versions (
      circuit_id TEXT NOT NULL REFERENCES saved_circuits (circuit_id) ON DELETE CASCADE,
      version INTEGER NOT NULL,
      text TEXT NOT NULL,
      saved_at INTEGER NOT NULL,
      PRIMARY KEY (circuit_id, version)
    ) STRICT;
  `,
}
