import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { intersectionUnionTest } from '../../../../main/qec/comparison/intersection-union'
import {
  type Against,
  type PlannedEncoded,
  type PlannedQubit,
  shotsNeeded,
} from '../../../../main/qec/prediction/shot-planner'
import { counted, informationOf, meanError, oneStepError } from '../../../../main/qec/prediction/simulated-counts'
import { fitBases } from '../../../../main/qec/statistics/mean-over-bases'
import type { Curves, Decay } from '../../../../main/qec/statistics/posterior'
import { binomial, uniforms } from '../../../../main/qec/statistics/random'
import { noCheckpoint } from '../devices'

/** Both states of each basis, of which `kept` is kept after every round. */
const circuits = (rounds: readonly number[], bases: number, kept = 1) =>
  Array.from({ length: bases }, () => rounds.map(count => ({ rounds: count, states: 2, kept: kept ** count })))

const errors = (mean: number, bases: number) =>
  bases === 1 ? [mean] : Array.from({ length: bases }, (_, b) => mean * (0.8 + (0.4 * b) / (bases - 1)))

const qubit = (
  error: number,
  rounds: readonly number[],
  bases = 3,
  spam = rounds.length > 1 ? 0.97 : 1,
): PlannedQubit => ({
  circuits: circuits(rounds, bases),
  // Preparation and readout err differently from basis to basis.
  decay: { spams: Array.from({ length: bases }, (_, b) => spam ** (1 + b / 2)), errors: errors(error, bases) },
})

const encoded = (error: number, rounds: readonly number[], bases = 3, kept = 1): PlannedEncoded => {
  const decay = qubit(error, rounds, bases).decay
  return { circuits: circuits(rounds, bases, kept), decay: () => decay }
}

const shotsFor = (physical: readonly PlannedQubit[], logical: PlannedEncoded, against: Against = 'best') =>
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

const WAYS: [string, number, number, readonly number[], number, number, number][] = [
  // Name, encoded error, gain, rounds, bases, share kept of a round, qubits.
  ['a large gain of few rounds', 0.002, 15, [1, 2], 3, 0.7, 2],
  ['a gain that comes of failures that are rare', 0.00005, 200, [1, 2], 3, 0.5, 2],
  ['a loss', 0.05, 0.4, [1, 2, 4], 3, 1, 2],
  ['one number of rounds', 0.03, 2, [3], 3, 1, 3],
  ['one basis', 0.02, 3, [1, 4], 1, 0.8, 2],
  ['a small loss', 0.04, 0.8, [1, 3], 2, 1, 2],
]

describe('the shot planner', () => {
  it.each(WAYS)(
    'promises four of five runs the verdict, and they have it: %s',
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
