import { expect, it } from 'vitest'
import { mixedTransactions } from './mixed'

it('400 mixed transactions with random faults give no wrong value and leave no lease or queue behind', async () => {
  const { transactions, wrong, stuck, faults } = await mixedTransactions({ transactions: 400, seed: 20 })
  expect({ wrong, stuck }).toEqual({ wrong: [], stuck: [] })
  expect(transactions).toBeGreaterThanOrEqual(400)
  expect(Object.keys(faults).length).toBeGreaterThan(2)
})
