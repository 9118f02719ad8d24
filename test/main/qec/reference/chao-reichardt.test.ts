/** Chao and Reichardt, arXiv:1705.02329: logical error per round of the two-qubit flag scheme under their noise model. */
import { describe, expect, it } from 'vitest'
import { answersOf, injectAll } from '../../../../main/qec/proof/verdict'
import { loadEngines } from '../../../../main/simulation/engines'
import { errorPerRound, PUBLISHED, PUBLISHED_REPORT, PUBLISHED_ROUND } from '../fixtures/published-round'
import { chaoReichardtRates, publishedAnswers } from './chao-reichardt'
import { failingPairs } from './second-order'

const { simulator } = loadEngines()

async function measured(gamma: number, shots: number, rounds: number, warmUp?: number) {
  const found = await errorPerRound(simulator, gamma, shots, rounds, warmUp)
  const { value, low, high, seed } = found
  const [error, from, to] = [value, low, high].map(rate => rate.toPrecision(4))
  console.info(`Chao–Reichardt, γ = ${gamma.toPrecision(4)}: ${error} [${from}, ${to}] per round, seed ${seed}`)
  return found
}

describe('logical error per round by Chao and Reichardt', () => {
  it('is fault tolerant on the star', () => expect(PUBLISHED_REPORT.ft_preserved).toBe(true))

  it('comes within a tenth of them on any engine', async () => {
    const { low, high } = await measured(PUBLISHED.rates[0].gamma, 4_000, 10, 2)
    expect(low).toBeLessThan(PUBLISHED.rates[0].high * 1.1)
    expect(high).toBeGreaterThan(PUBLISHED.rates[0].low / 1.1)
  })
})

describe('a round from a clean state', () => {
  const coefficient = (answers: Int32Array) => failingPairs(PUBLISHED_ROUND, chaoReichardtRates(1), answers)

  it('fails by pairs of faults with the coefficient of γ² that follows from the published scheme', () => {
    expect(coefficient(publishedAnswers(PUBLISHED_REPORT))).toBeCloseTo(PUBLISHED.secondOrder, 2)
  })

  it('fails a little more often with the lookup behind flags that no single fault explains', () => {
    const ours = coefficient(answersOf(injectAll(PUBLISHED_ROUND, 'adaptive')))
    expect(ours / PUBLISHED.secondOrder).toBeGreaterThan(1)
    expect(ours / PUBLISHED.secondOrder).toBeLessThan(1.05)
  })
})
