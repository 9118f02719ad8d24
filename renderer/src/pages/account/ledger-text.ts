/** Movements of the ledger as rows of a table. Pure. */
import type { LedgerTransaction } from '../../../../main/contract/service/account'
import { amount } from '../../draw/format/quantity'

const KINDS: Record<LedgerTransaction['kind'], string> = {
  purchase: 'Purchase',
  reserve: 'Reserved for a job',
  settle: 'Charged for a job',
  release: 'Released from a job',
}
const UNITS: Record<LedgerTransaction['unit'], string> = {
  compute_token: 'tokens',
  entropy_credit: 'credits',
}

export const kindText = ({ kind }: Pick<LedgerTransaction, 'kind'>): string => KINDS[kind]

/** What the transaction changes on one account, with its sign and unit; a dash where nothing moves. */
export function changeText({ entries, unit }: LedgerTransaction, account: 'available' | 'reserved' | 'spent'): string {
  const change = entries.filter(entry => entry.account === account).reduce((sum, entry) => sum + entry.amount, 0)
  if (change === 0) return '—'
  return `${change > 0 ? '+' : ''}${amount(change)} ${UNITS[unit]}`
}
