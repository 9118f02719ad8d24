import { describe, expect, it } from 'vitest'
import { medianOf } from '../../../../main/qec/comparison/median-qubit'
import type { Tally } from '../../../../main/qec/statistics/likelihood'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import { binomial, uniforms } from '../../../../main/qec/statistics/random'

const ROUNDS = [0, 1, 2, 4]
const tallies = (error: number, failures: (share: number) => number, shots: number): Tally[] =>
  ROUNDS.map(rounds => ({ rounds, shots, failures: failures((1 - 0.95 * (1 - 2 * error) ** rounds) / 2) }))

const rival = (qubit: number, error: number, shots = 4_000) => ({
  qubit,
  fitted: fitBases([tallies(error, share => Math.round(share * shots), shots)])!,
})

describe('the median over all qubits', () => {
  it('is the lower median of their errors, with its qubit', () => {
    const median = medianOf(
      [0.05, 0.02, 0.08, 0.03].map((error, qubit) => rival(qubit, error)),
      1n,
    )!
    expect(median.qubit).toBe(3)
    expect(median.fit.error_per_round.value).toBeCloseTo(0.03, 3)
    expect(median.fit.error_per_round.method).toMatch(/bootstrap draws of all of them/)
  })

  it('is known better than the qubit that happens to lie there, where many are alike', () => {
    const random = uniforms(4n)
    const rivals = Array.from({ length: 30 }, (_, qubit) => ({
      qubit,
      fitted: fitBases([tallies(0.05, share => binomial(600, share, random), 600)])!,
    }))
    const { fit, qubit } = medianOf(rivals, 1n)!
    const own = rivals[qubit]!.fitted.fit.error_per_round
    const { low, high } = fit.error_per_round
    expect(high! - low!).toBeLessThan((own.high! - own.low!) / 2)
    expect(low!).toBeLessThan(0.05)
    expect(high!).toBeGreaterThan(0.05)
  })

  it('stands between the ends that qubits without a figure leave open', () => {
    const lost = [5, 6].map(qubit => rival(qubit, 0.499))
    expect(lost[0]!.fitted.spread).toBeNull()
    const beyond = medianOf([rival(1, 0.02), rival(2, 0.03), rival(3, 0.04), ...lost], 1n)!
    expect([beyond.qubit, beyond.fit.error_per_round.value]).toEqual([3, expect.closeTo(0.04, 3)])
    const among = medianOf([rival(1, 0.02), ...lost], 1n)!
    expect(among.spread).toBeNull()
    expect(among.fit.error_per_round).toMatchObject({ value: null, high: null })
    expect(among.fit.error_per_round.low!).toBeGreaterThan(0.4)
  })

  it('is none of no qubits', () => expect(medianOf([], 1n)).toBeNull())
})
