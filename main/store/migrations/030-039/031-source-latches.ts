import type { Migration } from '../migration'

/** Why a source failed its health tests for good: it serves nothing until an operator resets it, over restarts, too. */
export const sourceLatches: Migration = {
  id: 31,
  name: 'source latches',
  sql: 'ALTER TABLE entropy_sources ADD COLUMN latched_by TEXT;',
}
