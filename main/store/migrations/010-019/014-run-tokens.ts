import type { Migration } from '../migration'

/**
 * Cost of a run: `price` in millionths of a token per shot, the planned shots and, after its end, the executed shots
 * and the amount charged. `owner` is the key that started it, null for the account holder. Older runs cost nothing, and
 * their shots are unknown.
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
