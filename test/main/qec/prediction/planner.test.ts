import { describe, expect, it } from 'vitest'
import { type PlannedBasis, relativeVariance, shotsToResolve } from '../../../../main/qec/prediction/planner'
import { logLikelihood } from '../../../../main/qec/statistics/likelihood'

const basis = (error: number, spam: number, rounds: readonly number[], weight = 2): PlannedBasis => ({
  error,
  spam,
  points: rounds.map(count => ({ rounds: count, weight })),
})

/** Inverts by elimination. */
function inverse(matrix: readonly (readonly number[])[]): number[][] {
  const n = matrix.length
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let i = 0; i < n; i++) {
    const pivot = rows[i]![i]!
    rows[i] = rows[i]!.map(value => value / pivot)
    for (let j = 0; j < n; j++)
      if (j !== i) rows[j] = rows[j]!.map((value, k) => value - rows[j]![i]! * rows[i]![k]!) as number[]
  }
  return rows.map(row => row.slice(n))
}

/** The twin: curvature of the expected likelihood by differences, inverted. */
function byDifferences(bases: readonly PlannedBasis[]): number {
  const spamOf = (at: readonly number[]) => at[bases.length]!
  const expected = (at: readonly number[]) =>
    bases.reduce((sum, { error, spam, points }, b) => {
      const tallies = points.map(({ rounds, weight }) => ({
        rounds,
        shots: weight,
        failures: (weight * (1 - spam * (1 - 2 * error) ** rounds)) / 2,
      }))
      return sum + logLikelihood(tallies, at[b]!, spamOf(at))
    }, 0)
  const best = [...bases.map(({ error }) => error), bases[0]!.spam]
  const steps = best.map(value => value * 1e-3)
  const moved = (i: number, by: number, from: readonly number[]) =>
    from.map((v, k) => (k === i ? v + by * steps[k]! : v))
  const curvature = best.map((_, i) =>
    best.map((__, j) => {
      const at = (a: number, b: number) => expected(moved(j, b, moved(i, a, best)))
      return -(at(1, 1) - at(1, -1) - at(-1, 1) + at(-1, -1)) / (4 * steps[i]! * steps[j]!)
    }),
  )
  const covariance = inverse(curvature)
  const share = 1 / bases.length
  const mean = bases.reduce((sum, { error }) => sum + share * error, 0)
  const variance = bases.reduce(
    (sum, _, i) => bases.reduce((inner, __, j) => inner + share * share * covariance[i]![j]!, sum),
    0,
  )
  return variance / mean ** 2
}

describe('the spread of a fitted error', () => {
  it.each([
    [[basis(0.02, 0.9, [1, 2, 4])]],
    [[basis(0.02, 0.9, [1, 4]), basis(0.05, 0.9, [1, 4]), basis(0.01, 0.9, [1, 4])]],
    [[basis(0.1, 0.8, [1, 2, 8], 1), basis(0.2, 0.8, [1, 2, 8], 2)]],
  ])('is the inverse of the curvature, A fitted with it', bases => {
    expect(relativeVariance(bases) / byDifferences(bases)).toBeCloseTo(1, 3)
  })

  it('follows from the binomial alone with one number of rounds', () => {
    const [error, rounds, weight] = [0.03, 3, 2]
    const failing = (1 - (1 - 2 * error) ** rounds) / 2
    const slope = rounds * (1 - 2 * error) ** (rounds - 1)
    const variance = (failing * (1 - failing)) / weight / slope ** 2 / error ** 2
    expect(relativeVariance([basis(error, 1, [rounds], weight)])).toBeCloseTo(variance, 10)
  })

  it('is without bound where nothing is left of the signal', () => {
    expect(relativeVariance([basis(0.5, 1, [4])])).toBe(Number.POSITIVE_INFINITY)
    expect(relativeVariance([basis(0.02, 1, [4], 0)])).toBe(Number.POSITIVE_INFINITY)
  })
})

describe('the shot planner', () => {
  const side = (error: number, spam = 0.9) => [basis(error, spam, [1, 2, 4])]

  it('asks for the more shots the closer the gain is to 1, on either side of it', () => {
    for (const gains of [
      [3, 2, 1.2, 1.05],
      [0.3, 0.5, 0.8, 0.95],
    ]) {
      const shots = gains.map(gain => shotsToResolve([side(0.02 * gain)], side(0.02), 0)!)
      expect(shots).toEqual([...shots].sort((a, b) => a - b))
    }
  })

  it('agrees near a gain of 1 with the spread of its logarithm', () => {
    const [physical, encoded] = [side(0.0202), side(0.02)]
    const variance = relativeVariance(physical) + relativeVariance(encoded)
    const plain = (2.8 / Math.log(1.01)) ** 2 * variance
    expect(Math.abs(shotsToResolve([physical], encoded, 0)! / plain - 1)).toBeLessThan(0.15)
  })

  it('asks for about as many shots of a huge gain as zero failures need to exclude 1', () => {
    // One known error, one round: (1 − ε)^n < 2.5 % where no failure is seen.
    const [physical, encoded] = [[basis(0.05, 1, [1], 1e9)], [basis(1e-6, 1, [1], 1)]]
    const shots = shotsToResolve([physical], encoded, 0)!
    expect(Math.abs(shots / (Math.log(0.025) / Math.log(1 - 0.05)) - 1)).toBeLessThan(0.15)
  })

  it('asks for more where the best of many like qubits is chosen by its own shots, and has to be beaten', () => {
    const many = Array.from({ length: 9 }, () => side(0.04))
    expect(shotsToResolve(many, side(0.02), 0)!).toBeGreaterThan(1.2 * shotsToResolve([side(0.04)], side(0.02), 0)!)
  })

  it('knows no number for a gain of 1, or for a lost signal', () => {
    expect(shotsToResolve([side(0.02)], side(0.02), 0)).toBeNull()
    expect(shotsToResolve([side(0.02)], [basis(0.5, 1, [4])], 0)).toBeNull()
  })
})
