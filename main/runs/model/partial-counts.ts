/** Progress of a run while it goes, and its counts so far, pooled over states and qubits, handed out about once a second. */
import type { CountedProgress, PartialCount } from '../../contract/runs/partial-counts'

export type ReportProgress = (fraction: number, stage: string, counts?: CountedProgress['counts']) => void

type CountedShots = Pick<PartialCount, 'shots' | 'accepted' | 'failures'>

export interface PartialCounts {
  add(of: PartialCount['of'], rounds: number, counted: CountedShots): void
  /** Reports progress, with the counts where they changed since a second ago. */
  readonly report: ReportProgress
}

/** Stage of a run's progress while the baselines at the wall times of its shots are executed. */
export const WALL_TIMES_STAGE = 'physical baseline at the wall times of the shots'
/** Share of a run's progress that all before its record takes, these baselines included. */
export const WALL_TIMES_SHARE = 0.99

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
