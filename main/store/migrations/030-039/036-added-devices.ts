import type { Migration } from '../migration'

/**
 * Devices added while the workstation runs, with their first snapshots; deletion times of these devices and of imported
 * snapshots.
 */
export const addedDevices: Migration = {
  id: 36,
  name: 'added devices',
  sql: `
    CREATE TABLE added_devices (
      device_id TEXT PRIMARY KEY,
      profile TEXT NOT NULL CHECK (json_valid(profile)),
      snapshots TEXT NOT NULL CHECK (json_valid(snapshots)),
      added_at INTEGER NOT NULL,
      deleted_at INTEGER
    ) STRICT;
    ALTER TABLE calibrations ADD COLUMN deleted_at INTEGER;
  `,
}
