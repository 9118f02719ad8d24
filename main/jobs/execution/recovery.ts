import type { JobRow } from '../model/job'
import type { JobTable } from '../storage/job-table'
import type { ResultTable } from '../storage/result-table'
import type { JobExecution } from './execute-job'
import type { Transitions } from './transitions'

interface RecoverOptions {
  readonly table: JobTable
  readonly results: ResultTable
  readonly transitions: Transitions
  readonly execution: JobExecution
  readonly add: (row: JobRow) => void
  /**
   * Called with a job that a device was executing, before the job's end is on the disk: a kill in between would lose it.
   * Returns a callback for the case that the job is COMPLETED.
   */
  readonly abandoned: (row: JobRow) => () => void
}

/**
 * Recovers jobs after a crash or a stop, oldest first. PENDING and WAITING jobs go back into the queue. A PROCESSING job
 * is COMPLETED if its results, or every shot of a device, are stored; otherwise on a mock it runs again from its seed, and
 * on a device it is ABORTED with its complete batches, as the state of the device in between is unknown.
 */
export async function recover({
  table,
  results,
  transitions,
  execution,
  add,
  abandoned,
}: RecoverOptions): Promise<void> {
  for (const row of table.unfinished()) {
    const open = row.status === 'PROCESSING' ? await settle(row) : row
    if (open) add(open)
  }

  /** Returns the job when it has to run. */
  async function settle(row: JobRow): Promise<JobRow | null> {
    const stored = results.find(row.sequence)
    if (stored) await execution.complete(row, stored)
    else if (row.mode === 'mock') return transitions.move(row.job_uuid, 'PENDING')
    else {
      const completed = abandoned(row)
      const ended = await execution.end(row, 'ABORTED', RESTARTED)
      if (ended?.status === 'COMPLETED') completed()
    }
    return null
  }
}

const RESTARTED = {
  code: 'service_restart',
  message: 'The service stopped while the device was running; its whole batches are kept and charged',
} as const
