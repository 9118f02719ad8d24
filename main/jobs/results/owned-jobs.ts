/** Jobs that a caller may see: those of its key, all of them for a session; now, or once they are over. */
import { jobStates } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import type { Caller } from '../../contract/service/account'
import type { JobRow } from '../model/job'
import type { JobPositions } from '../queue/job-positions'
import type { JobTable } from '../storage/job-table'
import { notReady } from './refusals'
import type { JobWaits } from './waiting'

/** How long a caller waits for a job to end. */
interface JobWait {
  /** 0: not at all. */
  readonly seconds: number
  readonly signal?: AbortSignal | undefined
}

/** All throw `not_found`. */
export interface OwnedJobs {
  find(id: string, caller: Caller): JobRow
  /** The job once it is over or the time is up. */
  after(id: string, caller: Caller, wait: JobWait): Promise<JobRow>
  /** As `after`; throws `result_not_ready` where the job is not over by then. */
  ended(id: string, caller: Caller, wait: JobWait): Promise<JobRow>
}

interface OwnedJobsOptions {
  readonly table: Pick<JobTable, 'find'>
  readonly positions: Pick<JobPositions, 'live' | 'of'>
  readonly waits: Pick<JobWaits, 'until'>
}

const isOver = ({ status }: JobRow): boolean => jobStates.isTerminal(status)

export function createOwnedJobs({ table, positions, waits }: OwnedJobsOptions): OwnedJobs {
  /** Digits of an id may be of either case (RFC 9562, section 4); they are stored in the lower one. */
  function find(id: string, caller: Caller): JobRow {
    const row = table.find(id.toLowerCase())
    if (!row || (caller.kind === 'key' && row.owner !== caller.key_id))
      throw new AppError('not_found', `No job ${id}`, { details: { job_uuid: id } })
    return row
  }

  async function after(id: string, caller: Caller, { seconds, signal }: JobWait): Promise<JobRow> {
    const row = find(id, caller)
    if (seconds === 0 || isOver(row)) return row
    const { key_id: owner } = caller
    await waits.until(row.job_uuid, () => isOver(find(id, caller)), { seconds, owner, signal })
    return find(id, caller)
  }

  return {
    find,
    after,
    async ended(id, caller, wait) {
      const row = await after(id, caller, wait)
      if (!isOver(row)) throw notReady(row, askAgainIn(row, positions))
      return row
    },
  }
}

/** Seconds after which to ask again: a guess between 1 and 60 of how long the job still takes. */
function askAgainIn(row: JobRow, positions: OwnedJobsOptions['positions']): number {
  const { progress, elapsed_ms } = positions.live(row)
  const left_ms = progress > 0 ? elapsed_ms * (1 / progress - 1) : (positions.of(row)?.estimated_wait_ms ?? 0)
  return Math.min(60, Math.max(1, Math.ceil(left_ms / 1_000)))
}
