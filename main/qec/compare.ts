/** Encoded against physical: what the counts of a run say, with intervals. Pure; a record's numbers can be derived again. */
import type { Estimate } from '../contract/primitives'
import type { CardinalState, Comparison, DecayFit, Gain } from '../contract/runs'
import { lowerMedian } from './baseline'
import { fitDecay, SATURATED } from './statistics/decay'
import { logicalGain } from './statistics/gain'
import { clopperPearson, unobserved } from './statistics/intervals'
import type { Tally } from './statistics/likelihood'

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

/** The tallies a fit sees: only what was accepted. */
const tallies = (counts: readonly Pick<CircuitCount, 'rounds' | 'accepted' | 'failures'>[]): Tally[] =>
  counts.map(({ rounds, accepted, failures }) => ({ rounds, shots: accepted, failures }))

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
  /** Seeds of the posterior draws for the gain against best and median. */
  readonly seeds: { readonly best: bigint; readonly median: bigint }
}

export function compare({ encoded, physical, predicted, seeds }: Counts): Comparison {
  const pooled = pooledPoints(encoded)
  const ranked = rankedByError(physical)
  const best = ranked[0] ?? null
  const median = ranked.length > 0 ? ranked[lowerMedian(ranked.length)]! : null
  const gain = (side: Ranked | null, seed: bigint): Gain =>
    logicalGain(side ? tallies(side.counts) : [], tallies(encoded), seed)
  return {
    encoded: { points: encoded.map(pointOf), pooled, fit: fitDecay(tallies(encoded)) },
    physical: physical.map(baselineOf),
    best: best && reported(best),
    median: median && reported(median),
    gain_best: gain(best, seeds.best),
    gain_median: gain(median, seeds.median),
    acceptance: pooled.map(({ rounds, shots, accepted }) => ({
      rounds,
      measured: clopperPearson(accepted, shots),
      predicted: predicted(rounds),
    })),
  }
}

const baselineOf = ({ qubit, role, counts, skipped }: QubitCounts): Physical => ({
  qubit,
  role,
  points: counts.map(pointOf),
  fit: fitDecay(tallies(counts)),
  skipped,
})

interface Ranked {
  readonly qubit: number
  readonly counts: readonly CircuitCount[]
  readonly fit: DecayFit
}

/** Smallest error first, a lost signal last; of equals the smaller index, so that the order never depends on chance. */
function rankedByError(physical: readonly QubitCounts[]): Ranked[] {
  const fitted = physical.flatMap(({ qubit, counts }) => {
    const fit = fitDecay(tallies(counts))
    return fit ? [{ qubit, counts, fit }] : []
  })
  const error = ({ fit }: Ranked) => fit.error_per_round.value ?? SATURATED
  return fitted.sort((a, b) => error(a) - error(b) || a.qubit - b.qubit)
}

const reported = ({ qubit, counts, fit }: Ranked) => ({
  qubit,
  error_per_round: fit.error_per_round,
  pooled: pooledPoints(counts),
})

export const logicalError = (comparison: Comparison): Estimate =>
  comparison.encoded.fit?.error_per_round ?? unobserved('nothing was accepted')

/** From A = (2F−1) of preparation and readout together; a fit of ε alone cannot tell it. */
export function preparationFidelity({ encoded }: Comparison): Estimate {
  const spam = encoded.fit?.spam
  if (!spam) return unobserved('not separable from the logical error with one number of rounds')
  const fidelity = (a: number | null) => (a === null ? null : (1 + a) / 2)
  return {
    value: fidelity(spam.value),
    low: fidelity(spam.low),
    high: fidelity(spam.high),
    confidence: spam.confidence,
    method: '(1 + A)/2 of the decay fit: preparation and readout together',
  }
}
