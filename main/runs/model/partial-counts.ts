/** Counts of a run while it goes, pooled over states and qubits, handed out about once a second. */
import type { CountedProgress, PartialCount } from '../../contract/runs/partial-counts'

export type ReportProgress = (fraction: number, stage: string, counts?: CountedProgress['counts']) => void

type CountedShots = Pick<PartialCount, 'shots' | 'accepted' | 'failures'>

export interface PartialCounts {
  add(of: PartialCount['of'], rounds: number, counted: CountedShots): void
  /** Reports progress, with the counts where they changed since a second ago. */
  readonly report: ReportProgress
}

const EVERY_MS = 1_000

/** `clock` in milliseconds. */
export function partialCounts(report: ReportProgress, clock: () => number = () => performance.now()): PartialCounts {
  const points = new Map<string, PartialCount>()
  let changed = false
  let last = Number.NEGATIVE_INFINITY
  return {
    add(of, rounds, { shots, accepted, failures }) {
      const before = points.get(`${of} ${rounds}`) ?? { of, rounds, shots: 0, accepted: 0, failures: 0 }
      points.set(`${of} ${rounds}`, {
        of,
        rounds,
        shots: before.shots + shots,
        accepted: before.accepted + accepted,
        failures: before.failures + failures,
      })
      changed = true
    },
    report(fraction, stage) {
      if (!changed || clock() - last < EVERY_MS) return report(fraction, stage)
      changed = false
      last = clock()
      report(fraction, stage, [...points.values()])
    },
  }
}
