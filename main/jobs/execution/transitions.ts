import type { Ledger } from '../../account/ledger'
import type { JobStatus } from '../../contract/jobs/status'
import { aboutOf, type JobChange, type JobEvents, type JobRow, reasonOf, subjectOf } from '../model/job'
import type { GroupCommit } from '../storage/group-commit'
import type { JobTable } from '../storage/job-table'

type Status = Pick<JobRow, 'job_uuid' | 'batch_id' | 'backend' | 'owner' | 'status' | 'reason_code' | 'reason_message'>

interface TransitionsOptions {
  readonly table: JobTable
  readonly ledger: Ledger
  readonly group: GroupCommit
  readonly events: JobEvents
  readonly now: () => number
}

/**
 * Every change of a job's status, with what it does to the ledger in the same transaction: COMPLETED settles for the
 * shots executed, FAILED and ABORTED release. Events are published once it is on the disk.
 */
export interface Transitions {
  publish(row: Status): void
  /** A write beside any move, on the disk when it resolves. */
  write(work: () => void): Promise<void>
  /** Resolves with the row as it stands then; null when the move was not legal any more. `also` is part of it. */
  move(id: string, to: JobStatus, change?: JobChange, also?: (row: JobRow) => void): Promise<JobRow | null>
  /** As `move`, with what is written next: soon, and before any move that is asked for later. */
  moveDeferred(id: string, to: JobStatus, change: JobChange): Promise<JobRow | null>
}

export function createTransitions({ table, ledger, group, events, now }: TransitionsOptions): Transitions {
  function move(id: string, to: JobStatus, change: JobChange): JobRow | null {
    // A start may be written some time after it.
    const at = change.started_at ?? now()
    const moved = table.move(id, to, at, { ...change, ...ending(to, at, change) })
    if (moved && to === 'COMPLETED') ledger.settle(id, moved.charged ?? 0)
    if (moved && (to === 'FAILED' || to === 'ABORTED')) ledger.release(id)
    return moved
  }

  /** Nothing is charged for what did not complete. */
  const ending = (to: JobStatus, completed_at: number, { charged = 0 }: JobChange): JobChange =>
    to === 'COMPLETED' || to === 'FAILED' || to === 'ABORTED' ? { completed_at, charged } : {}

  function publish(row: Status): void {
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
    move: (id, to, change = {}, also) =>
      published(
        group.write(() => {
          const row = move(id, to, change)
          if (row) also?.(row)
          return row
        }),
      ),
    moveDeferred: (id, to, change) => published(group.writeDeferred(() => move(id, to, change))),
  }
}
