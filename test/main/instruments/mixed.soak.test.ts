import { expect, it } from 'vitest'
import { mixedTransactions } from './mixed'

it('10,000 mixed transactions with random faults give no wrong value and leave no queue behind', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const { transactions, wrong, stuck } = await mixedTransactions({ transactions: 10_000, seed })
  expect({ seed, wrong, stuck }).toEqual({ seed, wrong: [], stuck: [] })
  expect(transactions).toBeGreaterThanOrEqual(10_000)
})
