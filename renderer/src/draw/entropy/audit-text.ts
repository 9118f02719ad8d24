/** Acts of operators, as lines to read and as a file. */
import type { EntropyAuditEntry } from '../../../../main/contract/entropy/pool'
import type { DataTable } from '../charts/chart'
import { utcSecond } from '../format/time'

const ACTIONS: Readonly<Record<string, string>> = {
  update_source: 'source changed',
  window_failed: 'a window failed',
  latched: 'failed for good',
  quarantined: 'quarantined',
  export: 'samples exported',
  export_skipped: 'window left out of an export',
  create_pool: 'pool created',
  update_pool: 'pool changed',
  'signing_key.rotate': 'signing key rotated',
  'signing_key.rekey': 'new signing key after a loss',
  'signing_key.export': 'signing keys exported',
}
export const AUDIT_ACTIONS = Object.entries(ACTIONS)
export const auditActionText = (action: string): string => ACTIONS[action] ?? action.replaceAll('_', ' ')

/** `state = disabled, reset = true`. */
export const changeLine = ({ change }: Pick<EntropyAuditEntry, 'change'>): string =>
  Object.entries(change)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name} = ${typeof value === 'string' ? value : JSON.stringify(value)}`)
    .join(', ')

export const auditTable = (entries: readonly EntropyAuditEntry[]): DataTable => ({
  columns: ['position', 'at', 'actor', 'key_id', 'action', 'subject', 'change'],
  rows: entries.map(({ position, at, actor, key_id, action, subject, change }) => [
    ...[position, at, actor, key_id ?? '', action, subject],
    JSON.stringify(change),
  ]),
})

export const auditTime = ({ at }: Pick<EntropyAuditEntry, 'at'>): string => utcSecond(at)
