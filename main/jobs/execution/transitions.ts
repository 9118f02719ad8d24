import type { Ledger } from '../../account/ledger'
import type { JobStatus } from '../../contract/jobs'
import type { GroupCommit } from '../storage/group-commit'
import type { Events } from '../events'
import { reasonOf } from '../results/job-view'
import type { Change, JobRow, JobTable } from '../storage/job-table'

type Status = Pick<JobRow, 'job_uuid' | 'backend' | 'owner' | 'status' | 'reason_code' | 'reason_message'>

export interface TransitionParts {
  readonly table: JobTable
  readonly ledger: Ledger
  readonly group: GroupCommit
  readonly events: Events
  readonly now: () => number
}

/**
 * Every change of a job's status, with what it does to the ledger in the same transaction: COMPLETED settles for the
 * shots executed, FAILED and ABORTED release. Events are published once it is on the disk.
 */
export function createTransitions({ table, ledger, group, events, now }: TransitionParts) {
  function move(id: string, to: JobStatus, change: Change): JobRow | null {
    // A start may be written some time after it.
    const at = change.started_at ?? now()
    const moved = table.move(id, to, at, { ...change, ...ending(to, at, change) })
    if (moved && to === 'COMPLETED') ledger.settle(id, moved.charged ?? 0)
    if (moved && (to === 'FAILED' || to === 'ABORTED')) ledger.release(id)
    return moved
  }

  /** Nothing is charged for what did not complete. */
  const ending = (to: JobStatus, completed_at: number, { charged = 0 }: Change): Change =>
    to === 'COMPLETED' || to === 'FAILED' || to === 'ABORTED' ? { completed_at, charged } : {}

  const publish = (row: Status): void =>
    events.publish(
      {
        type: 'status',
        job_uuid: row.job_uuid,
        backend: row.backend,
        status: row.status,
        status_reason: reasonOf(row),
      },
      row.owner,
    )

  async function published(moving: Promise<JobRow | null>): Promise<JobRow | null> {
    const moved = await moving
    if (moved) publish(moved)
    return moved
  }

  return {
    publish,
    /** A write beside any move, on the disk when it resolves. */
    keep: (work: () => void): Promise<void> => group.write(work),
    /** Resolves with the row as it stands then; null when the move was not legal any more. `also` is part of it. */
    move: (id: string, to: JobStatus, change: Change = {}, also?: (row: JobRow) => void): Promise<JobRow | null> =>
      published(
        group.write(() => {
          const row = move(id, to, change)
          if (row) also?.(row)
          return row
        }),
      ),
    /** As `move`, with what is written next: soon, and before any move that is asked for later. */
    moveSoon: (id: string, to: JobStatus, change: Change): Promise<JobRow | null> =>
      published(group.join(() => move(id, to, change))),
  }
}
export type Transitions = ReturnType<typeof createTransitions>
