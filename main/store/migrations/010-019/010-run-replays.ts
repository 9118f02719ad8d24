import type { Migration } from '../migration'

/** `replay`: the run that this one repeats and, once COMPLETED, how its bits compared, as JSON. */
export const runReplays: Migration = {
  id: 10,
  name: 'run_replays',
  sql: `
    ALTER TABLE runs ADD COLUMN replay TEXT CHECK (replay IS NULL OR json_valid(replay));
  `,
}
