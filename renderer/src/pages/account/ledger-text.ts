/** Movements of the ledger as rows of a table. Pure. */
import type { LedgerTransaction } from '../../../../main/contract/service/account'
import { amount } from '../../draw/format/quantity'

const KINDS: Record<LedgerTransaction['kind'], string> = {
  purchase: 'Purchase',
  reserve: 'Reserved for a',
  settle: 'Charged for a',
  release: 'Released from a',
}
const UNITS: Record<LedgerTransaction['unit'], string> = {
  compute_token: 'tokens',
  entropy_credit: 'credits',
}

export function kindText({
  kind,
  run_id,
  request_id,
}: Pick<LedgerTransaction, 'kind' | 'run_id' | 'request_id'>): string {
  if (kind === 'purchase') return KINDS[kind]
  return `${KINDS[kind]} ${request_id !== null ? 'draw' : run_id === null ? 'job' : 'run'}`
}

/** What the transaction changes on one account, with its sign and unit; a dash where nothing moves. */
export function changeText({ entries, unit }: LedgerTransaction, account: 'available' | 'reserved' | 'spent'): string {
  const change = entries.filter(entry => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0)
  if (change === 0) return '—'
  return `${change > 0 ? '+' : ''}${amount(change)} ${UNITS[unit]}`
}
