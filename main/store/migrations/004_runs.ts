import type { Migration } from '../migration'

export const runs: Migration = { id: 4, name: 'runs', sql: '' }
