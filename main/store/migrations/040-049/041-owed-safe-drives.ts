import type { Migration } from '../migration'

/**
 * Runs and jobs whose instruments must still be driven to their `on_abort` state. The row exists from before the drive
 * until its end, so that a drive cut off by a kill is repeated. `instruments` is a JSON array of ids.
 */
export const owedSafeDrives: Migration = {
  id: 41,
  name: 'owed safe drives',
  sql: 'CREATE TABLE owed_safe_drives (work TEXT NOT NULL PRIMARY KEY, instruments TEXT NOT NULL) WITHOUT ROWID;',
}
