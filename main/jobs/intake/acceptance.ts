import type { JobStatus } from '../../contract/jobs/status'
import { AppError } from '../../contract/model/errors'
import { createYielder } from '../../simulation/model/yield'
import type { NewJob } from '../model/job-row'
import type { BackendQueues } from '../queue/backend-queues'
import type { Staging } from '../storage/staged-batch'
import { SMALL_BATCH } from './new-jobs'
import type { Reservations } from './token-reservation'

export interface Acceptance {
  /** Resolves once all of the jobs are on the disk with their tokens reserved, and queued; or none. `also` is part of it. */
  accept(jobs: readonly NewJob[], also: () => void): Promise<void>
  /** Throws `queue_full` where the owner would have more jobs open than a key may. */
  refuseOverfull(owner: string | null, jobs: number): void
}

interface AcceptanceOptions {
  readonly reservations: Reservations
  readonly staging: Staging
  readonly queue: BackendQueues
  /** Jobs one key may have open at once. */
  readonly queue_limit: number
  /** Told of each job when it is on the disk, before it is queued. */
  readonly onAccepted: (job: NewJob, status: JobStatus) => void
}

export function createAcceptance(options: AcceptanceOptions): Acceptance {
  const { reservations, staging, queue, queue_limit, onAccepted } = options
  /** Jobs of each owner that are being accepted. */
  const pending = new Map<string | null, number>()
  const count = (owner: string | null, by: number) => pending.set(owner, (pending.get(owner) ?? 0) + by)

  function refuseOverfull(owner: string | null, jobs: number): void {
    const open = queue.openOf(owner) + (pending.get(owner) ?? 0)
    if (open + jobs <= queue_limit) return
    throw new AppError('queue_full', `${open} jobs of this key are open; at most ${queue_limit} may be`, {
      limit: queue_limit,
      open,
    })
  }

  /** Within the transaction. What is accepted while others are before it is WAITING at once. */
  const statusOf = ({ backend }: NewJob): JobStatus => (queue.isFull(backend) ? 'WAITING' : 'PENDING')

  async function accept(jobs: readonly NewJob[], also: () => void): Promise<void> {
    const { owner } = jobs[0]!
    refuseOverfull(owner, jobs.length)
    count(owner, jobs.length)
    let left = jobs.length
    try {
      const reserve = () => reservations.reserveInTransaction(jobs)
      const write = () => staging.insertAll(jobs, statusOf, reserve, also)
      const accepted = await reservations.reserveAround(jobs, write)
      const yielder = createYielder()
      for (const [at, job] of jobs.entries()) {
        // The transaction of a batch was long enough for one turn.
        if (at === SMALL_BATCH || yielder.isDue()) await yielder.yieldNow(0)
        const { sequence, status } = accepted[at]!
        onAccepted(job, status)
        queue.add({ id: job.job_uuid, sequence, backend: job.backend, owner })
        count(owner, -1)
        left -= 1
      }
    } finally {
      count(owner, -left)
    }
  }

  return { accept, refuseOverfull }
}
