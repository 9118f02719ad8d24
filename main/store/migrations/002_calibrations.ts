import type { Migration } from '../migration'

export const calibrations: Migration = { id: 2, name: 'calibrations', sql: '' }
