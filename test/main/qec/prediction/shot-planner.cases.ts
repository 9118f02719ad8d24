/** Sides of a run as the shot planner takes them, and runs that have the verdict that it promises. */
import { expect, it } from 'vitest'
import { intersectionUnionTest } from '../../../../main/qec/comparison/intersection-union'
import {
  type Against,
  type PlannedEncoded,
  type PlannedQubit,
  shotsNeeded,
} from '../../../../main/qec/prediction/shot-planner'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import type { Curves, Decay } from '../../../../main/qec/statistics/posterior'
import { binomial, uniforms } from '../../../../main/qec/statistics/random'
import { noCheckpoint } from '../devices'

/** Both states of each basis, of which `kept` is kept after every round. */
export const circuits = (rounds: readonly number[], bases: number, kept = 1) =>
  Array.from({ length: bases }, () => rounds.map(count => ({ rounds: count, states: 2, kept: kept ** count })))

export const errors = (mean: number, bases: number) =>
  bases === 1 ? [mean] : Array.from({ length: bases }, (_, b) => mean * (0.8 + (0.4 * b) / (bases - 1)))

export const qubit = (
  error: number,
  rounds: readonly number[],
  bases = 3,
  spam = rounds.length > 1 ? 0.97 : 1,
): PlannedQubit => ({
  circuits: circuits(rounds, bases),
  // Preparation and readout err differently from basis to basis.
  decay: { spams: Array.from({ length: bases }, (_, b) => spam ** (1 + b / 2)), errors: errors(error, bases) },
})

export const encoded = (error: number, rounds: readonly number[], bases = 3, kept = 1): PlannedEncoded => {
  const decay = qubit(error, rounds, bases).decay
  return { circuits: circuits(rounds, bases, kept), decay: () => decay }
}

export const shotsFor = (physical: readonly PlannedQubit[], logical: PlannedEncoded, against: Against = 'best') =>
  shotsNeeded(physical, { encoded: logical, against, checkpoint: noCheckpoint })

/** A run's counts, its fits and its verdict, with nothing of the planner's but what it plans for. */
function verdictOfRun(physical: readonly PlannedQubit[], logical: PlannedEncoded, shots: number, run: number) {
  const random = uniforms(BigInt(1000 + run))
  const counts = (side: Pick<PlannedQubit, 'circuits'>, { spams, errors }: Decay): Curves =>
    side.circuits.map((basis, b) =>
      basis.map(({ rounds, states, kept }) => {
        const accepted = binomial(states * shots, kept, random)
        const failures = binomial(accepted, (1 - spams[b]! * (1 - 2 * errors[b]!) ** rounds) / 2, random)
        return { rounds, shots: accepted, failures }
      }),
    )
  const rivals = physical.map((side, at) => ({ qubit: at, fitted: fitBases(counts(side, side.decay))! }))
  return intersectionUnionTest(rivals, fitBases(counts(logical, logical.decay(random)), 'tested'))!.verdict
}

type Way = readonly [
  name: string,
  error: number,
  gain: number,
  rounds: readonly number[],
  bases: number,
  kept: number,
  qubits: number,
]

/** A gain and a loss, of the encoded error that is named and the share that is kept of a round; more are in shot-planner.soak.test.ts. */
export const WAYS: readonly Way[] = [
  ['one basis', 0.02, 3, [1, 4], 1, 0.8, 2],
  ['a small loss', 0.04, 0.8, [1, 3], 2, 1, 2],
]

export const OTHER_WAYS: readonly Way[] = [
  ['a large gain of few rounds', 0.002, 15, [1, 2], 3, 0.7, 2],
  ['a gain that comes of failures that are rare', 0.00005, 200, [1, 2], 3, 0.5, 2],
  ['a loss', 0.05, 0.4, [1, 2, 4], 3, 1, 2],
  ['one number of rounds', 0.03, 2, [3], 3, 1, 3],
]

export function promiseCases(ways: readonly Way[]): void {
  it.each([...ways])(
    'plans shots with which four of five runs reach the verdict: %s',
    (_, error, gain, rounds, bases, kept, many) => {
      const physical = Array.from({ length: many }, (__, i) => qubit(error * gain * (1 + 0.03 * i), rounds, bases))
      const logical = encoded(error, rounds, bases, kept)
      const shots = shotsFor(physical, logical)!
      const wanted = gain > 1 ? 'gain' : 'no_gain'
      const verdicts = Array.from({ length: 30 }, (__, run) => verdictOfRun(physical, logical, shots, run))
      const found = verdicts.filter(verdict => verdict === wanted).length
      // Seeded: the same each time. Three standard deviations below 24.
      expect(found).toBeGreaterThan(17)
      expect(found).toBeLessThan(30)
    },
  )
}
