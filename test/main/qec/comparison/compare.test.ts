import { describe, expect, it } from 'vitest'
import { compare, logicalError, preparationFidelity, type RunCounts } from '../../../../main/qec/comparison/compare'
import type { CircuitCount } from '../../../../main/qec/comparison/counts'
import { noCheckpoint } from '../devices'

const ROUNDS = [1, 2, 4]

/** Two states without noise on the curve of this error and SPAM. */
const counts = (error: number, accepted = 10_000, spam = 0.9): CircuitCount[] =>
  ROUNDS.flatMap(rounds =>
    (['0', '+'] as const).map(state => ({
      state,
      rounds,
      shots: 10_000,
      accepted,
      failures: Math.round((accepted * (1 - spam * (1 - 2 * error) ** rounds)) / 2),
    })),
  )

/** Without any round. */
const begun = (spam: number): CircuitCount[] =>
  (['0', '+'] as const).map(state => ({
    state,
    rounds: 0,
    shots: 10_000,
    accepted: 10_000,
    failures: Math.round(5_000 * (1 - spam)),
  }))

const qubit = (index: number, error: number) => ({ qubit: index, role: 'unused', counts: counts(error), skipped: null })
const dead = { qubit: 9, role: 'unused', counts: [], skipped: 'out of service: dead' }

const compared = (fields: Partial<RunCounts>) =>
  compare(
    {
      encoded: counts(0.01),
      physical: [qubit(3, 0.05), qubit(1, 0.02), dead, qubit(7, 0.03), qubit(2, 0.04)],
      predicted: () => null,
      seeds: { best: 1n, median: 2n },
      ...fields,
    },
    noCheckpoint,
  )

