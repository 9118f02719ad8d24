import { expect, it } from 'vitest'
import type { CardinalState } from '../../../../main/contract/model/protocols'
import { selectBestQubit } from '../../../../main/qec/comparison/best-qubit'
import type { CircuitCount } from '../../../../main/qec/comparison/counts'
import { noCheckpoint } from '../devices'

const counted = (errors: Partial<Record<CardinalState, number>>, rounds: readonly number[], shots = 1_000) =>
  rounds.flatMap(count =>
    Object.entries(errors).map(([state, error]): CircuitCount => {
      const failures = Math.round((shots * (1 - 0.9 * (1 - 2 * error) ** count)) / 2)
      return { state: state as CardinalState, rounds: count, shots, accepted: shots, failures }
    }),
  )

const pilot = (qubit: number, counts: readonly CircuitCount[], skipped: string | null = null) => ({
  qubit,
  role: 'unused',
  counts,
  skipped,
})

it('ranks the qubits with a baseline by the mean error over the bases, and says what the error of the first is', () => {
  const selection = selectBestQubit(
    [
      pilot(4, counted({ '0': 0.06, '+': 0.02 }, [0, 1, 2])),
      pilot(7, counted({ '0': 0.01, '+': 0.03 }, [0, 1, 2])),
      pilot(2, [], 'out of service: dead'),
      pilot(9, []),
    ],
    1_000,
    noCheckpoint,
  )
  expect(selection).toMatchObject({
    pilot_shots: 1_000,
    ranking: [
      { qubit: 7, error_per_round: expect.closeTo(0.02, 3) },
      { qubit: 4, error_per_round: expect.closeTo(0.04, 3) },
      { qubit: 9, error_per_round: null },
    ],
  })
  expect(selection.text).toMatch(/ε of the qubit so chosen, which need not be the smallest/)
})

it('is not taken in by a basis that has decayed before its first round, as 0 rounds determine its A', () => {
  const [short, long] = [
    pilot(1, counted({ '0': 0.16, '+': 0.499 }, [0, 1, 2])),
    pilot(2, counted({ '0': 0.2, '+': 0.2 }, [0, 1, 2])),
  ]
  const { ranking } = selectBestQubit([short, long], 1_000, noCheckpoint)
  expect(ranking.map(({ qubit }) => qubit)).toEqual([2, 1])
  expect(ranking[1]!.error_per_round).toBeGreaterThan(0.3)
})

it('counts preparation and readout in where there is one number of rounds, as the run does', () => {
  const { ranking } = selectBestQubit([pilot(1, counted({ '0': 0.05 }, [0, 2]))], 1_000, noCheckpoint)
  expect(ranking[0]!.error_per_round).toBeCloseTo((1 - Math.sqrt(0.9) * 0.9) / 2, 2)
})
