import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Estimate } from '../../../../main/contract/model/primitives'
import { fitDecay } from '../../../../main/qec/statistics/decay'
import type { Tally } from '../../../../main/qec/statistics/likelihood'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { uniforms } from '../../../../main/qec/statistics/random'
import { coverageCases } from './mean-over-bases.cases'

const failing = (error: number, spam: number, rounds: number) => (1 - spam * (1 - 2 * error) ** rounds) / 2

const exact = (error: number, spam: number, rounds: number[], shots = 1_000_000): Tally[] =>
  rounds.map(r => ({ rounds: r, shots, failures: Math.round(shots * failing(error, spam, r)) }))

const ROUNDS = [1, 2, 4]

const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

coverageCases(40)

describe('the mean error over bases', () => {
  it.each([
    [
      [0.01, 0.01, 0.01],
      [0.9, 0.9, 0.9],
    ],
    [
      [0.2, 0.2, 0.01],
      [0.95, 0.9, 0.99],
    ],
    [
      [0.001, 0.05, 0.03],
      [0.8, 0.7, 0.98],
    ],
  ])('recovers errors %o with A = %o', (errors, spams) => {
    const { fit } = fitBases(errors.map((error, b) => exact(error, spams[b]!, ROUNDS)))!
    expect(fit.error_per_round.value).toBeCloseTo(mean(errors), 4)
    expect(fit.spam!.value).toBeCloseTo(mean(spams), 3)
    for (const b of errors.keys()) {
      expect(fit.error_by_basis![b]).toBeCloseTo(errors[b]!, 3)
      expect(fit.spam_by_basis![b]).toBeCloseTo(spams[b]!, 2)
    }
    expect(fit.degrees_of_freedom).toBe(9 - 6)
    expect(fit.deviance!).toBeLessThan(1)
    for (const { residual } of fit.residuals) expect(Math.abs(residual)).toBeLessThan(0.1)
  })

  it('leaves over what each basis has beyond its own curve, and names it', () => {
    const bent = exact(0.02, 0.9, ROUNDS, 10_000).map(point => ({
      ...point,
      failures: point.failures + (point.rounds === 2 ? 200 : 0),
    }))
    const { fit } = fitBases([exact(0.02, 0.9, ROUNDS, 10_000), [], bent])!
    expect(fit.bases).toEqual(['X', 'Z'])
    expect(fit.residuals.map(({ basis, rounds }) => `${basis}${rounds}`)).toEqual(['X1', 'X2', 'X4', 'Z1', 'Z2', 'Z4'])
    for (const { basis, residual } of fit.residuals) {
      if (basis === 'X') expect(Math.abs(residual)).toBeLessThan(0.1)
      else expect(Math.abs(residual)).toBeGreaterThan(1)
    }
    // A deviance is about the squares of what is left over, summed.
    const squares = fit.residuals.reduce((sum, { residual }) => sum + residual ** 2, 0)
    expect(fit.deviance! / squares).toBeCloseTo(1, 1)
    expect(fit.p_value!).toBeLessThan(1e-4)
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
    const [fit, plain] = [fitBases([[], curve, []])!.fit, fitDecay(curve)!]
    // But for the interval, which is the posterior's as over several bases.
    const { value, low, high } = fit.error_per_round
    expect({ ...fit, error_per_round: plain.error_per_round }).toEqual(plain)
    expect(value).toBe(plain.error_per_round.value)
    expect(low! / plain.error_per_round.low!).toBeCloseTo(1, 1)
    expect(high! / plain.error_per_round.high!).toBeCloseTo(1, 1)
    const once = curve.slice(0, 1)
    expect(fitBases([once])!.fit).toEqual(fitDecay(once))
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

  it('is unknown, without an end, when every basis is a coin toss', () => {
    const lost = ROUNDS.map((rounds, i) => ({ rounds, shots: 10_000, failures: 5_000 + 20 * (i - 1) }))
    const { fit, spread } = fitBases([lost, lost, lost])!
    expect(fit.error_per_round).toMatchObject({ value: null, low: null, high: null })
    expect(fit.error_per_round.method).toMatch(/not identifiable/)
    expect([fit.error_by_basis, fit.spam_by_basis]).toEqual(Array(2).fill([null, null, null]))
    expect(spread).toBeNull()
  })

  it('reads bases that start at different heights and hardly fall as such, not as decay', () => {
    // Failures of dev-b's twelve-site module in detection mode with a verified preparation, from a run of a million shots.
    const curves = [0.0178, 0.0134, 0.0096].map(share =>
      [1, 2, 4, 8].map(rounds => ({ rounds, shots: 400_000, failures: Math.round(400_000 * (share + 2e-5 * rounds)) })),
    )
    const { fit } = fitBases(curves)!
    expect(fit.error_per_round.value!).toBeCloseTo(2e-5, 5)
    expect(fit.error_per_round.high!).toBeLessThan(1e-4)
    expect(fit.deviance!).toBeLessThan(6)
    expect(fit.p_value!).toBeGreaterThan(0.4)
    for (const [b, share] of [0.0178, 0.0134, 0.0096].entries())
      expect(fit.spam_by_basis![b]).toBeCloseTo(1 - 2 * share, 3)
  })

  it('has no figure, only what bounds it, where the counts of a basis cannot determine its error', () => {
    const lost = ROUNDS.map((rounds, i) => ({ rounds, shots: 2_000, failures: 1_000 + 4 * (i - 1) }))
    const once = exact(0.03, 0.9, [2], 2_000)
    for (const basis of [lost, once]) {
      const { fit } = fitBases([exact(0.02, 0.95, ROUNDS, 2_000), basis])!
      expect(fit.error_by_basis).toEqual([expect.closeTo(0.02, 3), null])
      const [reported, other] = fit.bounds_by_basis!
      expect(fit.error_per_round).toMatchObject({ value: null, low: expect.any(Number), high: expect.any(Number) })
      expect(fit.error_per_round.low!).toBeCloseTo((reported!.low + other!.low) / 2, 3)
      expect(fit.error_per_round.high!).toBeCloseTo((reported!.high + other!.high) / 2, 3)
      expect(fit.error_per_round.method).toMatch(/no figure, bounds, each at 97.5 %.*Y reaches ½ or leaves/)
    }
  })

  it('is a figure within its interval, or unknown, whatever the counts', () => {
    const tally = fc
      .record({
        rounds: fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 1000 })),
        shots: fc.oneof(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 1e9 })),
        share: fc.oneof(fc.constantFrom(0, 0.5, 1), fc.double({ min: 0, max: 1, noNaN: true })),
      })
      .map(({ rounds, shots, share }): Tally => ({ rounds, shots, failures: Math.round(shots * share) }))
    const within = ({ value, low, high }: Estimate, most: number) => {
      expect(low ?? 0).toBeGreaterThanOrEqual(0)
      expect(high ?? most).toBeLessThanOrEqual(most)
      if (value === null) return
      expect(value).toBeGreaterThanOrEqual(low!)
      expect(value).toBeLessThanOrEqual(high!)
    }
    fc.assert(
      fc.property(fc.array(fc.array(tally, { maxLength: 5 }), { maxLength: 3 }), fc.boolean(), (bases, tested) => {
        const fitted = fitBases(bases, tested ? 'tested' : 'exponential')
        if (fitted === null) return
        const { error_per_round, spam, residuals, deviance } = fitted.fit
        within(error_per_round, 0.5 + 1e-12)
        if (spam) within(spam, 1)
        for (const { residual } of residuals) expect(Number.isFinite(residual)).toBe(true)
        expect(deviance ?? 0).toBeGreaterThanOrEqual(0)
        const { errors, spams } = fitted.decay(uniforms(5n))
        for (const figure of [...errors, ...spams]) expect(figure >= 0 && figure <= 1).toBe(true)
      }),
    )
  })

  it('takes no longer where lost signals all but cancel', () => {
    // Steps of 1e-11 along a slope that was nothing but rounding never ended here.
    const curve = [
      { rounds: 59, shots: 8, failures: 4 },
      { rounds: 193, shots: 30_141_940, failures: 0 },
    ]
    expect(fitBases([curve, curve])!.fit.error_per_round.value).toBeLessThan(1e-6)
  })

  it('draws around its estimate', () => {
    const { fit, draw } = fitBases([0.02, 0.06, 0.1].map(error => exact(error, 0.9, ROUNDS, 20_000)))!
    const random = uniforms(2n)
    const draws = Array.from({ length: 4_000 }, () => draw(random)).sort((a, b) => a - b)
    expect(draws[2_000]!).toBeCloseTo(fit.error_per_round.value!, 3)
    expect(draws[100]!).toBeCloseTo(fit.error_per_round.low!, 3)
  })
})
