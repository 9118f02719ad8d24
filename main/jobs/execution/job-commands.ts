import { type JobStatus, jobStates } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import type { Caller } from '../../contract/service/account'
import type { GroupCommit } from '../../store/group-commit'
import { aboutOf, type JobEvents, type JobRow, subjectOf } from '../model/job'
import type { BackendQueues } from '../queue/backend-queues'
import type { JobTable } from '../storage/job-table'
import type { Transitions } from './transitions'

export interface JobCommands {
  /** Returns the aborted job. Throws `not_found`, and `conflict` for a job that has ended or whose shots are all measured. */
  abort(id: string, caller: Caller): Promise<JobRow>
  /** Throws `not_found`, and `conflict` for a job that has not ended. */
  remove(id: string, caller: Caller): Promise<{ ok: true }>
}

interface JobCommandsOptions {
  readonly table: JobTable
  readonly transitions: Transitions
  readonly queue: BackendQueues
  readonly group: GroupCommit
  readonly events: JobEvents
  /** Throws `not_found` for a job that is not the caller's. */
  readonly owned: (id: string, caller: Caller) => JobRow
}

export function createJobCommands(options: JobCommandsOptions): JobCommands {
  const { table, transitions, queue, group, events, owned } = options
  return {
    async abort(id, caller) {
      const { status, job_uuid } = owned(id, caller)
      const reason_message = `Aborted by ${caller.name}`
      const aborted = await transitions.abort(job_uuid, { reason_code: 'user_cancelled', reason_message })
      if (!aborted) throw notAborted(table.find(job_uuid)?.status ?? status, id)
      queue.cancel(job_uuid)
      return aborted
    },
    async remove(id, caller) {
      const row = owned(id, caller)
      const { job_uuid } = row
      await group.write(() => {
        const { status } = owned(id, caller)
        if (!jobStates.isTerminal(status)) throw conflict(status, `Job ${id} is ${status}; abort it before deleting it`)
        table.remove(job_uuid)
      })
      events.publish({ type: 'deleted', ...subjectOf(row) }, aboutOf(row))
      return { ok: true }
    },
  }
}

const conflict = (status: JobStatus, message: string): AppError =>
  new AppError('conflict', message, { details: { status } })

const notAborted = (status: JobStatus, id: string): AppError =>
  jobStates.isTerminal(status)
    ? conflict(status, `Job ${id} is ${status} already; only one that has not ended can be aborted`)
    : conflict(status, `All shots of job ${id} are measured; it will be COMPLETED in a moment`)
