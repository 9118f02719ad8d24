import { describe, expect, it } from 'vitest'
import { logLikelihood, type Tally } from '../../../../main/qec/statistics/likelihood'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { uniforms } from '../../../../main/qec/statistics/random'
import { failing, mean, measured, ROUNDS, SHORT_LIVED, SPAMS } from './waiting-qubit'

const exact = (error: number, spam: number, rounds: readonly number[], shots = 20_000): Tally[] =>
  rounds.map(r => ({ rounds: r, shots, failures: Math.round(shots * failing(error, spam, r)) }))

describe('counts without any round', () => {
  it('join the decay of a qubit that waits, and say so', () => {
    const { fit } = fitBases([0.05, 0.05, 0.01].map((error, b) => exact(error, SPAMS[b]!, ROUNDS)))!
    expect(fit.zero_rounds).toBe('joined')
    expect(fit.residuals.filter(({ rounds }) => rounds === 0)).toHaveLength(3)
    expect(fit.error_per_round.value).toBeCloseTo(0.11 / 3, 3)
    for (const [b, spam] of SPAMS.entries()) expect(fit.spam_by_basis![b]).toBeCloseTo(spam, 3)
  })

  it('are only shown beside one number of rounds, whose A is taken as 1', () => {
    const curve = exact(0.05, 0.9, [0, 3])
    const { fit } = fitBases([curve, curve])!
    expect(fit).toMatchObject({ zero_rounds: 'shown', model: 'error_only', spam: null })
    expect(fit).toEqual({ ...fitBases([curve.slice(1), curve.slice(1)])!.fit, zero_rounds: 'shown' })
  })

  it('say nothing where none were measured, or nothing else was', () => {
    const later = exact(0.05, 0.9, [1, 2, 4])
    expect(fitBases([later, later])!.fit).not.toHaveProperty('zero_rounds')
    expect(fitBases([exact(0.05, 0.9, [0])])).toBeNull()
  })

  it('join an encoded decay that they lie on, and leave its interval to the rounds', () => {
    const curves = [0.03, 0.04, 0.05].map(error => exact(error, 0.9, ROUNDS))
    const [joined, alone] = [fitBases(curves, 'tested')!.fit, fitBases(curves.map(curve => curve.slice(1)))!.fit]
    expect(joined.zero_rounds).toBe('joined')
    expect(joined.degrees_of_freedom).toBe(alone.degrees_of_freedom + 3)
    expect(joined.error_per_round.value).toBeCloseTo(0.04, 3)
    expect([joined.error_per_round.low, joined.error_per_round.high]).toEqual([
      alone.error_per_round.low,
      alone.error_per_round.high,
    ])
  })

  it.each([
    ['better', 0.94],
    ['worse', 0.86],
  ])('are only shown beside an encoded decay that they lie off: %s than its A of 0.9', (_, begun) => {
    const curves = [0.03, 0.04, 0.05].map(error => [...exact(0, begun, [0]), ...exact(error, 0.9, [1, 2, 4])])
    const { fit } = fitBases(curves, 'tested')!
    expect(fit.zero_rounds).toBe('shown')
    expect(fit).toEqual({ ...fitBases(curves.map(curve => curve.slice(1)))!.fit, zero_rounds: 'shown' })
  })

  it('join an exponential encoded decay three times in four', () => {
    const random = uniforms(5n)
    const joins = Array.from(
      { length: 100 },
      () => fitBases(measured([0.05, 0.06, 0.07], 1_000, random), 'tested')!.fit.zero_rounds,
    )
    const share = joins.filter(joined => joined === 'joined').length
    // Seeded; three standard deviations about 75.
    expect(share).toBeGreaterThan(61)
    expect(share).toBeLessThan(89)
  })
})

describe('a basis that has decayed before its first point', () => {
  it('has no figure, and bounds the mean from below and, with the others, from above', () => {
    const { fit, spread } = fitBases(SHORT_LIVED.map((error, b) => exact(error, SPAMS[b]!, ROUNDS)))!
    expect(fit.error_by_basis).toEqual([null, null, expect.closeTo(0.158, 2)])
    for (const { low, high } of fit.bounds_by_basis!.slice(0, 2)) {
      expect(low).toBeGreaterThan(0.48)
      expect(high).toBe(0.5)
    }
    expect(spread).toBeNull()
    const { value, low, high, method } = fit.error_per_round
    expect(value).toBeNull()
    expect(low!).toBeLessThan(mean(SHORT_LIVED))
    expect(high!).toBeGreaterThan(mean(SHORT_LIVED))
    expect(high! - low!).toBeLessThan(0.03)
    expect(method).toMatch(/no figure.*of X and Y reaches ½/)
    expect(fit.spam!.value).toBeCloseTo(mean(SPAMS), 2)
  })

  it('bounds the error of an encoded qubit that a first round loses', () => {
    const { fit } = fitBases(
      [0, 1, 2].map(() => exact(0.4999, 0.9, ROUNDS)),
      'tested',
    )!
    expect(fit.zero_rounds).toBe('joined')
    expect(fit.error_per_round).toMatchObject({ value: null, high: null })
    expect(fit.error_per_round.low!).toBeGreaterThan(0.48)
    expect(fit.error_per_round.method).toMatch(/lower bound at 97.5 %/)
  })

  it('is bounded where a search over all ε and A ends its likelihood-ratio interval', () => {
    const curve = exact(0.49, 0.9, ROUNDS, 500)
    const [{ low, high }] = fitBases([curve, exact(0.02, 0.9, ROUNDS)])!.fit.bounds_by_basis as [
      { low: number; high: number },
    ]
    const profile = Array.from({ length: 501 }, (_, e) => {
      const along = Array.from({ length: 401 }, (__, a) => logLikelihood(curve, e / 1000, a / 400))
      return Math.max(...along)
    })
    const inside = profile.flatMap((value, e) => (value >= Math.max(...profile) - 1.9207 ? [e / 1000] : []))
    expect(Math.abs(inside[0]! - low)).toBeLessThan(0.0015)
    expect([inside.at(-1), high]).toEqual([0.5, 0.5])
  })
})
