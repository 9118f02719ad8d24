import { describe, expect, it } from 'vitest'
import {
  drawnSpread,
  pointSpread,
  quantileOf,
  ratioQuantile,
} from '../../../../main/qec/statistics/empirical-distributions'
import { posteriorOf } from '../../../../main/qec/statistics/posterior'
import { normal, uniforms } from '../../../../main/qec/statistics/random'

describe('the quantile of a ratio', () => {
  it('is the ratio of two points', () => {
    for (const share of [0.001, 0.5, 0.999])
      expect(ratioQuantile(pointSpread(0.06), pointSpread(0.02), share)).toBeCloseTo(3, 9)
  })

  it('is that of as many draws', () => {
    const random = uniforms(3n)
    const side = (failures: number) => posteriorOf([[{ rounds: 1, shots: 2_000, failures }]], 'known')
    const [above, below] = [side(120), side(60)]
    const ratios = Float64Array.from({ length: 40_000 }, () => above.draw(random) / below.draw(random)).sort()
    for (const share of [0.005, 0.025, 0.5, 0.975])
      expect(ratioQuantile(above, below, share) / quantileOf(ratios, share)).toBeCloseTo(1, 1)
  })

  it('knows draws as it knows a density', () => {
    const random = uniforms(9n)
    const draws = Float64Array.from({ length: 5_000 }, () => Math.exp(normal(random) / 10)).sort()
    expect(drawnSpread(draws).below(1)).toBeCloseTo(0.5, 1)
    expect([0, 1e9].map(value => drawnSpread(draws).below(value))).toEqual([0, 1])
    expect(ratioQuantile(drawnSpread(draws), pointSpread(1), 0.975)).toBeCloseTo(Math.exp(0.196), 1)
  })
})
