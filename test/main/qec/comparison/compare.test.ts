import { describe, expect, it } from 'vitest'
import {
  type CircuitCount,
  type Counts,
  comparing,
  logicalError,
  preparationFidelity,
} from '../../../../main/qec/prediction/compare'
import { finish } from '../devices'

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

const qubit = (index: number, error: number) => ({ qubit: index, role: 'unused', counts: counts(error), skipped: null })
const dead = { qubit: 9, role: 'unused', counts: [], skipped: 'out of service: dead' }

const compare = (fields: Partial<Counts>) =>
  finish(
    comparing({
      encoded: counts(0.01),
      physical: [qubit(3, 0.05), qubit(1, 0.02), dead, qubit(7, 0.03), qubit(2, 0.04)],
      predicted: () => null,
      seeds: { best: 1n, median: 2n },
      ...fields,
    }),
  )

describe('the comparison', () => {
  it('takes the smallest error as best and the lower median of an even number', () => {
    const { best, median, physical } = compare({})
    expect([best!.qubit, median!.qubit]).toEqual([1, 7])
    expect(physical.map(row => row.qubit)).toEqual([3, 1, 9, 7, 2])
    expect(physical.find(row => row.qubit === 9)).toEqual({ ...baseline(9), skipped: 'out of service: dead' })
  })

  it('gives the gain against each, error over error', () => {
    const { gain_best, gain_median } = compare({})
    expect(gain_best.estimate.value).toBeCloseTo(2, 1)
    expect(gain_median.estimate.value).toBeCloseTo(3, 1)
    expect([gain_best.verdict, gain_median.verdict]).toEqual(['gain', 'gain'])
  })

  it('pools the states, and reads preparation from the fit', () => {
    const comparison = compare({})
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
    const { bases, error_by_basis, spam_by_basis } = compare({
      encoded: mixed.filter(({ state }, i) => (state === '+' ? i < 6 : i >= 6)),
    }).encoded.fit!
    expect(bases).toEqual(['X', 'Z'])
    expect(error_by_basis!.map(error => error.toFixed(2))).toEqual(['0.01', '0.03'])
    expect(spam_by_basis!.map(spam => spam.toFixed(1))).toEqual(['0.9', '0.8'])
    expect(compare({ encoded: counts(0.01).filter(({ state }) => state === '0') }).encoded.fit!.bases).toBeUndefined()
  })

  it('leaves everything unknown when nothing was accepted', () => {
    const comparison = compare({ encoded: counts(0.01, 0), predicted: rounds => 0.5 ** rounds })
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
    const { best, median, gain_median } = compare({ physical: [dead] })
    expect([best, median]).toEqual([null, null])
    expect(gain_median.verdict).toBe('inconclusive')
  })
})

const baseline = (index: number) => ({ qubit: index, role: 'unused', points: [], fit: null, skipped: null })
