import type { Ledger } from '../../account/ledger'
import { type JobStatus, jobStates } from '../../contract/jobs/status'
import type { GroupCommit } from '../../store/group-commit'
import { aboutOf, allShotsOf, type JobChange, type JobEvents, type JobRow, reasonOf, subjectOf } from '../model/job'
import type { JobTable } from '../storage/job-table'
import type { MeasuredJobBatchTable } from '../storage/measured-batches'
import type { ResultTable } from '../storage/result-table'

type StatusColumns = Pick<
  JobRow,
  'job_uuid' | 'batch_id' | 'backend' | 'owner' | 'status' | 'reason_code' | 'reason_message'
>

interface TransitionsOptions {
  readonly table: JobTable
  readonly ledger: Ledger
  readonly group: GroupCommit
  readonly measured: Pick<MeasuredJobBatchTable, 'shotsOf' | 'countedOf' | 'forget'>
  readonly results: Pick<ResultTable, 'find'>
  readonly events: JobEvents
  readonly now: () => number
}

/**
 * Every change of a job's status, with what it does to the ledger in the same transaction: COMPLETED settles for the
 * shots executed, ABORTED for those of the batches that a device has measured, which stay; FAILED releases, as what was
 * measured cannot be trusted. Events are published once it is on the disk.
 */
export interface Transitions {
  publish(row: StatusColumns): void
  /** A write beside any move, on the disk when it resolves. */
  write(work: () => void): Promise<void>
  /** Resolves with the row after the move; null when the move was no longer legal. `also` runs in the same transaction. */
  move(
    id: string,
    to: JobStatus,
    options?: { readonly change?: JobChange; readonly also?: (row: JobRow) => void },
  ): Promise<JobRow | null>
  /** As `move` to ABORTED; also null for a job whose shots a device has all measured, which will be COMPLETED. */
  abort(id: string, change: JobChange): Promise<JobRow | null>
  /** As `move`, but written together with the next write: soon, and before any move that is requested later. */
  moveDeferred(id: string, to: JobStatus, change: JobChange): Promise<JobRow | null>
}

export function createTransitions({
  table,
  ledger,
  group,
  measured,
  results,
  events,
  now,
}: TransitionsOptions): Transitions {
  function move(id: string, to: JobStatus, change: JobChange): JobRow | null {
    // A start may be written later than it happened.
    const at = change.started_at ?? now()
    const soFar = to === 'ABORTED' ? { charged: chargedSoFar(table.find(id)) } : {}
    const moved = table.move(id, to, { at, change: { ...change, ...ending(to, at, { ...change, ...soFar }) } })
    if (moved && jobStates.isTerminal(to)) settle(moved)
    return moved
  }

  function settle({ job_uuid, sequence, mode, status, charged }: JobRow): void {
    if (charged || status === 'COMPLETED') ledger.settle(job_uuid, charged ?? 0)
    else ledger.release(job_uuid)
    if (mode === 'live' && status !== 'ABORTED') measured.forget(sequence)
  }

  function chargedSoFar(row: JobRow | null): number {
    if (row === null || row.mode === 'mock') return 0
    return row.price * Math.min(measured.shotsOf(row.sequence), allShotsOf(row))
  }

  function isMeasured(id: string): boolean {
    const row = table.find(id)
    if (row?.status !== 'PROCESSING' || row.mode === 'mock') return false
    return results.find(row.sequence) !== null || measured.countedOf(row.sequence) >= allShotsOf(row)
  }

  const ending = (to: JobStatus, completed_at: number, { charged = 0 }: JobChange): JobChange =>
    jobStates.isTerminal(to) ? { completed_at, charged } : {}

  function publish(row: StatusColumns): void {
    const { status } = row
    events.publish({ type: 'status', ...subjectOf(row), status, status_reason: reasonOf(row) }, aboutOf(row))
  }

  async function published(moving: Promise<JobRow | null>): Promise<JobRow | null> {
    const moved = await moving
    if (moved) publish(moved)
    return moved
  }

  return {
    publish,
    write: group.write,
    move: (id, to, { change = {}, also } = {}) =>
      published(
        group.write(() => {
          const row = move(id, to, change)
          if (row) also?.(row)
          return row
        }),
      ),
    abort: (id, change) => published(group.write(() => (isMeasured(id) ? null : move(id, 'ABORTED', change)))),
    moveDeferred: (id, to, change) => published(group.writeDeferred(() => move(id, to, change))),
  }
}
