import { describe, expect, it } from 'vitest'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { uniforms } from '../../../../main/qec/statistics/random'
import { mean, measured, SHORT_LIVED, waiting } from './waiting-qubit'

describe('the error of a qubit that waits', () => {
  it.each([
    ['far below the round, 2.2 µs in 12.8', SHORT_LIVED, 'none'],
    ['below the round', waiting(12.8, 60, 6), 'some'],
    ['near the round', waiting(12.8, 60, 15), 'all'],
    ['far above the round', waiting(12.8, 300, 250), 'all'],
  ])('lies in its interval about 95 times in 100, or above its bound: T2 %s', (_, errors, figures) => {
    const random = uniforms(77n)
    const runs = 120
    const fits = Array.from({ length: runs }, () => fitBases(measured(errors, 600, random))!.fit.error_per_round)
    const truth = mean(errors)
    const covered = fits.filter(({ low, high }) => (low ?? 0) <= truth && truth <= (high ?? 0.5)).length
    // Seeded; three standard deviations below 114.
    expect(covered).toBeGreaterThanOrEqual(107)
    const reported = fits.filter(({ value }) => value !== null).length
    if (figures === 'none') expect(reported).toBeLessThan(0.1 * runs)
    if (figures === 'all') expect(reported).toBe(runs)
  })
})
