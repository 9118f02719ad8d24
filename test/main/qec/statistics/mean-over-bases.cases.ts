import { expect, it } from 'vitest'
import type { Tally } from '../../../../main/qec/statistics/likelihood'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { binomial, uniforms } from '../../../../main/qec/statistics/random'

const ROUNDS = [1, 2, 4]

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** The sampled decay of a basis with this error a round and this loss by preparation and readout. */
const sampled = (error: number, spam: number, shots: number, random: () => number): Tally[] =>
  ROUNDS.map(rounds => ({
    rounds,
    shots,
    failures: binomial(shots, (1 - spam * (1 - 2 * error) ** rounds) / 2, random),
  }))

/** Of so many seeded fits of each kind, at least as many cover the truth as three standard deviations below 95 % leave. */
export function coverageCases(fits: number): void {
  it.each([
    ['many failures', [0.02, 0.06, 0.1], [0.9, 0.95, 0.85], 1000],
    ['next to none', [0.0005, 0.001, 0.0005], [0.998, 1, 0.998], 300],
    ['hardly any decay below what preparation and readout lose', [3e-5, 3e-5, 3e-5], [0.98, 0.965, 0.973], 20_000],
  ])('the mean error over bases covers the truth about 95 times in 100 with %s', (_, errors, spams, shots) => {
    const random = uniforms(513n)
    let covered = 0
    for (let i = 0; i < fits; i++) {
      const curves = errors.map((error, b) => sampled(error, spams[b]!, shots, random))
      const { low, high } = fitBases(curves)!.fit.error_per_round
      if (low! <= mean(errors) && mean(errors) <= high!) covered++
    }
    expect(covered).toBeGreaterThanOrEqual(0.95 * fits - 3 * Math.sqrt(0.95 * 0.05 * fits))
  })
}
