import type { Migration } from '../migration'

/**
 * Operators' settings of sources and pools, bytes drawn from each source per day, and replies to draws that may be
 * requested again: they are encrypted under a key that is stored outside the database and destroyed after a day.
 */
export const entropySupply: Migration = {
  id: 19,
  name: 'entropy supply',
  sql: `
    CREATE TABLE entropy_sources (
      source_id TEXT PRIMARY KEY,
      state TEXT NOT NULL CHECK (state IN ('enabled', 'disabled', 'quarantined')),
      budget_bytes_per_day INTEGER,
      claimed REAL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entropy_use (
      source_id TEXT NOT NULL,
      day TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      PRIMARY KEY (source_id, day)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entropy_pools (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      pool_id TEXT NOT NULL UNIQUE,
      label TEXT NOT NULL,
      sources TEXT NOT NULL,
      state TEXT NOT NULL CHECK (state IN ('enabled', 'disabled')),
      created_at INTEGER NOT NULL,
      updated_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE entropy_audit (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      at INTEGER NOT NULL,
      actor TEXT NOT NULL,
      key_id TEXT,
      action TEXT NOT NULL,
      subject TEXT NOT NULL,
      change TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entropy_replies (
      owner TEXT NOT NULL,
      idempotency_key TEXT NOT NULL,
      fingerprint TEXT NOT NULL,
      request_id TEXT NOT NULL UNIQUE,
      created_at INTEGER NOT NULL,
      hour INTEGER NOT NULL,
      sealed BLOB,
      PRIMARY KEY (owner, idempotency_key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX entropy_replies_by_hour ON entropy_replies (hour) WHERE sealed IS NOT NULL;
  `,
}
