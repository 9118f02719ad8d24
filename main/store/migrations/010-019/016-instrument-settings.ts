import type { Migration } from '../migration'

/** Saved settings of instruments, each a complete snapshot as JSON. */
export const instrumentSettings: Migration = {
  id: 16,
  name: 'instrument-settings',
  sql: `
    CREATE TABLE instrument_settings (
      position INTEGER PRIMARY KEY AUTOINCREMENT,
      snapshot_id TEXT NOT NULL UNIQUE,
      snapshot TEXT NOT NULL
    ) STRICT;
  `,
}
