/** Counts of circuits, as reported points and as tallies for the fits. */
import type { CardinalState } from '../../contract/model/protocols'
import { Basis, type Comparison } from '../../contract/runs/comparison'
import { LOGICAL_OF } from '../code/logical-readout'
import { clopperPearson } from '../statistics/intervals'
import type { Tally } from '../statistics/likelihood'

/** Counts of one circuit: one state, one number of rounds. */
export interface CircuitCount {
  readonly state: CardinalState
  readonly rounds: number
  readonly shots: number
  readonly accepted: number
  /** Failures among the accepted shots. */
  readonly failures: number
}

export interface QubitCounts {
  readonly qubit: number
  readonly role: string
  readonly counts: readonly CircuitCount[]
  readonly skipped: string | null
}

type ComparisonPoint = Comparison['encoded']['points'][number]

export const pointOf = ({
  state,
  rounds,
  shots,
  accepted,
  failures,
}: Omit<CircuitCount, 'state'> & { state: CardinalState | null }): ComparisonPoint => ({
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
export function pooledPoints(counts: readonly CircuitCount[]): ComparisonPoint[] {
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
