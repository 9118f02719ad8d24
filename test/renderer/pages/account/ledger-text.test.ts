import { expect, it } from 'vitest'
import { LedgerKind, type LedgerTransaction } from '../../../../main/contract/service/account'
import { changeText, kindText } from '../../../../renderer/src/pages/account/ledger-text'

const reserve: LedgerTransaction = {
  transaction_id: 2,
  at: '2026-11-21T09:00:00Z',
  kind: 'reserve',
  unit: 'compute_token',
  job_uuid: null,
  key_id: null,
  entries: [
    { account: 'available', amount: -2.5 },
    { account: 'reserved', amount: 2.5 },
  ],
}

it('a movement shows what it takes from one account and gives to another', () => {
  expect(changeText(reserve, 'available')).toBe('−2.5 tokens')
  expect(changeText(reserve, 'reserved')).toBe('+2.5 tokens')
  expect(changeText(reserve, 'spent')).toBe('—')
  expect(changeText({ ...reserve, unit: 'entropy_credit' }, 'reserved')).toBe('+2.5 credits')
})

it.each(LedgerKind.options)('%s has words', kind => {
  expect(kindText({ kind })).toMatch(/^[A-Z]/)
})
