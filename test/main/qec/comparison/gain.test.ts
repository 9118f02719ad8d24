import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { logicalGain as gainOf } from '../../../../main/qec/comparison/gain'
import type { Tally } from '../../../../main/qec/statistics/likelihood'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { posteriorOf } from '../../../../main/qec/statistics/posterior'
import { uniforms } from '../../../../main/qec/statistics/random'

const curve = (error: number, spam: number, rounds: number[], shots: number): Tally[] =>
  rounds.map(r => ({ rounds: r, shots, failures: Math.round((shots * (1 - spam * (1 - 2 * error) ** r)) / 2) }))

const logicalGain = (physical: readonly Tally[], encoded: readonly Tally[], seed: bigint) =>
  gainOf(fitBases([physical]), fitBases([encoded]), seed)

describe('logical gain', () => {
  it('is the ratio of the two errors and a gain when the interval excludes 1', () => {
    const gain = logicalGain(curve(0.02, 0.95, [1, 2, 4, 8], 50_000), curve(0.005, 0.9, [1, 2, 4, 8], 50_000), 7n)
    expect(gain.verdict).toBe('gain')
    expect(gain.estimate.value).toBeCloseTo(4, 1)
    expect(gain.estimate.low!).toBeGreaterThan(1)
    expect(gain.estimate.high!).toBeGreaterThan(gain.estimate.value!)
  })
  it('is no gain the other way round', () => {
    const gain = logicalGain(curve(0.002, 0.95, [1, 2, 4], 50_000), curve(0.06, 0.9, [1, 2, 4], 50_000), 7n)
    expect(gain.verdict).toBe('no_gain')
    expect(gain.estimate.high!).toBeLessThan(1)
  })
  it('is inconclusive when the counts cannot decide', () => {
    expect(logicalGain(curve(0.02, 1, [2], 300), curve(0.018, 1, [2], 300), 7n).verdict).toBe('inconclusive')
  })
  it('is unknown, never 0, when nothing was accepted', () => {
    const gain = logicalGain(curve(0.02, 1, [2], 300), [{ rounds: 2, shots: 0, failures: 0 }], 7n)
    expect(gain).toMatchObject({ verdict: 'inconclusive', estimate: { value: null, low: null, high: null } })
  })
  it('is unknown when the encoded signal is lost', () => {
    const lost = [1, 2, 4].map(rounds => ({ rounds, shots: 1000, failures: 500 }))
    const gain = logicalGain(curve(0.02, 0.9, [1, 2, 4], 1000), lost, 7n)
    expect(gain).toMatchObject({ verdict: 'inconclusive', estimate: { value: null, low: null, high: null } })
  })
  it('never lies outside its own interval, however close to lost the signals are', () => {
    const point = (rounds: number): fc.Arbitrary<Tally> =>
      fc.integer({ min: 35, max: 60 }).map(failures => ({ rounds, shots: 100, failures }))
    const basis = fc.tuple(point(1), point(2), point(4))
    const side = fc.tuple(basis, basis, basis)
    fc.assert(
      fc.property(side, side, (physical, encoded) => {
        const { value, low, high } = gainOf(fitBases(physical), fitBases(encoded), 7n).estimate
        if (value === null) return
        expect(value).toBeGreaterThanOrEqual(low!)
        expect(value).toBeLessThanOrEqual(high!)
      }),
      { numRuns: 60, endOnFailure: true },
    )
  })
  it('has finite bounds when no logical failure was seen', () => {
    const { estimate } = logicalGain(curve(0.02, 1, [2], 5000), [{ rounds: 2, shots: 5000, failures: 0 }], 7n)
    expect(estimate.low!).toBeGreaterThan(1)
    expect(Number.isFinite(estimate.value!)).toBe(true)
    expect(estimate.method).toMatch(/median/)
  })
  it('is the same for the same seed and nearly the same for another', () => {
    const sides = [curve(0.02, 0.95, [1, 2, 4], 2000), curve(0.03, 0.9, [1, 2, 4], 2000)] as const
    const [one, again, other] = [7n, 7n, 8n].map(seed => logicalGain(...sides, seed).estimate)
    expect(again).toEqual(one)
    expect(other!.low).not.toBe(one!.low)
    expect(Math.abs(Math.log(other!.low! / one!.low!))).toBeLessThan(0.1)
  })
  it('draws errors as the posterior of one binomial has them', () => {
    const { draw } = posteriorOf([[{ rounds: 1, shots: 1000, failures: 100 }]], 'known')
    const random = uniforms(1n)
    const draws = Array.from({ length: 20_000 }, () => draw(random))
    const mean = draws.reduce((sum, x) => sum + x, 0) / draws.length
    const deviation = Math.sqrt(draws.reduce((sum, x) => sum + (x - mean) ** 2, 0) / draws.length)
    expect(mean).toBeCloseTo(100.5 / 1001, 3)
    expect(deviation).toBeCloseTo(Math.sqrt((0.1 * 0.9) / 1001), 3)
  })
})
