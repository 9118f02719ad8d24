/** Counts of a run while it goes, pooled over states and qubits, handed out about once a second. */
import type { CountedProgress, PartialCount } from '../../contract/runs/partial-counts'

export type TellProgress = (fraction: number, stage: string, counts?: CountedProgress['counts']) => void

type Counted = Pick<PartialCount, 'shots' | 'accepted' | 'failures'>

export interface PartialCounts {
  add(of: PartialCount['of'], rounds: number, counted: Counted): void
  /** Tells of progress, with the counts where they are others than a second ago. */
  readonly tell: TellProgress
}

const EVERY_MS = 1_000

/** `clock` in milliseconds. */
export function partialCounts(tell: TellProgress, clock: () => number = () => performance.now()): PartialCounts {
  const points = new Map<string, PartialCount>()
  let changed = false
  let last = Number.NEGATIVE_INFINITY
  return {
    add(of, rounds, { shots, accepted, failures }) {
      const before = points.get(`${of} ${rounds}`) ?? { of, rounds, shots: 0, accepted: 0, failures: 0 }
      points.set(`${of} ${rounds}`, {
        ...{ of, rounds },
        shots: before.shots + shots,
        accepted: before.accepted + accepted,
        failures: before.failures + failures,
      })
      changed = true
    },
    tell(fraction, stage) {
      if (!changed || clock() - last < EVERY_MS) return tell(fraction, stage)
      changed = false
      last = clock()
      tell(fraction, stage, [...points.values()])
    },
  }
}
