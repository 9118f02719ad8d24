import type { Migration } from '../migration'

/**
 * Browsers that are signed in. `hash` is the SHA-256 of the session's secret, which only the browser's cookie contains.
 */
export const sessions: Migration = {
  id: 15,
  name: 'sessions',
  sql: `
    CREATE TABLE sessions (
      session_id TEXT PRIMARY KEY,
      hash BLOB NOT NULL UNIQUE,
      browser TEXT NOT NULL,
      created_at INTEGER NOT NULL,
      last_used_at INTEGER NOT NULL
    ) STRICT;
  `,
}
