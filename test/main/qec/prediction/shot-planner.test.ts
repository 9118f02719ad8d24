import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { PlannedEncoded } from '../../../../main/qec/prediction/shot-planner'
import { counted, informationOf, meanError, oneStepError } from '../../../../main/qec/prediction/simulated-counts'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { binomial, uniforms } from '../../../../main/qec/statistics/random'
import { circuits, encoded, errors, promiseCases, qubit, shotsFor, WAYS } from './shot-planner.cases'

describe('the shot planner', () => {
  promiseCases(WAYS)

  it('asks for the more shots the closer the gain is to 1, on either side of it', () => {
    for (const gains of [
      [4, 2, 1.3],
      [0.3, 0.5, 0.8],
    ]) {
      const shots = gains.map(gain => shotsFor([qubit(0.02 * gain, [1, 2, 4])], encoded(0.02, [1, 2, 4]))!)
      expect(shots).toEqual([...shots].sort((a, b) => a - b))
    }
  })

  it('asks for more where many like qubits have all to be beaten', () => {
    const many = Array.from({ length: 9 }, () => qubit(0.04, [1, 2, 4]))
    const logical = encoded(0.02, [1, 2, 4])
    expect(shotsFor(many, logical)!).toBeGreaterThan(1.2 * shotsFor(many.slice(0, 1), logical)!)
  })

  it('asks for more where the prediction leaves more open', () => {
    const physical = [qubit(0.03, [2])]
    const open = (spread: number): PlannedEncoded => ({
      circuits: circuits([2], 3),
      decay: random => ({ spams: [1, 1, 1], errors: errors(0.02 * Math.exp(spread * (2 * random() - 1)), 3) }),
    })
    expect(shotsFor(physical, open(0.3))!).toBeGreaterThan(1.3 * shotsFor(physical, open(0))!)
    expect(shotsFor(physical, open(0.8))).toBeNull()
  })

  it('knows no number for a gain of 1, or for a lost signal', () => {
    expect(shotsFor([qubit(0.02, [1, 2, 4])], encoded(0.02, [1, 2, 4]))).toBeNull()
    expect(shotsFor([qubit(0.02, [4])], encoded(0.02, [4], 3, 0))).toBeNull()
  })

  it('says the same each time', () => {
    const ask = () => shotsFor([qubit(0.05, [1])], encoded(0.02, [1]))
    expect(ask()).toBe(ask())
  })
})

describe('an imagined run', () => {
  it('is fitted about as a run is', () => {
    const { circuits: planned, decay } = qubit(0.03, [1, 4])
    const side = informationOf(planned, decay, 20_000)
    for (let run = 0; run < 10; run++) {
      const counts = counted(side, uniforms(BigInt(run)))
      const { value, low, high } = fitBases(counts)!.fit.error_per_round
      expect(Math.abs(oneStepError(side, counts) - value!)).toBeLessThan((high! - low!) / 20)
    }
  })

  it('is drawn around its decay', () => {
    const { circuits: planned, decay } = qubit(0.1, [2], 1)
    const side = informationOf(planned, decay, 50_000)
    expect(oneStepError(side, counted(side, uniforms(1n)))).toBeCloseTo(meanError(decay), 2)
  })
})

describe('binomial numbers', () => {
  it('lie within what can be, and never beyond at the ends', () => {
    const trials = fc.integer({ min: 0, max: 100_000 })
    const share = fc.oneof(fc.constantFrom(0, 1), fc.double({ min: 0, max: 1, noNaN: true }))
    fc.assert(
      fc.property(trials, share, fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }), (n, p, seed) => {
        const count = binomial(n, p, uniforms(seed))
        expect(Number.isInteger(count)).toBe(true)
        expect(count).toBeGreaterThanOrEqual(p === 1 ? n : 0)
        expect(count).toBeLessThanOrEqual(p === 0 ? 0 : n)
      }),
    )
  })

  it.each([
    [40, 0.02],
    [40, 0.9],
    [5000, 0.001],
    [5000, 0.3],
  ])('of %i trials with %f have the mean and the variance that they should', (trials, share) => {
    const random = uniforms(7n)
    const drawn = Array.from({ length: 4000 }, () => binomial(trials, share, random))
    const mean = drawn.reduce((sum, count) => sum + count, 0) / drawn.length
    const variance = drawn.reduce((sum, count) => sum + (count - mean) ** 2, 0) / drawn.length
    const expected = trials * share * (1 - share)
    // Seeded; four standard deviations.
    expect(Math.abs(mean - trials * share)).toBeLessThan(4 * Math.sqrt(expected / drawn.length))
    expect(Math.abs(variance / expected - 1)).toBeLessThan(0.12)
  })
})
