import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { likeliestSpam, logLikelihood, type Tally } from '../../../../main/qec/statistics/likelihood'
import { Grid, posteriorOf } from '../../../../main/qec/statistics/posterior'
import { uniforms } from '../../../../main/qec/statistics/random'

describe('a grid', () => {
  const weights = fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 12 })
    .filter(cells => cells.some(weight => weight > 0))

  it('finds the value below which a share lies, and the share below a value', () => {
    fc.assert(
      fc.property(weights, fc.double({ min: 0.001, max: 0.999, noNaN: true }), (cells, share) => {
        const grid = new Grid(-1, 3, cells)
        const value = grid.draw(share)
        expect(value).toBeGreaterThanOrEqual(-1)
        expect(value).toBeLessThanOrEqual(3)
        expect(grid.below(value)).toBeCloseTo(share, 9)
      }),
    )
  })

  it('has nothing below its range and all of it above', () => {
    const grid = new Grid(2, 4, [1, 0, 5])
    expect([grid.below(1), grid.below(2), grid.below(4), grid.below(9)]).toEqual([0, 0, 1, 1])
  })
})

const tally = fc
  .record({
    rounds: fc.integer({ min: 1, max: 20 }),
    shots: fc.integer({ min: 1, max: 10_000 }),
    share: fc.double({ min: 0, max: 1, noNaN: true }),
  })
  .map(({ rounds, shots, share }): Tally => ({ rounds, shots, failures: Math.round(shots * share) }))

describe('the likeliest A', () => {
  it('is likelier than any other, whatever the counts', () => {
    fc.assert(
      fc.property(
        fc.array(tally, { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0, max: 0.4, noNaN: true }),
        (counts, error) => {
          const best = logLikelihood(counts, error, likeliestSpam(counts, error))
          for (let i = 0; i <= 50; i++) {
            const other = logLikelihood(counts, error, i / 50)
            expect(best).toBeGreaterThanOrEqual(other - 1e-9 * Math.abs(other))
          }
        },
      ),
    )
  })
})

describe('the posterior of the mean error', () => {
  it('is that of one binomial where failures are few: a Γ of half more failures than were seen, over all bases', () => {
    const shots = 100_000
    const { quantile } = posteriorOf(
      [2, 0, 3].map(failures => [{ rounds: 1, shots, failures }]),
      'known',
    )
    // Γ(5.5): quantiles of χ² with 11 degrees of freedom, halved.
    for (const [share, chi2] of [
      [0.025, 3.816],
      [0.5, 10.341],
      [0.975, 21.92],
    ] as const)
      expect((quantile(share) * 3 * shots) / (chi2 / 2)).toBeCloseTo(1, 2)
  })

  it('draws A of each basis about its likeliest, as far off as its counts allow', () => {
    const counts = [0.9, 0.7].map(spam =>
      [1, 4].map(rounds => ({ rounds, shots: 4000, failures: Math.round(2000 * (1 - spam * 0.96 ** rounds)) })),
    )
    const { decay } = posteriorOf(counts, 'fitted')
    const random = uniforms(3n)
    const draws = Array.from({ length: 3000 }, () => decay(random))
    for (const [b, spam] of [0.9, 0.7].entries()) {
      const scatter = draws.map(({ spams, errors }) => spams[b]! - likeliestSpam(counts[b]!, errors[b]!))
      const deviation = Math.sqrt(scatter.reduce((sum, x) => sum + x * x, 0) / scatter.length)
      // Two numbers of rounds, each of 4000 shots: a signal is known to √((1 − signal²)/4000).
      expect(deviation).toBeGreaterThan(0.7 * Math.sqrt((1 - spam * spam) / 8000))
      expect(deviation).toBeLessThan(1.5 * Math.sqrt((1 - spam * spam * 0.8) / 8000))
      expect(draws.reduce((sum, { spams }) => sum + spams[b]!, 0) / draws.length).toBeCloseTo(spam, 1)
    }
  })
})
