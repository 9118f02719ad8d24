/** A qubit that waits, with counts of its failures. */
import type { Tally } from '../../../../main/qec/statistics/likelihood'
import { binomial } from '../../../../main/qec/statistics/random'

export const failing = (error: number, spam: number, rounds: number) => (1 - spam * (1 - 2 * error) ** rounds) / 2

export const ROUNDS = [0, 1, 2, 4]
export const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length

/** Errors of X, Y and Z of a qubit that waits, from the Pauli twirl. Times in microseconds. */
export const waiting = (round: number, t1: number, t2: number) =>
  [t2, t2, t1].map(time => (1 - Math.exp(-round / time)) / 2)

export const SPAMS = [0.95, 0.94, 0.96]
export const measured = (errors: readonly number[], shots: number, random: () => number, rounds = ROUNDS): Tally[][] =>
  errors.map((error, b) =>
    rounds.map(r => ({ rounds: r, shots, failures: binomial(shots, failing(error, SPAMS[b]!, r), random) })),
  )

/** The T2 that was reported best at 0.153 in a round of 12.8 µs, where the error is 0.385. */
export const SHORT_LIVED = waiting(12.8, 33.7, 2.2)
