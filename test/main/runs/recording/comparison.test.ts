import { describe, expect, test } from 'vitest'
import type { CardinalState } from '../../../../main/contract/model/protocols'
import { compare } from '../../../../main/qec/comparison/compare'
import { runWarnings } from '../../../../main/runs/recording/comparison'
import { noCheckpoint } from '../../qec/devices'

const ROUNDS = [1, 2, 4]
const SHOTS = 50_000

/** What the counts warn of; `failing` is how often a state fails after so many rounds. */
function warned(failing: (state: CardinalState, rounds: number) => number) {
  const encoded = (['0', '+', 'i'] as const).flatMap(state =>
    ROUNDS.map(rounds => ({
      state,
      rounds,
      shots: SHOTS,
      accepted: SHOTS,
      failures: Math.round(SHOTS * failing(state, rounds)),
    })),
  )
  const counts = { encoded, physical: [], predicted: () => null, seeds: { best: 1n, median: 2n } }
  return runWarnings({ rounds: ROUNDS }, compare(counts, noCheckpoint))
}

/** ½[1 − A(1−2ε)^R]. */
const decayed = (spam: number, error: number, rounds: number) => (1 - spam * (1 - 2 * error) ** rounds) / 2

describe('counts that do not follow the fitted curves', () => {
  const ERRORS: Record<string, number> = { '0': 0.01, '+': 0.02, i: 0.03 }

  const SPAMS: Record<string, number> = { '0': 0.98, '+': 0.9, i: 0.85 }

  test('are silent where every basis decays by its own error from its own A', () => {
    expect(warned((state, rounds) => decayed(SPAMS[state]!, ERRORS[state]!, rounds))).toEqual([])
    expect(warned(state => 0.04 + ERRORS[state]!)).toEqual([])
  })

  test('are given where a round errs the more the more went before it', () => {
    const [warning, ...others] = warned((state, rounds) => decayed(SPAMS[state]!, ERRORS[state]! * rounds, rounds))
    expect(others).toEqual([])
    expect(warning).toMatchObject({
      code: 'poor_fit',
      message: expect.stringMatching(/deviance \d.*3 degrees of freedom \(p = \d.*drifts/),
    })
  })
})
