import type { Migration } from '../migration'

/**
 * Why a source failed its health tests permanently: it serves nothing, even after restarts, until an operator resets
 * it.
 */
export const sourceLatches: Migration = {
  id: 31,
  name: 'source latches',
  sql: 'ALTER TABLE entropy_sources ADD COLUMN latched_by TEXT;',
}
