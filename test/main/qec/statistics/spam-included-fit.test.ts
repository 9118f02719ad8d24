import { expect, it } from 'vitest'
import { errorPerRound } from '../../../../main/qec/statistics/decay'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { uniforms } from '../../../../main/qec/statistics/random'
import { spamSpread } from '../../../../main/qec/statistics/spam-included-fit'

const [SPAM, ERRORS, SHOTS] = [0.9, [0.02, 0.03, 0.05], 1e7]
const failed = (error: number, rounds: number) => (1 - SPAM * (1 - 2 * error) ** rounds) / 2
const counted = (...lengths: number[]) =>
  fitBases(
    ERRORS.map(error =>
      lengths.map(rounds => ({ rounds, shots: SHOTS, failures: Math.round(SHOTS * failed(error, rounds)) })),
    ),
  )!

it.each([1, 12, 24, 60])('is what %i rounds alone would be fitted to', rounds => {
  const { fit, draw } = spamSpread(counted(2, 8), rounds)
  const alone = ERRORS.map(error => errorPerRound(failed(error, rounds), rounds))
  const mean = alone.reduce((sum, error) => sum + error, 0) / alone.length
  expect(fit.error_per_round.value).toBeCloseTo(mean, 4)
  for (const [b, error] of fit.error_by_basis!.entries()) expect(error).toBeCloseTo(alone[b]!, 4)
  expect(fit).toMatchObject({ model: 'error_only', spam: null })
  expect(fit.error_per_round.low!).toBeLessThan(mean + 1e-4)
  expect(fit.error_per_round.high!).toBeGreaterThan(mean - 1e-4)
  expect(draw(uniforms(7n))).toBeCloseTo(mean, 3)
})

it('leaves alone what knows no preparation and readout', () => {
  const alone = counted(5)
  expect(spamSpread(alone, 20)).toEqual(alone)
  const lost = fitBases([
    [
      { rounds: 2, shots: 100, failures: 50 },
      { rounds: 8, shots: 100, failures: 50 },
    ],
  ])!
  expect(spamSpread(lost, 20)).toEqual(lost)
})
