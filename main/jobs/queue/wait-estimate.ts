import type { QueuePlace } from '../../contract/jobs/status'
import { mean } from '../../contract/numbers/arithmetic'
import type { JobTable } from '../storage/job-table'

/** Number of the last completed jobs whose mean runtime an estimate uses. */
const LAST = 20

/** Progress below which no remaining time is estimated. */
const MIN_FRACTION = 0.02

interface BackendDurations {
  readonly durations: number[]
}

/** A job under way; `fraction` is its progress, 0 before it reports any. */
interface RunningJob {
  readonly elapsed_ms: number
  readonly fraction: number
}

/**
 * Remaining time of a job: from its progress; without any, the time of other jobs, or as long again as it has run once it exceeds
 * that.
 */
function leftOf({ elapsed_ms, fraction }: RunningJob, runtime_ms: number): number {
  if (fraction >= MIN_FRACTION) return (elapsed_ms * (1 - fraction)) / fraction
  return elapsed_ms < runtime_ms ? runtime_ms - elapsed_ms : elapsed_ms
}

/** When the job at the position starts, if at each time of `free_ms` one job ends and the next of the queue starts. */
function startTimeAt(position: number, free_ms: number[], runtime_ms: number): number {
  const next = () => free_ms.indexOf(Math.min(...free_ms))
  for (let ahead = 1; ahead < position; ahead++) free_ms[next()]! += runtime_ms
  return free_ms[next()]!
}

/**
 * How long jobs wait: for those under way by their progress, and for those in the queue by the mean runtime of the
 * last completed ones on their backend, whatever their circuits: good for queues of similar jobs and no promise for
 * others, which `basis` says.
 */
export interface WaitEstimates {
  completed(backend: string, duration_ms: number): void
  /** `under_way`: what the backend executes. */
  estimate(backend: string, position: number, under_way: readonly RunningJob[]): QueuePlace
}

export function createWaitEstimates(
  table: Pick<JobTable, 'durations'>,
  concurrency: (backend: string) => number,
): WaitEstimates {
  const known = new Map<string, BackendDurations>()
  const of = (backend: string): BackendDurations => {
    const found = known.get(backend) ?? { durations: table.durations(backend, LAST) }
    known.set(backend, found)
    return found
  }

  /** Mean runtime of the backend's last jobs; null as long as none has completed. */
  const runtime = (backend: string): { runtime_ms: number | null; basis: string } => {
    const { durations } = of(backend)
    if (durations.length === 0) return { runtime_ms: null, basis: `no job has completed on ${backend} yet` }
    const runtime_ms = mean(durations)
    const which = durations.length === 1 ? 'the last completed job' : `the last ${durations.length} completed jobs`
    return { runtime_ms, basis: `mean runtime of ${which} on ${backend}, whatever the circuits` }
  }

  return {
    completed(backend, duration_ms) {
      const { durations } = of(backend)
      durations.unshift(duration_ms)
      durations.length = Math.min(durations.length, LAST)
    },
    estimate(backend, position, under_way) {
      const { runtime_ms, basis } = runtime(backend)
      const concurrent = concurrency(backend)
      const known = runtime_ms ?? Number.POSITIVE_INFINITY
      const free_ms = under_way.map(job => leftOf(job, known))
      while (free_ms.length < concurrent) free_ms.push(0)
      const wait_ms = startTimeAt(position, free_ms, known)
      return {
        position,
        estimated_wait_ms: Number.isFinite(wait_ms) ? wait_ms : null,
        basis: `${under_way.length > 0 ? 'progress of the jobs under way; ' : ''}${basis}; ${concurrent} at a time`,
      }
    },
  }
}
