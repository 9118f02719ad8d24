import { expect, it } from 'vitest'
import { mixedTransactions } from './mixed'

/** Labs at the same time: each waits for time limits nearly all the time. */
const LABS = 4

it('10,000 mixed transactions with random faults give no wrong value and leave no lease or queue behind', async () => {
  const seed = Math.floor(Math.random() * 2 ** 31)
  const labs = Array.from({ length: LABS }, (_, lab) =>
    mixedTransactions({ transactions: 10_000 / LABS, seed: seed + 1_000_000 * lab }),
  )
  const tallies = await Promise.all(labs)
  const [wrong, stuck] = [tallies.flatMap(({ wrong }) => wrong), tallies.flatMap(({ stuck }) => stuck)]
  expect({ seed, wrong, stuck }).toEqual({ seed, wrong: [], stuck: [] })
  expect(tallies.reduce((sum, { transactions }) => sum + transactions, 0)).toBeGreaterThanOrEqual(10_000)
})
