import { expect, it } from 'vitest'
import { LedgerKind, type LedgerTransaction } from '../../../../main/contract/service/account'
import { changeText, kindText } from '../../../../renderer/src/pages/account/ledger-text'

const reserve: LedgerTransaction = {
  transaction_id: 2,
  at: '2026-11-21T09:00:00Z',
  kind: 'reserve',
  unit: 'compute_token',
  job_uuid: null,
  run_id: null,
  request_id: null,
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
  expect(kindText({ kind, run_id: null, request_id: null })).toMatch(/^[A-Z]/)
})

it('a movement says whether it is for a job, a run or a draw', () => {
  const request_id = '1b8f1e0a-51f5-4c8e-9a55-0f6f2f2f7a10'
  expect(kindText({ kind: 'settle', run_id: null, request_id })).toBe('Charged for a draw')
  expect(kindText({ kind: 'settle', run_id: null, request_id: null })).toBe('Charged for a job')
  expect(kindText({ kind: 'reserve', run_id: '7c9d2f11-6c1d-4a70-8a0e-5b9f0c4d8e21', request_id: null })).toBe(
    'Reserved for a run',
  )
  expect(kindText({ kind: 'purchase', run_id: null, request_id: null })).toBe('Purchase')
})