describe('the comparison', () => {
  it('takes the smallest error as best and the lower median of an even number', () => {
    const { best, median, physical } = compared({})
    expect([best!.qubit, median!.qubit]).toEqual([1, 7])
    expect(physical.map(row => row.qubit)).toEqual([3, 1, 9, 7, 2])
    expect(physical.find(row => row.qubit === 9)).toEqual({ ...baseline(9), skipped: 'out of service: dead' })
  })

  it('calls no gain what the physical qubits lose to their own readout, where one number of rounds counts it in', () => {
    const count = (rounds: number, left: number): CircuitCount[] =>
      (['0', '+'] as const).map(state => ({
        state,
        rounds,
        shots: 20_000,
        accepted: 20_000,
        failures: Math.round(10_000 * (1 - left)),
      }))
    const decayed = (spam: number, error: number, rounds: readonly number[]) =>
      rounds.flatMap(count_ => count(count_, spam * (1 - 2 * error) ** count_))
    const physical = (error: number, rounds: readonly number[]) =>
      [1, 2, 3].map(index => ({ ...qubit(index, 0), counts: decayed(0.9, error, rounds) }))
    const reported = (error: number, rounds: readonly number[]) => {
      const asked = [0, ...rounds]
      return compared({ encoded: decayed(0.985, 0.03, asked), physical: physical(error, asked) })
    }
    const verdicts = (error: number, rounds: readonly number[]) => {
      const { gain_best, gain_median } = reported(error, rounds)
      return [gain_best.verdict, gain_median.verdict]
    }
    expect(verdicts(0.004, [1, 2, 4])).toEqual(['no_gain', 'no_gain'])
    expect(verdicts(0.004, [1])).toEqual(['inconclusive', 'inconclusive'])
    expect(reported(0.004, [1]).gain_best.against!.text).toContain('whose A is that of R = 0')
    expect(verdicts(0.08, [1])).toEqual(['gain', 'gain'])
  })

  it('takes as best the qubit that the pilot shots chose, with the error of the others, and says so', () => {
    const order = [9, 3, 7, 1, 2]
    const ranking = order.map((qubit, place) => ({ qubit, error_per_round: 0.01 * place }))
    const selection = { pilot_shots: 2_500, ranking, text: 'as it was chosen' }
    const comparison = compared({ selection })
    // Qubit 9 has no counts.
    expect(comparison.best).toMatchObject({ qubit: 3, error_per_round: { value: expect.closeTo(0.05, 3) } })
    expect(comparison.best!.error_per_round.method).toMatch(/^ε of the qubit so chosen/)
    expect(comparison.selection).toEqual(selection)
    expect(comparison.gain_best.estimate.value).toBeCloseTo(5, 0)
    expect(comparison.gain_best.against).toMatchObject({ qubits: 4, least: { qubit: 1 } })
  })

  it('never takes a qubit without a figure as best, whatever the pilot shots say', () => {
    const lost = { ...qubit(5, 0.4999) }
    const selection = { pilot_shots: 10, ranking: [{ qubit: 5, error_per_round: 0 }], text: '' }
    const { best, gain_best } = compared({ physical: [lost, qubit(2, 0.04)], selection })
    expect(best!.qubit).toBe(2)
    expect(gain_best.against!.without_figure).toBe(1)
    const alone = compared({ physical: [lost] })
    expect(alone.best).toBeNull()
    expect(alone.gain_best.estimate).toMatchObject({ value: null, high: null })
  })

  it('bounds the gain from above where the encoded signal is lost, and calls it none', () => {
    const { gain_best, gain_median, best } = compared({
      encoded: [...begun(0.9), ...counts(0.4999)],
      physical: [qubit(1, 0.02)],
    })
    expect(best!.error_per_round.value).toBeCloseTo(0.02, 3)
    for (const { estimate, verdict } of [gain_best, gain_median]) {
      expect(estimate).toMatchObject({ value: null, low: null })
      expect(estimate.high!).toBeLessThan(0.06)
      expect(estimate.method).toMatch(/upper bound at 97.5 % only: ε_L has no figure/)
      expect(verdict).toBe('no_gain')
    }
  })

  it('gives the gain against each, error over error', () => {
    const { gain_best, gain_median } = compared({})
    expect(gain_best.estimate.value).toBeCloseTo(2, 1)
    expect(gain_median.estimate.value).toBeCloseTo(3, 1)
    expect([gain_best.verdict, gain_median.verdict]).toEqual(['gain', 'gain'])
  })

  it('pools the states, and reads preparation from the fit', () => {
    const comparison = compared({})
    const { points, pooled } = comparison.encoded
    expect(points).toHaveLength(6)
    expect(pooled.map(({ rounds, shots, state }) => [rounds, shots, state])).toEqual(ROUNDS.map(r => [r, 20_000, null]))
    for (const point of pooled) {
      const parts = points.filter(({ rounds }) => rounds === point.rounds)
      expect(point.failures).toBe(parts.reduce((sum, { failures }) => sum + failures, 0))
    }
    expect(logicalError(comparison).value).toBeCloseTo(0.01, 3)
    expect(preparationFidelity(comparison).value).toBeCloseTo(0.95, 2)
  })

  it('names the bases that have counts, in the order of their figures', () => {
    const mixed = [...counts(0.01), ...counts(0.03, 10_000, 0.8).map(count => ({ ...count, state: '0' as const }))]
    const { bases, error_by_basis, spam_by_basis } = compared({
      encoded: mixed.filter(({ state }, i) => (state === '+' ? i < 6 : i >= 6)),
    }).encoded.fit!
    expect(bases).toEqual(['X', 'Z'])
    expect(error_by_basis!.map(error => error!.toFixed(2))).toEqual(['0.01', '0.03'])
    expect(spam_by_basis!.map(spam => spam!.toFixed(1))).toEqual(['0.9', '0.8'])
    expect(compared({ encoded: counts(0.01).filter(({ state }) => state === '0') }).encoded.fit!.bases).toBeUndefined()
  })

  it('leaves everything unknown when nothing was accepted', () => {
    const comparison = compared({ encoded: counts(0.01, 0), predicted: rounds => 0.5 ** rounds })
    expect(comparison.encoded.fit).toBeNull()
    expect(comparison.gain_best).toMatchObject({ verdict: 'inconclusive', estimate: { value: null } })
    expect(comparison.acceptance.map(({ measured, predicted }) => [measured.value, predicted])).toEqual([
      [0, 0.5],
      [0, 0.25],
      [0, 0.0625],
    ])
    expect(logicalError(comparison).value).toBeNull()
    expect(preparationFidelity(comparison).value).toBeNull()
  })

  it('has no best and no median when every qubit is out of service', () => {
    const { best, median, gain_median } = compared({ physical: [dead] })
    expect([best, median]).toEqual([null, null])
    expect(gain_median.verdict).toBe('inconclusive')
  })
})

const baseline = (index: number) => ({ qubit: index, role: 'unused', points: [], fit: null, skipped: null })
