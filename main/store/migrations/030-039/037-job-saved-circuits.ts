import type { Migration } from '../migration'

/**
 * The version of a saved circuit that a job was submitted from, and the circuit's name at that time: the circuit may be
 * deleted before its jobs. Triggers count the jobs of each circuit, so that lists need not.
 */
export const jobSavedCircuits: Migration = {
  id: 37,
  name: 'saved circuits of jobs',
  sql: `
    CREATE TABLE job_saved_circuits (
      sequence INTEGER PRIMARY KEY REFERENCES jobs (sequence) ON DELETE CASCADE,
      circuit_id TEXT NOT NULL,
      version INTEGER NOT NULL,
      name TEXT NOT NULL
    ) STRICT;
    CREATE INDEX job_saved_circuits_of ON job_saved_circuits (circuit_id, sequence);
    ALTER TABLE saved_circuits ADD COLUMN jobs INTEGER NOT NULL DEFAULT 0;
    CREATE TRIGGER job_saved_circuits_added AFTER INSERT ON job_saved_circuits BEGIN
      UPDATE saved_circuits SET jobs = jobs + 1 WHERE circuit_id = new.circuit_id;
    END;
    CREATE TRIGGER job_saved_circuits_removed AFTER DELETE ON job_saved_circuits BEGIN
      UPDATE saved_circuits SET jobs = jobs - 1 WHERE circuit_id = old.circuit_id;
    END;
  `,
}
