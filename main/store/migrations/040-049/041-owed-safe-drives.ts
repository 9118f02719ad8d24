import type { Migration } from '../migration'

/**
 * Runs and jobs whose instruments are still to be driven as `on_abort` says, from before the drive until it has ended: a kill in
 * between is made up for. `instruments`: a JSON array of ids.
 */
export const owedSafeDrives: Migration = {
  id: 41,
  name: 'owed safe drives',
  sql: 'CREATE TABLE owed_safe_drives (work TEXT NOT NULL PRIMARY KEY, instruments TEXT NOT NULL) WITHOUT ROWID;',
}
