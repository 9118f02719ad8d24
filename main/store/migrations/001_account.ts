import type { Migration } from '../migration'

export const account: Migration = { id: 1, name: 'account', sql: '' }
