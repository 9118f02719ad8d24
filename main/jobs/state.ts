import type { JobStatus } from '../contract/jobs'

/**
 * The legal moves. PROCESSING → PENDING is the restart after a crash: a simulated job runs again from its seed.
 * WAITING may be skipped.
 */
const MOVES: Readonly<Record<JobStatus, readonly JobStatus[]>> = {
  PENDING: ['WAITING', 'PROCESSING', 'FAILED', 'ABORTED'],
  WAITING: ['PROCESSING', 'FAILED', 'ABORTED'],
  PROCESSING: ['COMPLETED', 'FAILED', 'ABORTED', 'PENDING'],
  COMPLETED: [],
  FAILED: [],
  ABORTED: [],
}

export const mayMove = (from: JobStatus, to: JobStatus): boolean => MOVES[from].includes(to)

export const isTerminal = (status: JobStatus): boolean => MOVES[status].length === 0
