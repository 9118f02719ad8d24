/** Durations of the last jobs on simulators, with their sizes. */
import type { Store } from '../../store/store'
import type { JobFeatures, JobRow } from '../model/job'

interface TimedRun extends Pick<JobRow, 'sequence' | 'shots' | 'rows' | 'noise' | 'precision' | 'estimates'> {
  readonly duration_ms: number
  /** Engine as in the job's result; for a sweep the distinct engines of its rows, joined by commas. */
  readonly engine: string
  /** As `JsonBlobs` stores it; null where the features were stored with the job. */
  readonly circuit: string | null
}

export interface CompletedRun extends TimedRun {
  /** null for a job that an earlier version stored. */
  readonly features: JobFeatures | null
}

interface StoredRun extends TimedRun, Pick<JobFeatures, 'instructions' | 'used_qubits' | 'written_clbits'> {
  readonly is_clifford: 0 | 1
  readonly has_decisions: 0 | 1
}

/** Number of the newest jobs, of any status, that are searched. */
const LOOKED_AT = 1_000

/** Completed jobs on simulators, newest first, at most `count`. */
export type CompletedRuns = (count: number) => CompletedRun[]

export function completedRuns({ db }: Pick<Store, 'db'>): CompletedRuns {
  const last = db.prepare<[number, number], StoredRun>(
    `SELECT job.sequence, job.shots, job.rows, job.noise, job.precision, job.estimates,
      job.completed_at - job.started_at AS duration_ms, job_results.engine,
      found.instructions, found.used_qubits, found.written_clbits, found.is_clifford, found.has_decisions,
      CASE WHEN found.sequence IS NULL THEN job_circuits.circuit END AS circuit
    FROM (SELECT * FROM jobs ORDER BY sequence DESC LIMIT ?) AS job
    JOIN job_results ON job_results.sequence = job.sequence
    JOIN job_circuits ON job_circuits.sequence = job.sequence
    LEFT JOIN job_features AS found ON found.sequence = job.sequence
    WHERE job.status = 'COMPLETED' AND job.mode = 'mock'
    ORDER BY job.sequence DESC LIMIT ?`,
  )
  return count => last.all(LOOKED_AT, count).map(runOf)
}

function runOf(stored: StoredRun): CompletedRun {
  const { instructions, used_qubits, written_clbits, is_clifford, has_decisions, ...run } = stored
  if (run.circuit !== null) return { ...run, features: null }
  const flags = { is_clifford: is_clifford === 1, has_decisions: has_decisions === 1 }
  return { ...run, features: { instructions, used_qubits, written_clbits, ...flags } }
}
