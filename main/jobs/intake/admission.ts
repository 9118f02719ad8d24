/** Lets new jobs in: as many as a key may have open, stored all or none, and queued. */
import type { JobStatus } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import { createYielder } from '../../simulation/model/yield'
import type { JobRow, NewJob } from '../model/job'
import type { BackendQueues } from '../queue/backend-queues'
import type { JobStore } from './store-jobs'

interface Admission {
  /** Throws `queue_full` where the owner would have more jobs open than a key may. */
  refuseOverfull(owner: string | null, jobs: number): void
  /** The jobs of one submit; `also` is part of their transaction. */
  storeAndQueue(jobs: readonly NewJob[], also: () => void): Promise<void>
}

export interface AdmissionOptions {
  readonly jobStore: Pick<JobStore, 'store'>
  readonly queue: BackendQueues
  /** Jobs one key may have open at once. */
  readonly queue_limit: number
  /** Called with each job when it is on the disk, before it is queued. */
  readonly onStored: (row: JobRow) => void
}

/** Jobs of a submit that are written in one turn of the event loop, and queued in the turn in which they were committed. */
export const SMALL_BATCH = 32

export function createAdmission({ jobStore, queue, queue_limit, onStored }: AdmissionOptions): Admission {
  /** Jobs of each owner that are being stored. */
  const pending = new Map<string | null, number>()
  const count = (owner: string | null, by: number) => pending.set(owner, (pending.get(owner) ?? 0) + by)

  function refuseOverfull(owner: string | null, jobs: number): void {
    const open = queue.openOf(owner) + (pending.get(owner) ?? 0)
    if (open + jobs <= queue_limit) return
    throw new AppError('queue_full', `${open} jobs of this key are open; at most ${queue_limit} may be`, {
      details: { limit: queue_limit, open },
    })
  }

  /** Within the transaction. What is accepted while others are before it is WAITING at once. */
  const statusOf = ({ backend }: NewJob): JobStatus => (queue.isFull(backend) ? 'WAITING' : 'PENDING')

  async function storeAndQueue(jobs: readonly NewJob[], also: () => void): Promise<void> {
    const { owner } = jobs[0]!
    refuseOverfull(owner, jobs.length)
    count(owner, jobs.length)
    let left = jobs.length
    try {
      const rows = await jobStore.store({ jobs, statusOf, also })
      const yielder = createYielder()
      for (const [at, row] of rows.entries()) {
        // The transaction of a batch was long enough for one turn.
        if (at === SMALL_BATCH || yielder.isDue()) await yielder.yieldNow(0)
        onStored(row)
        queue.add(row)
        count(owner, -1)
        left -= 1
      }
    } finally {
      count(owner, -left)
    }
  }

  return { refuseOverfull, storeAndQueue }
}
