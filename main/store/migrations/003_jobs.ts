import type { Migration } from '../migration'

export const jobs: Migration = { id: 3, name: 'jobs', sql: '' }
