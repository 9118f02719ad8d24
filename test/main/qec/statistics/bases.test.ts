import { describe, expect, it } from 'vitest'
import { fitBases } from '../../../../main/qec/statistics/bases'
import { fitDecay } from '../../../../main/qec/statistics/decay'
import type { Tally } from '../../../../main/qec/statistics/likelihood'
import { uniforms } from '../../../../main/qec/statistics/random'

const failing = (error: number, spam: number, rounds: number) => (1 - spam * (1 - 2 * error) ** rounds) / 2

const exact = (error: number, spam: number, rounds: number[], shots = 1_000_000): Tally[] =>
  rounds.map(r => ({ rounds: r, shots, failures: Math.round(shots * failing(error, spam, r)) }))

function sampled(error: number, spam: number, rounds: number[], shots: number, random: () => number): Tally[] {
  return rounds.map(r => {
    let failures = 0
    for (let i = 0; i < shots; i++) if (random() < failing(error, spam, r)) failures++
    return { rounds: r, shots, failures }
  })
}

const ROUNDS = [1, 2, 4]

describe('the mean error over bases', () => {
  it.each([
    [[0.01, 0.01, 0.01], 0.9],
    [[0.2, 0.2, 0.01], 0.95],
    [[0.001, 0.05, 0.03], 0.8],
  ])('recovers errors %o with A = %d', (errors, spam) => {
    const { fit } = fitBases(errors.map(error => exact(error, spam, ROUNDS)))!
    expect(fit.error_per_round.value).toBeCloseTo(errors.reduce((sum, error) => sum + error) / 3, 4)
    expect(fit.spam!.value).toBeCloseTo(spam, 3)
    expect(fit.degrees_of_freedom).toBe(9 - 4)
    expect(fit.deviance!).toBeLessThan(1)
    for (const { residual } of fit.residuals) expect(Math.abs(residual)).toBeLessThan(0.1)
  })

  it('is not fooled by a basis that survives when the others are lost at once', () => {
    const curves = [0.4, 0.4, 0.02].map(error => exact(error, 0.95, ROUNDS, 20_000))
    const pooledError = fitDecay(curves.flat())!.error_per_round.value!
    const { value, low, high } = fitBases(curves)!.fit.error_per_round
    expect(pooledError).toBeLessThan(0.15)
    expect(value!).toBeCloseTo(0.82 / 3, 1)
    expect(low!).toBeLessThan(0.82 / 3)
    expect(high!).toBeGreaterThan(0.82 / 3)
  })

  it('is the plain decay fit for one basis, whatever stands empty beside it', () => {
    const curve = exact(0.03, 0.9, ROUNDS, 5_000)
    expect(fitBases([[], curve, []])!.fit).toEqual(fitDecay(curve))
    expect(fitBases([[], []])).toBeNull()
    expect(fitBases([[{ rounds: 2, shots: 0, failures: 0 }]])).toBeNull()
  })

  it('takes A as 1 for one number of rounds and converts each basis by itself', () => {
    const fractions = [0.1, 0.2, 0.3]
    const { fit } = fitBases(fractions.map(p => [{ rounds: 2, shots: 10_000, failures: p * 10_000 }]))!
    const expected = fractions.reduce((sum, p) => sum + (1 - Math.sqrt(1 - 2 * p)) / 2, 0) / 3
    expect(fit).toMatchObject({ model: 'error_only', spam: null })
    expect(fit.error_per_round.value).toBeCloseTo(expected, 12)
    expect(fit.error_per_round.high! - fit.error_per_round.low!).toBeLessThan(0.02)
  })

  it('is unknown when every basis is a coin toss', () => {
    const lost = ROUNDS.map((rounds, i) => ({ rounds, shots: 10_000, failures: 5_000 + 20 * (i - 1) }))
    expect(fitBases([lost, lost, lost])!.fit.error_per_round).toMatchObject({ value: null, low: 0, high: 0.5 })
  })

  it('covers the truth about 95 times in 100', () => {
    const random = uniforms(513n)
    const truth = (0.02 + 0.06 + 0.1) / 3
    let covered = 0
    for (let i = 0; i < 100; i++) {
      const curves = [0.02, 0.06, 0.1].map(error => sampled(error, 0.9, ROUNDS, 1000, random))
      const { low, high } = fitBases(curves)!.fit.error_per_round
      if (low! <= truth && truth <= high!) covered++
    }
    expect(covered).toBeGreaterThanOrEqual(88)
  })

  it('draws around its estimate', () => {
    const { fit, draw } = fitBases([0.02, 0.06, 0.1].map(error => exact(error, 0.9, ROUNDS, 20_000)))!
    const random = uniforms(2n)
    const draws = Array.from({ length: 4_000 }, () => draw(random)).sort((a, b) => a - b)
    expect(draws[2_000]!).toBeCloseTo(fit.error_per_round.value!, 3)
    expect(draws[100]!).toBeCloseTo(fit.error_per_round.low!, 3)
  })
})
