/** Encoded against physical: what the counts of a run say, with intervals. Pure; a record's numbers can be derived again. */

import { Basis, type Comparison } from '../../contract/comparison'
import type { Estimate } from '../../contract/model/primitives'
import type { CardinalState } from '../../contract/model/protocols'
import { LOGICAL_OF } from '../code/logical-readout'
import { lowerMedian } from '../experiment/baseline'
import { type Fitted, fitBases } from '../statistics/bases'
import { SATURATED } from '../statistics/decay'
import { logicalGain } from '../statistics/gain'
import { clopperPearson, unobserved } from '../statistics/intervals'
import type { Tally } from '../statistics/likelihood'

/** What one circuit gave: one state, one number of rounds. */
export interface CircuitCount {
  readonly state: CardinalState
  readonly rounds: number
  readonly shots: number
  readonly accepted: number
  /** Of the accepted. */
  readonly failures: number
}

export interface QubitCounts {
  readonly qubit: number
  readonly role: string
  readonly counts: readonly CircuitCount[]
  readonly skipped: string | null
}

type Point = Comparison['encoded']['points'][number]
type Physical = Comparison['physical'][number]

const pointOf = ({
  state,
  rounds,
  shots,
  accepted,
  failures,
}: Omit<CircuitCount, 'state'> & { state: CardinalState | null }): Point => ({
  state,
  rounds,
  shots,
  accepted,
  failures,
  error: clopperPearson(failures, accepted),
})

/** The tallies a fit sees: only what was accepted, the two eigenstates of a logical Pauli together. */
export const basesOf = (counts: readonly CircuitCount[]): Tally[][] =>
  Basis.options.map(letter =>
    counts
      .filter(({ state }) => LOGICAL_OF[state].letter === letter)
      .map(({ rounds, accepted, failures }) => ({ rounds, shots: accepted, failures })),
  )

/** One point per number of rounds, summed over the states. */
function pooledPoints(counts: readonly CircuitCount[]): Point[] {
  const rounds = [...new Set(counts.map(count => count.rounds))].sort((a, b) => a - b)
  return rounds.map(r => {
    const here = counts.filter(count => count.rounds === r)
    const sum = (field: 'shots' | 'accepted' | 'failures') => here.reduce((total, count) => total + count[field], 0)
    return pointOf({
      state: null,
      rounds: r,
      shots: sum('shots'),
      accepted: sum('accepted'),
      failures: sum('failures'),
    })
  })
}

export interface Counts {
  readonly encoded: readonly CircuitCount[]
  readonly physical: readonly QubitCounts[]
  /** Acceptance expected after this many rounds, averaged over the states; null where nothing is predicted. */
  readonly predicted: (rounds: number) => number | null
  /** The logical error expected before the run; null where nothing is predicted. */
  readonly predicted_error?: Estimate | null
  /** Seeds of the posterior draws for the gain against best and median. */
  readonly seeds: { readonly best: bigint; readonly median: bigint }
}

/** Pauses after each qubit and each gain, some milliseconds of work, so that a caller can give way to others. */
export function* comparing({
  encoded,
  physical,
  predicted,
  predicted_error,
  seeds,
}: Counts): Generator<void, Comparison> {
  const pooled = pooledPoints(encoded)
  const measured = fitBases(basesOf(encoded))
  const baselines: Baseline[] = []
  for (const { counts, ...qubit } of physical) {
    baselines.push({ ...qubit, counts, fitted: fitBases(basesOf(counts)) })
    yield
  }
  const ranked = baselines.filter(hasFit).sort(bySize)
  const best = ranked[0] ?? null
  const median = ranked.length > 0 ? ranked[lowerMedian(ranked.length)]! : null
  const gain_best = logicalGain(best?.fitted ?? null, measured, seeds.best)
  yield
  const gain_median = logicalGain(median?.fitted ?? null, measured, seeds.median)
  return {
    encoded: { points: encoded.map(pointOf), pooled, fit: measured?.fit ?? null },
    physical: baselines.map(baselineOf),
    best: best && reported(best),
    median: median && reported(median),
    gain_best,
    gain_median,
    acceptance: pooled.map(({ rounds, shots, accepted }) => ({
      rounds,
      measured: clopperPearson(accepted, shots),
      predicted: predicted(rounds),
    })),
    error: { measured: measured?.fit.error_per_round ?? NOTHING_ACCEPTED, predicted: predicted_error ?? null },
  }
}

const NOTHING_ACCEPTED = unobserved('nothing was accepted')

interface Baseline extends QubitCounts {
  readonly fitted: Fitted | null
}
type Ranked = Baseline & { readonly fitted: Fitted }

const baselineOf = ({ qubit, role, counts, skipped, fitted }: Baseline): Physical => ({
  qubit,
  role,
  points: counts.map(pointOf),
  fit: fitted?.fit ?? null,
  skipped,
})

const hasFit = (baseline: Baseline): baseline is Ranked => baseline.fitted !== null

const errorOf = ({ fitted }: Ranked): number => fitted.fit.error_per_round.value ?? SATURATED

/** Smallest error first, a lost signal last; of equals the smaller index, so that the order never depends on chance. */
const bySize = (a: Ranked, b: Ranked): number => errorOf(a) - errorOf(b) || a.qubit - b.qubit

const reported = ({ qubit, counts, fitted }: Ranked) => ({
  qubit,
  error_per_round: fitted.fit.error_per_round,
  pooled: pooledPoints(counts),
})

export const logicalError = (comparison: Comparison): Estimate =>
  comparison.encoded.fit?.error_per_round ?? NOTHING_ACCEPTED

/** The error per round of the counts alone, without the physical side. */
export const fittedError = (counts: readonly CircuitCount[]): Estimate =>
  fitBases(basesOf(counts))?.fit.error_per_round ?? NOTHING_ACCEPTED

/** From A = (2F−1) of preparation and readout together, mean over the bases; a fit of ε alone cannot tell it. */
export function preparationFidelity({ encoded }: Comparison): Estimate {
  const spam = encoded.fit?.spam
  if (!spam) return unobserved('not separable from the logical error with one number of rounds')
  const fidelity = (a: number | null) => (a === null ? null : (1 + a) / 2)
  return {
    value: fidelity(spam.value),
    low: fidelity(spam.low),
    high: fidelity(spam.high),
    confidence: spam.confidence,
    method: '(1 + A)/2 of the decay fit, A the mean of the bases: preparation and readout together',
  }
}
