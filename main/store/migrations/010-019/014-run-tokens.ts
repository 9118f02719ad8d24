import type { Migration } from '../migration'

/**
 * What a run costs: millionths of a token for a shot, the shots of its plan, and, once it is over, the shots that were executed
 * and what they were charged. `owner` is the key that started it, null for the account holder. Runs from before cost nothing,
 * and nothing is known of their shots.
 */
export const runTokens: Migration = {
  id: 14,
  name: 'run tokens',
  sql: `
    ALTER TABLE runs ADD COLUMN owner TEXT;
    ALTER TABLE runs ADD COLUMN price INTEGER NOT NULL DEFAULT 0 CHECK (price >= 0);
    ALTER TABLE runs ADD COLUMN planned_shots INTEGER;
    ALTER TABLE runs ADD COLUMN executed_shots INTEGER;
    ALTER TABLE runs ADD COLUMN charged INTEGER;
  `,
}
