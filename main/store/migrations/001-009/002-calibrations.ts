import type { Migration } from '../migration'

/**
 * Imported snapshots; bundled ones are files beside their device profile. Times are integer milliseconds since 1970
 * UTC.
 */
export const calibrations: Migration = {
  id: 2,
  name: 'calibrations',
  sql: `
    CREATE TABLE calibrations (
      device_id TEXT NOT NULL,
      calibration_id TEXT NOT NULL,
      calibrated_at INTEGER,
      imported_at INTEGER NOT NULL,
      snapshot TEXT NOT NULL CHECK (json_valid(snapshot)),
      PRIMARY KEY (device_id, calibration_id)
    ) STRICT;
  `,
}
