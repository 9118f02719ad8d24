import type { Migration } from '../migration'

/**
 * Changes of a device's current snapshot, in order; a change that was undone has `undone_at`. Times are integer
 * milliseconds since 1970 UTC. For a device without rows the newest snapshot is the current one.
 */
export const currentCalibrations: Migration = {
  id: 13,
  name: 'current calibrations',
  sql: `
    CREATE TABLE current_calibrations (
      change_id INTEGER PRIMARY KEY AUTOINCREMENT,
      device_id TEXT NOT NULL,
      calibration_id TEXT NOT NULL,
      made_current_at INTEGER NOT NULL,
      undone_at INTEGER
    ) STRICT;
    CREATE INDEX current_calibrations_by_device ON current_calibrations (device_id, change_id);
  `,
}
