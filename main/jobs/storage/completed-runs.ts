/** How long the last jobs of simulators took, and what they were asked. */
import type { Store } from '../../store/store'
import type { JobRow } from '../model/job'

export interface CompletedRun
  extends Pick<JobRow, 'sequence' | 'shots' | 'rows' | 'noise' | 'precision' | 'estimates' | 'backend'> {
  readonly duration_ms: number
  /** As in its result; those of all rows of a sweep, joined by commas. */
  readonly engine: string
  /** As `JsonBlobs` stores it. */
  readonly circuit: string
}

/** Jobs, of whatever status, that are looked at. */
const LOOKED_AT = 1_000

/** Newest first, so many at most. */
export type CompletedRuns = (count: number) => CompletedRun[]

export function completedRuns({ db }: Pick<Store, 'db'>): CompletedRuns {
  const last = db.prepare<[number, number], CompletedRun>(
    `SELECT job.sequence, job.shots, job.rows, job.noise, job.precision, job.estimates, job.backend,
      job.completed_at - job.started_at AS duration_ms, job_results.engine, job_circuits.circuit
    FROM (SELECT * FROM jobs ORDER BY sequence DESC LIMIT ?) AS job
    JOIN job_results ON job_results.sequence = job.sequence
    JOIN job_circuits ON job_circuits.sequence = job.sequence
    WHERE job.status = 'COMPLETED' AND job.mode = 'mock'
    ORDER BY job.sequence DESC LIMIT ?`,
  )
  return count => last.all(LOOKED_AT, count)
}
