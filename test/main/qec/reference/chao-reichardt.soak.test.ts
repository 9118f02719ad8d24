/** Chao and Reichardt, arXiv:1705.02329: where the two-qubit flag scheme breaks even under their noise model. */
import { expect, it } from 'vitest'
import { loadEngines } from '../../../../main/simulation/engines'
import { errorPerRound, PUBLISHED } from '../fixtures/published-round'

const { simulator } = loadEngines()

it.skipIf(simulator.kind === 'reference')('the error per round crosses break-even where published', async () => {
  const [below, above] = [0.9 * PUBLISHED.breakEven, 1.1 * PUBLISHED.breakEven]
  const [one, other] = [
    await errorPerRound(simulator, below, 200_000, 20),
    await errorPerRound(simulator, above, 200_000, 20),
  ]
  expect(one.high, `seed ${one.seed}`).toBeLessThan(below)
  expect(other.low, `seed ${other.seed}`).toBeGreaterThan(above)
})

it.skipIf(simulator.kind === 'reference')('the error per round is as published', async () => {
  // Published intervals, each widened by about five of our own standard deviations.
  const [strong, weak] = PUBLISHED.rates
  const high = await errorPerRound(simulator, strong.gamma, 100_000, 20)
  expect(high.value, `seed ${high.seed}`).toBeGreaterThan(strong.low - 0.0006)
  expect(high.value, `seed ${high.seed}`).toBeLessThan(strong.high + 0.0006)
  const low = await errorPerRound(simulator, weak.gamma, 100_000, 40)
  expect(low.value, `seed ${low.seed}`).toBeGreaterThan(weak.low - 0.00015)
  expect(low.value, `seed ${low.seed}`).toBeLessThan(weak.high + 0.00015)
})
