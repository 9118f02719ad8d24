import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { errorPerRound, fitDecay, pool } from '../../../../main/qec/statistics/decay'
import { logLikelihood, type Tally } from '../../../../main/qec/statistics/likelihood'
import { uniforms } from '../../../../main/qec/statistics/random'

const failing = (error: number, spam: number, rounds: number) => (1 - spam * (1 - 2 * error) ** rounds) / 2

/** Counts without noise, as near to the curve as whole numbers come. */
const exact = (error: number, spam: number, rounds: number[], shots = 1_000_000): Tally[] =>
  rounds.map(r => ({ rounds: r, shots, failures: Math.round(shots * failing(error, spam, r)) }))

/** Binomial counts by tossing each shot. */
function sampled(error: number, spam: number, rounds: number[], shots: number, random: () => number): Tally[] {
  return rounds.map(r => {
    let failures = 0
    for (let i = 0; i < shots; i++) if (random() < failing(error, spam, r)) failures++
    return { rounds: r, shots, failures }
  })
}

describe('one number of rounds', () => {
  it('turns (0.1, 2 rounds) into 0.05278640450004207', () => expect(errorPerRound(0.1, 2)).toBe(0.05278640450004207))

  it('is undone by running the rounds', () => {
    fc.assert(
      fc.property(fc.double({ min: 0, max: 0.45, noNaN: true }), fc.integer({ min: 1, max: 20 }), (error, rounds) => {
        const failed = failing(error, 1, rounds)
        fc.pre(failed < 0.4999)
        expect(errorPerRound(failed, rounds)).toBeCloseTo(error, 6)
      }),
    )
  })

  it('fits ε alone and says so', () => {
    const fit = fitDecay([{ rounds: 2, shots: 1000, failures: 100 }])!
    expect(fit).toMatchObject({ model: 'error_only', spam: null, deviance: null })
    expect(fit.error_per_round.value).toBeCloseTo(0.05278640450004207, 15)
  })

  it('has no figure but a lower bound when the memory is a coin toss', () => {
    const { value, low, high, method } = fitDecay([{ rounds: 3, shots: 100, failures: 52 }])!.error_per_round
    expect([value, high]).toEqual([null, null])
    expect(low).toBeLessThan(0.5)
    expect(low).toBeGreaterThan(0.15)
    expect(method).toMatch(/no figure, lower bound at 97.5 %/)
  })
})

describe('several numbers of rounds', () => {
  it.each([
    [0.01, 0.95, [1, 2, 4]],
    [0.0005, 0.9, [1, 10, 50, 100]],
    [0.12, 0.8, [1, 2, 3, 5]],
    [0.03, 0.97, [1, 4]],
  ])('recovers ε = %d and A = %d from rounds %o', (error, spam, rounds) => {
    const fit = fitDecay(exact(error, spam, rounds, 100_000_000))!
    expect(fit.model).toBe('spam_and_error')
    expect(fit.error_per_round.value).toBeCloseTo(error, 5)
    expect(fit.spam!.value).toBeCloseTo(spam, 4)
    expect(fit.degrees_of_freedom).toBe(rounds.length - 2)
  })

  it('is a maximum: no neighbour of the fit is likelier', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 500 }), { minLength: 3, maxLength: 3 }), counts => {
        const tallies = counts.map((failures, i) => ({ rounds: [1, 3, 8][i]!, shots: 1000, failures }))
        const fit = fitDecay(tallies)!
        fc.pre(fit.error_per_round.value !== null)
        const [error, spam] = [fit.error_per_round.value!, fit.spam!.value!]
        const best = logLikelihood(tallies, error, spam)
        for (const [de, da] of [
          [1e-3, 0],
          [-1e-3, 0],
          [0, 1e-3],
          [0, -1e-3],
          [1e-3, 1e-3],
          [-1e-3, -1e-3],
        ] as const) {
          const [e, a] = [error + de, spam + da]
          if (e >= 0 && e <= 0.5 && a >= 0 && a <= 1)
            expect(logLikelihood(tallies, e, a)).toBeLessThanOrEqual(best + 1e-6)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('covers the truth about 95 times in 100', () => {
    const random = uniforms(20_261_121n)
    let covered = 0
    for (let i = 0; i < 200; i++) {
      const { low, high } = fitDecay(sampled(0.03, 0.93, [1, 2, 4, 8], 1500, random))!.error_per_round
      if (low! <= 0.03 && 0.03 <= high!) covered++
    }
    expect(covered).toBeGreaterThanOrEqual(180)
    expect(covered).toBeLessThan(200)
  })

  it('keeps an interval that reaches 0 when nothing failed', () => {
    const { value, low, high } = fitDecay(exact(0, 1, [1, 2, 4], 1000))!.error_per_round
    expect([value, low]).toEqual([0, 0])
    expect(high).toBeGreaterThan(1e-4)
    expect(high).toBeLessThan(1e-2)
  })

  it('says unknown when every point is a coin toss', () => {
    const fit = fitDecay([1, 2, 4].map(rounds => ({ rounds, shots: 20_000, failures: 10_000 + 30 * rounds })))!
    expect(fit.error_per_round).toMatchObject({ value: null, low: null, high: null })
    expect(fit.spam).toMatchObject({ value: null, low: 0, high: 1 })
    expect(fit.error_per_round.method).toMatch(/not identifiable/)
  })

  it('is bounded by a perfect preparation when only the first point is no coin toss', () => {
    const failures = [9_000, 10_000, 10_010]
    const fit = fitDecay([1, 4, 8].map((rounds, i) => ({ rounds, shots: 20_000, failures: failures[i]! })))!
    // A ≤ 1 and survival 0.55 after one round: ε is at most about 0.45.
    expect(fit.error_per_round.high).toBeGreaterThan(0.45)
    expect(fit.error_per_round.high).toBeLessThan(0.46)
    expect(fit.error_per_round.low).toBeGreaterThan(0.05)
  })

  it('flags a curve that is no decay by its deviance', () => {
    const tallies = [0.05, 0.3, 0.06, 0.3].map((p, i) => ({ rounds: i + 1, shots: 10_000, failures: p * 10_000 }))
    expect(fitDecay(tallies)!.deviance!).toBeGreaterThan(1000)
    expect(fitDecay(exact(0.02, 0.9, [1, 2, 3, 4], 10_000))!.deviance!).toBeLessThan(1)
  })

  it('pools states and drops rounds that nothing survived to', () => {
    const tallies = [
      { rounds: 2, shots: 10, failures: 1 },
      { rounds: 1, shots: 10, failures: 0 },
      { rounds: 2, shots: 20, failures: 3 },
      { rounds: 4, shots: 0, failures: 0 },
    ]
    expect(pool(tallies)).toEqual([
      { rounds: 1, shots: 10, failures: 0 },
      { rounds: 2, shots: 30, failures: 4 },
    ])
    expect(fitDecay([{ rounds: 4, shots: 0, failures: 0 }])).toBeNull()
  })
})
