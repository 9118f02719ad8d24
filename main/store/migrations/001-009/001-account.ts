import type { Migration } from '../migration'

/**
 * Times are integer milliseconds since 1970 UTC. `hash` is the SHA-256 of the secret, which is not stored; `prefix`
 * finds the row.
 */
export const account: Migration = {
  id: 1,
  name: 'account',
  sql: `
    CREATE TABLE api_keys (
      key_id TEXT PRIMARY KEY,
      name TEXT NOT NULL,
      roles TEXT NOT NULL CHECK (json_valid(roles)),
      prefix TEXT NOT NULL,
      hash BLOB NOT NULL CHECK (length(hash) = 32),
      created_at INTEGER NOT NULL,
      rotated_at INTEGER,
      revoked_at INTEGER,
      last_used_at INTEGER
    ) STRICT;
    CREATE INDEX api_keys_by_prefix ON api_keys (prefix);
  `,
}
