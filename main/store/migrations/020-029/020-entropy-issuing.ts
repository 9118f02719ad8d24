import type { Migration } from '../migration'

/**
 * Records of public keys; receipts in order; logs with their tiles and checkpoints; beacon chains with their pulses
 * and, sealed, the value that the last pulse of each chain committed to. A log and its serials belong to one epoch.
 * Tiles of `level` -1 are bundles of entries; a tile's row grows until it is full, so each partial tile is a prefix of
 * it.
 */
export const entropyIssuing: Migration = {
  id: 20,
  name: 'entropy issuing',
  sql: `
    CREATE TABLE entropy_keys (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      kid TEXT NOT NULL UNIQUE,
      record TEXT NOT NULL
    ) STRICT;
    CREATE TABLE entropy_logs (
      epoch INTEGER PRIMARY KEY,
      origin TEXT NOT NULL UNIQUE,
      marker TEXT NOT NULL,
      vkeys TEXT NOT NULL,
      started_at INTEGER NOT NULL,
      reason TEXT NOT NULL,
      size INTEGER NOT NULL,
      serial INTEGER NOT NULL,
      last_sha256 TEXT NOT NULL,
      last_issued_at INTEGER NOT NULL
    ) STRICT;
    CREATE TABLE entropy_log_tiles (
      origin TEXT NOT NULL REFERENCES entropy_logs (origin),
      level INTEGER NOT NULL,
      tile INTEGER NOT NULL,
      bytes BLOB NOT NULL,
      PRIMARY KEY (origin, level, tile)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entropy_log_notes (
      origin TEXT NOT NULL REFERENCES entropy_logs (origin),
      log_index INTEGER NOT NULL,
      kind TEXT NOT NULL,
      text TEXT NOT NULL,
      PRIMARY KEY (origin, log_index)
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE entropy_checkpoints (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      origin TEXT NOT NULL REFERENCES entropy_logs (origin),
      size INTEGER NOT NULL,
      note TEXT NOT NULL
    ) STRICT;
    CREATE INDEX entropy_checkpoints_of ON entropy_checkpoints (origin, size);
    CREATE TABLE entropy_receipts (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      request_id TEXT NOT NULL UNIQUE,
      epoch INTEGER NOT NULL REFERENCES entropy_logs (epoch),
      serial INTEGER NOT NULL,
      receipt TEXT NOT NULL,
      UNIQUE (epoch, serial)
    ) STRICT;
    CREATE TABLE beacon_certificates (
      id TEXT PRIMARY KEY,
      pem TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
    CREATE TABLE beacon_chains (
      chain INTEGER PRIMARY KEY,
      base TEXT NOT NULL,
      period INTEGER NOT NULL,
      certificate_id TEXT NOT NULL REFERENCES beacon_certificates (id),
      epoch INTEGER NOT NULL,
      started_at INTEGER NOT NULL,
      reason TEXT NOT NULL
    ) STRICT;
    CREATE TABLE beacon_pulses (
      chain INTEGER NOT NULL REFERENCES beacon_chains (chain),
      pulse INTEGER NOT NULL,
      time INTEGER NOT NULL,
      published TEXT NOT NULL,
      PRIMARY KEY (chain, pulse)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX beacon_pulses_at ON beacon_pulses (time);
    CREATE TABLE beacon_next (
      chain INTEGER PRIMARY KEY REFERENCES beacon_chains (chain),
      pulse INTEGER NOT NULL,
      sealed BLOB NOT NULL
    ) STRICT;
  `,
}
